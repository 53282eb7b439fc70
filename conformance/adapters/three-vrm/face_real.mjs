// Avatars of other programs, without what is drawn, which needs a browser.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';

/** A GLB without materials and textures. */
function undrawn(bytes) {
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + length).toString());
  for (const key of ['images', 'textures', 'samplers', 'materials']) delete json[key];
  for (const { primitives } of json.meshes ?? []) for (const primitive of primitives) delete primitive.material;
  if (json.extensions?.VRM) {
    json.extensions.VRM.materialProperties = [];
    for (const group of json.extensions.VRM.blendShapeMaster?.blendShapeGroups ?? []) group.materialValues = [];
    delete json.extensions.VRM.meta?.texture;
  }
  for (const kind of Object.values(json.extensions?.VRMC_vrm?.expressions ?? {})) {
    for (const expression of Object.values(kind)) {
      delete expression.materialColorBinds;
      delete expression.textureTransformBinds;
    }
  }
  delete json.extensions?.VRMC_vrm?.meta?.thumbnailImage;
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(padded.length, 12);
  head.write('JSON', 16);
  const glb = Buffer.concat([head, padded, bytes.subarray(20 + length)]);
  glb.writeUInt32LE(glb.length, 8);
  return { glb, json };
}

const influences = (node) => node.morphTargetInfluences ?? node.children.find((child) => child.morphTargetInfluences)?.morphTargetInfluences ?? [];

/** The look-at of a file as 1.0 has it, with the curves of VRM 0.x. */
function lookAtOf(json) {
  const [later, earlier] = [json.extensions?.VRMC_vrm?.lookAt, json.extensions?.VRM?.firstPerson];
  if (later || !earlier) return later;
  const map = ({ xRange, yRange, curve } = {}) => ({ inputMaxValue: xRange, outputScale: yRange, curve });
  return {
    type: earlier.lookAtTypeName === 'BlendShape' ? 'expression' : 'bone',
    rangeMapHorizontalInner: map(earlier.lookAtHorizontalInner),
    rangeMapHorizontalOuter: map(earlier.lookAtHorizontalOuter),
    rangeMapVerticalDown: map(earlier.lookAtVerticalDown),
    rangeMapVerticalUp: map(earlier.lookAtVerticalUp),
  };
}

/** A curve that is not a straight line. */
const bends = ({ curve = [] }) => curve.length > 0 && String(curve) !== '0,0,0,1,1,1,1,0';

/**
 * For each avatar of a folder that says where its eyes go: the largest differences of Sinew and of three-vrm from the text, in directions of
 * yaw and pitch. Weights of expressions; of an avatar by bones without any eyes, how far anything moves.
 */
export async function compareLookAt(command, folder, directions, lookExpressions) {
  const own = mkdtempSync(join(tmpdir(), 'sinew-look-'));
  const found = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.vrm')).sort()) {
    const { glb, json } = undrawn(readFileSync(join(folder, name)));
    const lookAt = lookAtOf(json);
    if (!lookAt?.rangeMapVerticalUp) continue;
    const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
    const bytes = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.length);
    const vrm = (await loader.parseAsync(bytes, '').catch((error) => ({ error }))).userData?.vrm;
    const [file, script] = [join(own, 'avatar.glb'), join(own, 'script.json')];
    writeFileSync(file, glb);
    const curved = ['HorizontalOuter', 'VerticalDown', 'VerticalUp'].some((key) => bends(lookAt[`rangeMap${key}`]));
    const entry = { name, type: lookAt.type, curved, largest: 0, ours: 0, theirs: vrm?.lookAt ? 0 : null };
    for (const [yaw, pitch] of directions) {
      const expected = lookAt.type === 'expression' ? lookExpressions(lookAt, yaw, pitch) : {};
      writeFileSync(script, JSON.stringify({ actions: [{ time: 0, lookAt: { direction: [yaw, pitch] } }] }));
      const answer = JSON.parse(execFileSync(command, ['simulate', file, '--seconds', '1/60', '--no-springs', '--input', script, '--json'], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }));
      if (vrm?.lookAt) {
        [vrm.lookAt.autoUpdate, vrm.lookAt.yaw, vrm.lookAt.pitch] = [false, yaw, pitch];
        vrm.lookAt.update(0);
      }
      for (const preset of ['lookLeft', 'lookRight', 'lookDown', 'lookUp']) {
        const weight = Math.min(Math.max(expected[preset] ?? 0, 0), 1);
        const [value] = (answer.expressions ?? []).filter((state) => state.name === preset);
        if (!value) continue;
        entry.largest = Math.max(entry.largest, weight);
        entry.ours = Math.max(entry.ours, Math.abs(value.value - weight));
        if (entry.theirs === null) continue;
        const theirs = Math.min(Math.max(vrm.expressionManager?.getValue(preset) ?? 0, 0), 1);
        entry.theirs = Math.max(entry.theirs, Math.abs(theirs - weight));
      }
    }
    found.push(entry);
  }
  rmSync(own, { recursive: true });
  return found;
}

/** For each avatar of a folder with expressions: mixes of them, and the largest difference of a weight between the two programs. */
export async function compare(command, folder, mixes) {
  const own = mkdtempSync(join(tmpdir(), 'sinew-real-'));
  const found = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.vrm')).sort()) {
    const { glb, json } = undrawn(readFileSync(join(folder, name)));
    const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
    const bytes = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.length);
    const gltf = await loader.parseAsync(bytes, '').catch((error) => ({ error }));
    const vrm = gltf.userData?.vrm;
    const expressions = vrm?.expressionManager?.expressions.map((expression) => expression.expressionName) ?? [];
    if (expressions.length === 0) continue;
    const nodes = await Promise.all(json.nodes.map((_, index) => gltf.parser.getDependency('node', index)));
    const [file, script] = [join(own, 'avatar.glb'), join(own, 'script.json')];
    writeFileSync(file, glb);
    let [largest, moved] = [0, 0];
    for (let mix = 0; mix < mixes; mix += 1) {
      const values = Object.fromEntries(expressions.map((expression, at) => [expression, ((mix * 7 + at * 5) % 11) % 3 === 0 ? ((mix * 3 + at) % 9) / 8 : 0]));
      for (const [key, value] of Object.entries(values)) vrm.expressionManager.setValue(key, value);
      vrm.expressionManager.update();
      writeFileSync(script, JSON.stringify({ actions: [{ time: 0, expressions: values }] }));
      const answer = execFileSync(command, ['simulate', file, '--seconds', '1/60', '--no-springs', '--input', script, '--json'], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
      for (const { index, weights = [] } of JSON.parse(answer).nodes) {
        const theirs = influences(nodes[index]);
        weights.forEach((weight, at) => {
          largest = Math.max(largest, Math.abs(weight - (theirs[at] ?? 0)));
          moved = Math.max(moved, Math.abs(weight));
        });
      }
    }
    found.push({ name, expressions: expressions.length, largest, moved });
  }
  rmSync(own, { recursive: true });
  return found;
}
