// Objects that follow virtual transforms: a hat on a head, a sword in a grip.

/** The objects of one controller, below its root. */
export class Attachments {
  #model;
  #root;
  #attached = new Map();

  constructor(model, root) {
    this.#model = model;
    this.#root = root;
  }

  /**
   * Has an object follow a virtual transform, by its name, a tag or its position in `info.virtualTransforms`. Returns a function that
   * ends it.
   */
  add(object, virtualTransform) {
    const list = this.#model.info.virtualTransforms;
    const index =
      typeof virtualTransform === 'number'
        ? virtualTransform
        : [({ name }) => name === virtualTransform, ({ tags }) => tags.includes(virtualTransform)]
            .map((is) => list.findIndex(is))
            .find((found) => found >= 0);
    if (!list[index]) {
      throw new RangeError(`sinew: the file has no virtual transform ${JSON.stringify(virtualTransform)}`);
    }
    const { matrixAutoUpdate } = object;
    object.matrixAutoUpdate = false;
    this.#attached.set(object, index);
    this.#root.add(object);
    return () => {
      if (this.#attached.get(object) === index) {
        this.#attached.delete(object);
        object.matrixAutoUpdate = matrixAutoUpdate;
        object.matrix.decompose(object.position, object.quaternion, object.scale);
        object.removeFromParent();
      }
    };
  }

  /** Writes the matrices of the attached objects. */
  sync({ virtualMatrices }) {
    for (const [object, index] of this.#attached) {
      object.matrix.fromArray(virtualMatrices, index * 16);
      object.matrixWorldNeedsUpdate = true;
    }
  }

  get isEmpty() {
    return this.#attached.size === 0;
  }
}
