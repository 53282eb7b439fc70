// Two copies of one file in one world, with react-three-fiber. Without JSX, so that the page needs no more than a bundler.
import { Canvas, useLoader } from '@react-three/fiber';
import { Suspense, createElement as h, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { SinewWorld, useSinew } from '../../sinew/react/index.js'; // 'sinew-gltf/react' in an application

const running = []; // for the console

function Machine({ at }) {
  const gltf = useLoader(GLTFLoader, 'demo.gltf');
  const sinew = useSinew(gltf, { spawn: { translation: at, repeat: 'loop' } });
  useEffect(() => {
    if (sinew) {
      running.push(sinew);
    }
    return () => sinew && running.splice(running.indexOf(sinew), 1);
  }, [sinew]);
  return sinew && h('primitive', { object: sinew.root });
}

function App() {
  return h(
    Canvas,
    { camera: { position: [9, 6, 12], fov: 40 } },
    h('hemisphereLight', { args: [0xffffff, 0x8090a0, 2] }),
    h('directionalLight', { position: [3, 6, 4], intensity: 2 }),
    h(SinewWorld, null, h(Suspense, null, h(Machine, { at: [-4, 0, 0] }), h(Machine, { at: [4, 0, 0] }))),
  );
}

const root = createRoot(document.getElementById('root'));
root.render(h(App));
globalThis.sinew = { running, root };
