// A shadow of the certificates: what they claim, looked at by brute force with distances of another making.

import { expect } from 'vitest';
import * as contact from '../../../../../src/engines/async/loop/layout/contact.ts';
import * as K from '../../../../../src/engines/async/loop/layout/kinetic.ts';
import * as queue from '../../../../../src/engines/async/loop/layout/queue.ts';
import {
  RECORD_NODE,
  RECORD_SIZE,
  RECORD_STATE,
  STATE_SEPARATED,
} from '../../../../../src/engines/async/loop/kinetic/records.ts';
import {
  edgeEdgeDistanceSquared,
  pointPointDistanceSquared,
  pointTriangleDistanceSquared,
} from '../../../../../src/geometry/distance/index.ts';
import { TICKS_PER_SECOND } from '../world.ts';
import { allPairs, type KineticWorld, type Pair, type Scene } from './scene.ts';

/** More than any rounding, far less than any layer. */
const ROUNDING = 1e-12;

export class Shadow {
  private readonly pairs: readonly Pair[];
  private readonly kinetic: KineticWorld;
  private readonly scene: Scene;
  /** The smallest d − η(L + 1) seen [m]. */
  least = Number.POSITIVE_INFINITY;

  constructor(scene: Scene, kinetic: KineticWorld) {
    this.scene = scene;
    this.kinetic = kinetic;
    this.pairs = allPairs(scene);
  }

  /** The first pair closer than its certificate claims at a tick, in words; undefined if none is. */
  fault(tick: number): string | undefined {
    const { world } = this.kinetic;
    const x = world.places(tick / TICKS_PER_SECOND);
    const records = this.kinetic.wholes(contact.HEAD_PAIR_WHOLES);
    for (const { kind, vertices, idA, idB } of this.pairs) {
      const slot = world.call.asyncPairFind(world.at, kind, idA, idB);
      const layers = slot < 0 ? 0 : records[contact.PAIR_WHOLES_SIZE * slot + contact.PAIR_LAYERS];
      const eta = this.scene.thickness * (layers + 1) ** -0.25;
      const slack = distance(kind, x, vertices) - eta;
      this.least = Math.min(this.least, slack);
      if (slack < -ROUNDING) {
        return `pair ${kind} ${idA} ${idB} with ${layers} layers (slot ${slot}) is ${-slack} too close at tick ${tick}`;
      }
    }
    return undefined;
  }

  /** Bounds hold every vertex below them, slopes those of children and plans, and separated nodes are apart. */
  checkTree(tick: number): void {
    const { kinetic } = this;
    const { tree, world } = kinetic;
    const x = world.places(tick / TICKS_PER_SECOND);
    const axes = kinetic.reals(K.HEAD_AXES);
    const count = world.header[K.HEAD_AXIS_COUNT];
    const size = K.DOP_HEAD + 4 * count;
    const dop = kinetic.reals(K.HEAD_DOP);
    const bound = (node: number, axis: number): [number, number] => {
      const row = size * node + K.DOP_HEAD + 4 * axis;
      const dt = (tick - dop[size * node + K.DOP_TIME]) / TICKS_PER_SECOND;
      return [dop[row] + dop[row + 2] * dt, dop[row + 1] + dop[row + 3] * dt];
    };
    for (let leaf = 0; leaf < tree.leaves; leaf++) {
      for (let node = tree.leafNode[leaf]; node >= 0; node = tree.nodeParent[node]) {
        for (let axis = 0; axis < count; axis++) {
          const [lo, hi] = bound(node, axis);
          for (const v of tree.leafVertex.subarray(3 * leaf, 3 * leaf + 3)) {
            if (v < 0) continue;
            let place = 0;
            for (let k = 0; k < 3; k++) place += axes[3 * axis + k] * x[3 * v + k];
            if (place - tree.leafRadius[leaf] < lo || place + tree.leafRadius[leaf] > hi) {
              expect.fail(`vertex ${v} is outside node ${node} along axis ${axis} at tick ${tick}`);
            }
          }
        }
      }
    }
    this.checkSlopes(tick);
    const records = kinetic.wholes(K.HEAD_RECORD);
    const places = kinetic.wholes(queue.HEAD_PLACES + K.TAG_RECORD);
    const until = kinetic.reals(K.HEAD_RECORD_UNTIL);
    const sweep = kinetic.reals(K.HEAD_SETTING)[K.SETTING_SWEEP];
    for (let r = 0; r < world.header[K.HEAD_RECORD_END]; r++) {
      if (records[RECORD_SIZE * r + RECORD_STATE] !== STATE_SEPARATED) continue;
      const due = until[r];
      expect(places[r] > 0, `record ${r} has an event if it is due before the next sweep`).toBe(due < sweep);
      if (due <= tick) continue;
      const [a, b] = records.subarray(RECORD_SIZE * r + RECORD_NODE, RECORD_SIZE * r + RECORD_NODE + 2);
      let apart = false;
      for (let axis = 0; axis < count && !apart; axis++) {
        const [lowA, highA] = bound(a, axis);
        const [lowB, highB] = bound(b, axis);
        apart = lowA > highB || lowB > highA;
      }
      if (!apart)
        expect.fail(
          `record ${r} of nodes ${a} and ${b} overlaps at tick ${tick}, before it is due at ${due}`,
        );
    }
  }

  /** What a node may do holds for all below it: slopes cover those of children, those of leaves the plans of vertices. */
  private checkSlopes(tick: number): void {
    const { tree, world } = this.kinetic;
    const count = world.header[K.HEAD_AXIS_COUNT];
    const size = K.DOP_HEAD + 4 * count;
    const dop = this.kinetic.reals(K.HEAD_DOP);
    const plans = this.kinetic.reals(K.HEAD_PLAN);
    const axes = this.kinetic.reals(K.HEAD_AXES);
    const check = (node: number, axis: number, least: number, most: number, what: string): void => {
      const row = size * node + K.DOP_HEAD + 4 * axis;
      if (dop[row + 2] > least || dop[row + 3] < most)
        expect.fail(`node ${node} does not allow for ${what} along axis ${axis} at tick ${tick}`);
    };
    for (let axis = 0; axis < count; axis++) {
      tree.nodeParent.forEach((parent, node) => {
        const row = size * node + K.DOP_HEAD + 4 * axis;
        if (parent >= 0) check(parent, axis, dop[row + 2], dop[row + 3], `node ${node}`);
      });
      tree.leafVertex.forEach((v, at) => {
        if (v < 0) return;
        const plan = plans.subarray(K.PLAN_SIZE * v, K.PLAN_SIZE * v + K.PLAN_SIZE);
        let speed = 0;
        for (let k = 0; k < 3; k++) speed += axes[3 * axis + k] * plan[k];
        const reach = plan[K.PLAN_REACH] - ROUNDING;
        check(
          tree.leafNode[Math.floor(at / 3)],
          axis,
          speed - reach,
          speed + reach,
          `the plan of vertex ${v}`,
        );
      });
    }
  }
}

function distance(kind: number, x: Float64Array, v: readonly number[]): number {
  const at = v.map((i) => 3 * i);
  const squared =
    kind === 0
      ? pointTriangleDistanceSquared(x, at[0], at[1], at[2], at[3])
      : kind === 1
        ? edgeEdgeDistanceSquared(x, at[0], at[1], at[2], at[3])
        : pointPointDistanceSquared(x, at[0], at[1]);
  return Math.sqrt(squared);
}
