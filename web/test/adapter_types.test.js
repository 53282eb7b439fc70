// The types of the adapters and of the extensions for glTF-Transform, used as an application would.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../', import.meta.url));

const PROGRAMS = {
  'motion.ts': `
    import { Clip, Model, World, loadPhysics, type Instance, type WorldEvent } from '../sinew/motion/index.js';
    import { SinewController } from '../sinew/three/index.js';
    const model: Model = await Model.load(new ArrayBuffer(8));
    const clip: Clip = await Clip.load('HIERARCHY');
    await loadPhysics(new URL('https://example.org/sinew_bg.wasm'));
    const world: World = await World.create({ physics: true, gravity: [0, -1, 0] });
    const instance: Instance = world.spawn(model);
    const events: WorldEvent[] = world.events;
    const width: number = world.layout.locals.width;
    // @ts-expect-error: it is true or false
    await World.create({ physics: 'rapier' });
    declare const gltf: import('three/addons/loaders/GLTFLoader.js').GLTF;
    const controller = await SinewController.instantiate(gltf, { model, world });
    export { clip, controller, events, instance, width };`,
  'three.ts': `
    import { Object3D } from 'three';
    import type { VRM } from '@pixiv/three-vrm';
    import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
    import { SinewController, handOver } from '../sinew/three/index.js';
    const gltf = await new GLTFLoader().loadAsync('robot.glb');
    const copy: SinewController = await SinewController.instantiate(gltf, { spawn: { translation: [1, 0, 0] } });
    const detach: () => void = copy.attach(new Object3D(), 'grip');
    const giveBack: () => void = handOver(copy, gltf.userData.vrm as VRM, { springs: false });
    // @ts-expect-error: an object is needed
    copy.attach('hat', 'grip');
    // @ts-expect-error: there is no such option
    await SinewController.instantiate(gltf, { place: [1, 0, 0] });
    export { detach, giveBack };`,
  'react.tsx': `
    import { useLoader } from '@react-three/fiber';
    import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
    import { SinewWorld, useSinew, useSinewWorld } from '../sinew/react/index.js';
    function Robot() {
      const sinew = useSinew(useLoader(GLTFLoader, 'robot.glb'), { spawn: { repeat: 'loop' }, paused: false });
      const steps: number | undefined = useSinewWorld()?.steps;
      // @ts-expect-error: not before it is ready
      sinew.root;
      return sinew && <primitive object={sinew.root} name={String(steps)} />;
    }
    export const scene = <SinewWorld options={{ gravity: [0, -1.6, 0] }} paused fallback={<group />}><Robot /></SinewWorld>;
    // @ts-expect-error: there is no such property
    export const wrong = <SinewWorld speed={2} />;`,
  'babylon.ts': `
    import { Engine } from '@babylonjs/core/Engines/engine.js';
    import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
    import { Scene } from '@babylonjs/core/scene.js';
    import { SinewBabylon, loadModel } from '../sinew/babylon/index.js';
    const scene = new Scene(new Engine(null));
    const sinew = new SinewBabylon(await LoadAssetContainerAsync('a.glb', scene), await loadModel('a.glb'));
    const x: number | undefined = sinew.objects[0]?.position.x;
    // @ts-expect-error: seconds are a number
    sinew.update('1');
    export { x };`,
  'playcanvas.ts': `
    import { Asset, ContainerResource, Entity } from 'playcanvas';
    import { SinewPlayCanvas, loadModel } from '../sinew/playcanvas/index.js';
    const resource = new Asset('a', 'container').resource as ContainerResource;
    const entity: Entity = resource.instantiateRenderEntity({});
    const sinew = new SinewPlayCanvas(entity, resource, await loadModel('a.glb'), { spawn: { repeat: 'loop' } });
    const x: number | undefined = sinew.objects[0]?.getLocalPosition().x;
    // @ts-expect-error: the model is needed
    new SinewPlayCanvas(entity, resource);
    export { x };`,
  'transform.ts': `
    import { Document, NodeIO } from '@gltf-transform/core';
    import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
    import { BehaviourProperty, SINEW_EXTENSIONS, extensionOf } from '../sinew/gltf-transform/index.js';
    const io = new NodeIO().registerExtensions([...ALL_EXTENSIONS, ...SINEW_EXTENSIONS]);
    const document: Document = await io.read('a.glb');
    const [node] = document.getRoot().listNodes();
    const property = node.getExtension<BehaviourProperty>('KHR_physics_rigid_bodies');
    const targets: number | undefined = property?.references().size;
    const extension = document.createExtension(extensionOf('KHR_physics_rigid_bodies')!);
    node.setExtension('KHR_physics_rigid_bodies', extension.createProperty({ motion: {} }).setReference('/joint/connectedNode', 'node', node));
    // @ts-expect-error: there is no such kind
    property?.setReference('/a', 'planet', node);
    export { targets };`,
};

test('the types of the adapters hold in strict TypeScript', { timeout: 300_000 }, (t) => {
  const folder = mkdtempSync(join(web, '.types-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const files = Object.entries(PROGRAMS).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  // Types of the engines themselves are not ours to check.
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--jsx',
    'react-jsx',
  ];
  const tsc = join(web, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, ...options, '--lib', 'es2022,dom,esnext', ...files], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout ?? error);
  }
});

test('what the adapters export equals their types, and is in the package', () => {
  const listed = JSON.parse(readFileSync(join(web, 'sinew/package.json'), 'utf8'));
  for (const name of ['react', 'babylon', 'playcanvas', 'gltf-transform']) {
    const read = (file) => readFileSync(join(web, 'sinew', name, file), 'utf8');
    const names = (text) => [
      ...[...text.matchAll(/^export (?:async )?(?:class|function|const) (\w+)/gm)].map(([, found]) => found),
      ...[...text.matchAll(/^export \{ (\w+) \}/gm)].map(([, found]) => found),
    ];
    assert.deepEqual(names(read('index.js')).sort(), names(read('index.d.ts')).sort(), name);
    assert.ok(listed.exports[`./${name}`], name);
    assert.ok(listed.files.includes(name), name);
    assert.ok(readdirSync(join(web, 'sinew', name)).includes('index.d.ts'));
  }
});
