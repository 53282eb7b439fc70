// A file that runs in Babylon.js.
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { SinewBabylon, loadModel } from '../../sinew/babylon/index.js'; // 'sinew-gltf/babylon' in an application

const engine = new Engine(document.getElementById('canvas'), true);
const scene = new Scene(engine);
new ArcRotateCamera('camera', -1, 1.2, 12, new Vector3(0, 1, 0), scene);
new HemisphericLight('light', new Vector3(0, 1, 0), scene);

const url = new URL('demo.gltf', document.baseURI).href;
const [container, model] = await Promise.all([LoadAssetContainerAsync(url, scene), loadModel(url)]);
container.addAllToScene();
const sinew = new SinewBabylon(container, model, { spawn: { repeat: 'loop' } });
scene.onBeforeRenderObservable.add(() => sinew.update(engine.getDeltaTime() / 1000));
engine.runRenderLoop(() => scene.render());
globalThis.sinew = sinew; // for the console
