"""Batches of files and sweeps on Ray (`pip install sinew-gltf[ray]`).

`validate`, `convert`, `bake`, `retarget` and `inspect` take a folder, a list of paths, or an address such as `s3://bucket/assets`,
write results, and a report in Parquet with a row for each file. A row is keyed by the SHA-256 of the file, of the options and of the
version: a job that is started again does what is left. A file that exceeds its budget, times out or crashes the process that reads it
is a row with its error.

Ray starts on this machine unless it was initialized; `ray.init(address=…)` before a call uses any cluster.
"""

from ._batch import bake, convert, inspect, retarget, validate
from ._report import read_report
from ._sweep import sweep

__all__ = ["bake", "convert", "inspect", "read_report", "retarget", "sweep", "validate"]
