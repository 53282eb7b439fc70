// Beside three-vrm: Sinew has the bones, the face, the eyes, the springs and the constraints; three-vrm keeps the materials.
//
// three-vrm clears the morph targets of every expression at each `vrm.update`, and then adds its own weights: a face that Sinew
// moves would vanish. While it is handed over, three-vrm applies expressions to materials only, with Sinew's weights, and what the
// application says to three-vrm goes on to Sinew.

import { Quaternion, Vector3 } from 'three';

/**
 * Hands an avatar over to Sinew: call `sinew.update` and then `vrm.update`, as before. Returns a function that gives it back.
 * `springs: false` leaves hair and cloth to three-vrm, where the file was spawned without them.
 */
export function handOver(sinew, vrm, { springs = true } = {}) {
  const restore = [
    replace(vrm.humanoid, { autoUpdateHumanBones: false }),
    replace(vrm, { nodeConstraintManager: undefined, ...(springs && { springBoneManager: undefined }) }),
    vrm.expressionManager && replace(vrm.expressionManager, expressions(sinew, vrm.expressionManager)),
    vrm.lookAt && replace(vrm.lookAt, { update: () => look(sinew, vrm.lookAt) }),
  ];
  // Until now three-vrm has written to them.
  sinew.rewrite((sinew.model.info.humanoid?.bones ?? []).map(({ node }) => node));
  return () => restore.forEach((undo) => undo?.());
}

function expressions({ instance, model }, manager) {
  const known = new Set((model.info.humanoid?.expressions ?? []).map(({ name }) => name));
  return {
    setValue(name, value) {
      const expression = manager.getExpression(name);
      if (expression) {
        expression.weight = Math.min(Math.max(value, 0), 1);
      }
      if (known.has(name)) {
        instance.setExpression(name, Math.min(Math.max(value, 0), 1));
      }
    },
    resetValues() {
      manager.expressions.forEach((expression) => (expression.weight = 0));
      known.forEach((name) => instance.setExpression(name, null));
    },
    update() {
      const states = new Map(instance.expressions.map((state) => [state.name, state]));
      const onMaterials = manager.expressions.map((expression) => ({
        state: states.get(expression.expressionName),
        expression,
        // Morph targets are Sinew's.
        binds: expression.binds.filter((bind) => bind.primitives === undefined),
      }));
      onMaterials.forEach(({ binds }) => binds.forEach((bind) => bind.clearAppliedWeight()));
      for (const { state, expression, binds } of onMaterials) {
        if (state) {
          expression.weight = state.value;
          binds.forEach((bind) => bind.applyWeight(state.weight));
        }
      }
    },
  };
}

/** The eyes follow the target that three-vrm has been given. */
function look({ instance, root }, lookAt) {
  if (!lookAt.target || !lookAt.autoUpdate) {
    return;
  }
  const { translation, rotation } = instance.transform;
  const inModel = root.worldToLocal(lookAt.target.getWorldPosition(new Vector3()));
  const point = inModel.applyQuaternion(new Quaternion().fromArray(rotation)).add(new Vector3().fromArray(translation));
  instance.lookAt({ point: point.toArray() });
}

/** Sets members, and returns a function that sets what was there. */
function replace(object, members) {
  const before = Object.keys(members).map((name) => [name, Object.hasOwn(object, name), object[name]]);
  Object.assign(object, members);
  return () => {
    for (const [name, isOwn, value] of before) {
      if (isOwn) {
        object[name] = value;
      } else {
        delete object[name];
      }
    }
  };
}
