"""The cluster that work runs on."""

from __future__ import annotations

from typing import Any, cast

import ray


def connect() -> None:
    """Starts Ray on this machine, unless the caller has connected to a cluster."""
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)


def cpus() -> int:
    """The processors of the cluster."""
    resources = cast(Any, ray).cluster_resources()
    return max(1, int(resources.get("CPU", 1)))
