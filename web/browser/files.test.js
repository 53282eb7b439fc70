/**
 * Published files in the viewer: everything in them is drawn, and fills the view. Pictures of all are kept for people. The files are
 * not part of the project: `SINEW_ASSETS` names their folder, and without it the test is skipped.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { browser, openViewer, picture, project, server, showFiles, useBrowser } from './browser.js';
import { factsOf, faultsOf, jsonOf, primitives, withResources } from './facts.js';

useBrowser();

const assets = process.env.SINEW_ASSETS ?? join(project, '../shared/assets');
const skip = !existsSync(assets) && 'no folder of real files (set SINEW_ASSETS)';

const FILES = [
  ...['Filtering.glb', 'JointTypes.gltf', 'Materials_Restitution.gltf', 'MotionProperties.gltf', 'Robot_skinned.gltf', 'ShapeTypes.gltf', 'WaterWheel.gltf'].map(
    (name) => [`khr_physics_latest/${name}`],
  ),
  ...['Filtering.gltf', 'JointTypes.gltf', 'MotionProperties.gltf', 'ShapeTypes.gltf', 'compound_trigger.gltf'].map((name) => [`khr_physics_seed/${name}`]),
  ...['OMI_physics_body/ball_pit', 'OMI_physics_body/dynamic_box', 'OMI_physics_gravity/ramp_gravity', 'OMI_physics_gravity/rounded_cube'].map(
    (name) => [`omi_latest/${name}.gltf`],
  ),
  ...['hanging_rope', 'rope_railing', 'simple_joint', 'swing_and_slide'].map((name) => [`omi_latest/OMI_physics_joint/${name}.gltf`]),
  ...['AnimatedColorsCube', 'CubeVisibility', 'WhackAMole'].map((name) => [`animation_pointer/${name}.glb`]),
  ...['BoxAnimated.glb', 'InterpolationTest.glb', 'RiggedFigure.glb', 'SimpleSkin.gltf'].map((name) => [`misc/${name}`]),
  ['node_constraint/VRMC_constraints-1.0_cubes.gltf'],
  ['node_constraint/vrm_node_constraint_examples.gltf'],
  ['virtual_transform/RiggedFigure_virtual_transform.glb'],
  ['interactivity/Calculator.glb'],
  ['interactivity/PhysicsMath.glb'],
  ['vrm/VRMC_materials_mtoon_UV_Animation_Test.vrm'],
  ['vrm/VRMC_vrm_expressions_isBinary_Overrides.vrm'],
  ['vrm/EmissionMigration_vrm0.vrm'],
  ['vrm/Godette_vrm0.vrm', 'vrma/idle_loop.vrma'],
  ['vrm/Godette_vrm0.vrm', 'misc/pirouette.bvh'],
];

test('published files are drawn whole, fill the view, and are not blank', { skip }, async (t) => {
  const { page } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0', { width: 900, height: 560 });
  const traps = [];
  page.on('pageerror', (error) => traps.push(String(error)));
  let shown = 0;
  for (const [model, clip] of FILES) {
    const path = join(assets, model);
    const json = jsonOf(readFileSync(path));
    const files = [...withResources(path, json), ...(clip ? [join(assets, clip)] : [])];
    assert.ok(await showFiles(page, model.split('/').at(-1), files), `${model}: ${await page.textContent('#messages')}`);
    const found = await factsOf(page);
    assert.deepEqual(faultsOf(found, primitives(json)), [], `${model}: ${JSON.stringify(found)}`);
    await picture(page, `file-${model.split('/').join('-')}${clip ? `-${clip.split('/').at(-1)}` : ''}`);
    shown += 1;
  }
  assert.ok(shown >= 30, `${shown}`);
  assert.deepEqual(traps, []);
});
