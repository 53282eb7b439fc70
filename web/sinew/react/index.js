/** Sinew for react-three-fiber: a hook that runs a loaded file, and a world that several files share. */
import { useFrame } from '@react-three/fiber';
import { createContext, createElement, useContext, useEffect, useMemo, useRef, useState } from 'react';

import { World } from '../src/index.js';
import { SinewController } from '../three/index.js';

const Shared = createContext(null);

/**
 * One world for all files below it. Children are shown once the module is loaded; `fallback` is shown before. Options are those of the
 * first render.
 */
export function SinewWorld({ options, paused = false, fallback = null, onStep, children }) {
  const [world, setWorld] = useState(null);
  const first = useRef(options);
  useEffect(() => {
    let created = null;
    let isGone = false;
    World.create(first.current).then((loaded) => {
      if (isGone) {
        loaded.dispose();
      } else {
        created = loaded;
        setWorld(loaded);
      }
    });
    return () => {
      isGone = true;
      setWorld(null);
      created?.dispose();
    };
  }, []);
  useFrame((_, seconds) => {
    if (world && !paused && world.advance(seconds).steps > 0) {
      onStep?.(world);
    }
  }, -2);
  return createElement(Shared.Provider, { value: world }, world === null ? fallback : children);
}

/** The world of the nearest {@link SinewWorld}; `null` without one. */
export function useSinewWorld() {
  return useContext(Shared);
}

/**
 * Runs a copy of a loaded file, in the nearest {@link SinewWorld} or in a world of its own. Returns its controller, whose `root` is the
 * object to draw; `null` until it is ready. The hook updates it each frame, and disposes of it with the component.
 */
export function useSinew(gltf, { paused = false, ...options } = {}) {
  const world = useContext(Shared);
  const [sinew, setSinew] = useState(null);
  // What is spawned is decided once; a new object of options in every render changes nothing.
  const settings = useMemo(() => options, [gltf, world]);
  useEffect(() => {
    let created = null;
    let isGone = false;
    const given = world === null ? settings : { ...settings, world };
    SinewController.instantiate(gltf, given).then(
      (controller) => {
        if (isGone) {
          controller.dispose();
        } else {
          created = controller;
          setSinew(controller);
        }
      },
      // Thrown while rendering, so that error boundaries get it.
      (error) => {
        if (!isGone) {
          setSinew(() => {
            throw error;
          });
        }
      },
    );
    return () => {
      isGone = true;
      setSinew(null);
      created?.dispose();
    };
  }, [gltf, world, settings]);
  // After the world, before what is drawn or follows the objects.
  useFrame((_, seconds) => {
    if (sinew?.instance.isAlive) {
      sinew.update(paused ? 0 : seconds);
    }
  }, -1);
  return sinew;
}
