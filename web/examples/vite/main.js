import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Timer, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { SinewDebug, SinewLoaderPlugin } from 'sinew-gltf/three';

const status = document.getElementById('status');
const renderer = new WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
const camera = new PerspectiveCamera(40, 1, 0.1, 100);
camera.position.set(5, 4, 7);
const controls = new OrbitControls(camera, renderer.domElement);
controls.target.set(0, 1, 0);
const scene = new Scene();
scene.background = new Color(0xeef1f5);
scene.add(new HemisphereLight(0xffffff, 0x8090a0, 2), new DirectionalLight(0xffffff, 2));

const loader = new GLTFLoader();
loader.register((parser) => new SinewLoaderPlugin(parser, { spawn: { repeat: 'loop' } }));
const gltf = await loader.loadAsync('demo.gltf');
const { sinew } = gltf.userData;
const debug = new SinewDebug(sinew, { show: ['constraints', 'virtualTransforms'] });
scene.add(gltf.scene, debug);

// Shows what enters the zone.
const name = (node) => sinew.model.info.nodes[node].name;
sinew.onEvent(({ kind, a, b, time }) => {
  if (kind === 'triggerEnter') {
    status.textContent = `${time.toFixed(2)} s: ${name(b.node)} enters ${name(a.node)}`;
  }
});
status.textContent = `${sinew.model.info.nodes.length} nodes, ${sinew.instance.bodies.length} bodies`;

const resize = () => {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
};
addEventListener('resize', resize);
resize();

const timer = new Timer();
renderer.setAnimationLoop((time) => {
  timer.update(time);
  sinew.update(timer.getDelta());
  debug.update();
  controls.update();
  renderer.render(scene, camera);
});
globalThis.sinew = sinew; // for the console
