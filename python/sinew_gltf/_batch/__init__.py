"""Work on files, one by one, in a process of its own. It knows nothing of what runs it: Ray's tasks do, in `sinew_gltf.ray`."""
