"""Work on files, one by one, in a process of its own. It knows nothing of what runs it: Ray's actors do, in `sinew_gltf.ray`."""
