// The items of a scene where a frame has them: bodies first, then deformables. Trees of rigid meshes are built once and
// placed; those of deformables, and of bodies that bend, follow their vertices; one more is over the boxes of all items.

import type { Mesh } from '../geometry/index.ts';
import { FittedTree, type Tree } from '../geometry/tree/index.ts';
import { type Bending, bentBodies, type BentBody, type Frame, writeBent } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { refuse } from './check.ts';
import { Form, formOf } from './form.ts';
import { Placed } from './placed.ts';

/** What of a frame says where things are. */
export type Where = Pick<Frame, 'poses' | 'vertices' | 'absent' | 'bends'>;

const nothing = new Uint32Array(0);

export class Placement {
  readonly scene: Scene;
  readonly items: readonly Placed[];
  /** Leaf p of the tree is item present[p]. */
  readonly present: Int32Array;
  /** Six numbers an item that is present. */
  boxes: Float64Array;
  private readonly isAbsent: Uint8Array;
  private readonly bent: readonly BentBody[];
  private readonly room: Float64Array;
  private readonly fitted = new FittedTree();

  constructor(scene: Scene, bending: Bending | undefined) {
    const { bodies, deformables, meshes } = scene;
    this.scene = scene;
    this.bent = bentBodies(bending);
    const forms = bodies.map(({ mesh }) => formOf(meshes[mesh]));
    for (const { body, shape } of this.bent)
      forms[body] = new Form(ownCopy({ ...shape, wires: nothing, points: nothing }));
    for (const { mesh } of deformables) forms.push(new Form(ownCopy(meshes[mesh])));
    this.items = forms.map((form) => new Placed(form));
    this.present = new Int32Array(forms.length);
    this.isAbsent = new Uint8Array(forms.length);
    this.room = new Float64Array(6 * forms.length);
    this.boxes = this.room.subarray(0, 0);
    this.at(startOf(scene), 1);
  }

  get tree(): Tree {
    return this.fitted.tree;
  }

  isPresent(item: number): boolean {
    return this.isAbsent[item] === 0 && this.items[item].form.count > 0;
  }

  nameOf(item: number): string {
    const { bodies, deformables } = this.scene;
    return item < bodies.length ? bodies[item].name : deformables[item - bodies.length].name;
  }

  /** @param bendFactor  what bending is multiplied with */
  at(frame: Where, bendFactor: number): void {
    const { scene, items, isAbsent, present, room } = this;
    const count = scene.bodies.length;
    this.checkSizes(frame);
    isAbsent.fill(0);
    for (const body of frame.absent ?? nothing) isAbsent[body] = 1;
    for (let body = 0; body < count; body++) items[body].place(frame.poses, 7 * body);
    for (const { body, shape, at } of this.bent) {
      writeBent(items[body].form.mesh.positions, shape, frame.bends, at, bendFactor);
      items[body].form.refit();
    }
    let first = 0;
    for (let item = count; item < items.length; item++) {
      const { positions } = items[item].form.mesh;
      positions.set(frame.vertices.subarray(first, first + positions.length));
      items[item].form.refit();
      first += positions.length;
    }
    let there = 0;
    for (let item = 0; item < items.length; item++) {
      if (!this.isPresent(item)) continue;
      items[item].writeBox(room, 6 * there);
      for (let k = 6 * there; k < 6 * there + 6; k++) if (!Number.isFinite(room[k])) this.refuseItem(item);
      present[there++] = item;
    }
    this.boxes = room.subarray(0, 6 * there);
    this.fitted.fit(this.boxes);
  }

  private checkSizes({ poses, vertices }: Where): void {
    const { bodies, deformables, meshes } = this.scene;
    let numbers = 0;
    for (const { mesh } of deformables) numbers += meshes[mesh].positions.length;
    if (poses.length === 7 * bodies.length && vertices.length === numbers) return;
    refuse(
      `the frame is of another scene: this one has ${bodies.length} bodies and ${numbers / 3} free vertices`,
      'frame',
      [poses.length / 7, vertices.length / 3],
      'give a frame of a recording of this scene',
    );
  }

  private refuseItem(item: number): never {
    refuse(
      'it is at no finite place',
      `frame: "${this.nameOf(item)}"`,
      undefined,
      'name it in absent, or give it a pose',
    );
  }
}

/** Positions that may be written. */
function ownCopy({ positions, faces, wires, points }: Mesh): Mesh {
  return { positions: positions.slice(), faces, wires, points };
}

/** Where a scene starts. */
function startOf({ bodies, deformables, meshes }: Scene): Where {
  const poses = bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation]);
  const vertices = deformables.map(({ mesh }) => meshes[mesh].positions);
  const all = new Float64Array(vertices.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of vertices) {
    all.set(one, at);
    at += one.length;
  }
  const absent = bodies.flatMap(({ enabled }, body) => (enabled === false ? [body] : []));
  return { poses: Float64Array.from(poses), vertices: all, absent: Uint32Array.from(absent) };
}
