// A file that runs in PlayCanvas.
import { Application, Asset, Color, Entity, FILLMODE_FILL_WINDOW, RESOLUTION_AUTO } from 'playcanvas';
import { SinewPlayCanvas, loadModel } from '../../sinew/playcanvas/index.js'; // 'sinew-gltf/playcanvas' in an application

const app = new Application(document.getElementById('canvas'));
app.setCanvasFillMode(FILLMODE_FILL_WINDOW);
app.setCanvasResolution(RESOLUTION_AUTO);
app.start();
const camera = new Entity('camera');
camera.addComponent('camera', { clearColor: new Color(0.93, 0.95, 0.96) });
camera.setPosition(5, 4, 7);
camera.lookAt(0, 1, 0);
const light = new Entity('light');
light.addComponent('light', { type: 'directional' });
light.setEulerAngles(45, 30, 0);
app.root.addChild(camera);
app.root.addChild(light);

const url = new URL('demo.gltf', document.baseURI).href;
const asset = new Asset('demo', 'container', { url });
const loaded = new Promise((resolve, reject) => {
  asset.once('load', resolve);
  asset.once('error', reject);
});
app.assets.add(asset);
app.assets.load(asset);
const [model] = await Promise.all([loadModel(url), loaded]);
const entity = asset.resource.instantiateRenderEntity();
app.root.addChild(entity);
const sinew = new SinewPlayCanvas(entity, asset.resource, model, { spawn: { repeat: 'loop' } });
app.on('update', (seconds) => sinew.update(seconds));
globalThis.sinew = sinew; // for the console
