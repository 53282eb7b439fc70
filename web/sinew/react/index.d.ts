/** Sinew for react-three-fiber: a hook that runs a loaded file, and a world that several files share. */
import type { ReactNode } from 'react';
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js';
import type { World, WorldOptions } from '../index.js';
import type { InstantiateOptions, SinewController } from '../three/index.js';

export interface SinewWorldProps {
  /** The options of the world, as of the first render. */
  options?: WorldOptions;
  /** Whether the world stands still. */
  paused?: boolean;
  /** Shown until the module is loaded. */
  fallback?: ReactNode;
  /** Called after a frame with steps. */
  onStep?: (world: World) => void;
  children?: ReactNode;
}

/** One world for all files below it. */
export function SinewWorld(props: SinewWorldProps): ReactNode;

/** The world of the nearest {@link SinewWorld}; `null` without one. */
export function useSinewWorld(): World | null;

/**
 * Runs a copy of a loaded file, in the nearest {@link SinewWorld} or in a world of its own.
 *
 * ```tsx
 * function Robot() {
 *   const sinew = useSinew(useLoader(GLTFLoader, 'robot.glb'), { spawn: { repeat: 'loop' } });
 *   return sinew && <primitive object={sinew.root} />;
 * }
 * ```
 *
 * `null` until it is ready. The controller is updated each frame, and disposed of with the component.
 */
export function useSinew(
  gltf: GLTF,
  options?: Omit<InstantiateOptions, 'world'> & { paused?: boolean },
): SinewController | null;
