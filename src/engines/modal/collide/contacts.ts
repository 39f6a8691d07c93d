// Finds the contacts of a configuration: wherever surfaces are nearer than the slop, whatever the velocity (§3.3).
//
// A contact begins where the gap is below the slop and ends where it is above twice that: who is in contact does not
// flicker, and that memory is part of the state. Everything else kept between calls only saves time: equal
// configurations and equal memories give equal contacts, in the order of their numbers, whatever happened before.
//
// Zheng, James 2011, "Toward High-Quality Modal Contact Sound".

import { BroadPhase, IndexList } from '../../../geometry/tree/index.ts';
import { meetingRule } from '../../../scene/index.ts';
import type { Configuration, ModalBodies, ModalBody } from '../bodies/body.ts';
import { boundNodes, Displaced, type NodeBounds } from '../bodies/displace.ts';
import type { Surface } from '../bodies/surface.ts';
import { ContactSet } from './contact-set.ts';
import { writeRotations } from './frames.ts';
import { type ContactMemory, emptyMemory, remember } from './memory.ts';
import { Pair } from './pair.ts';
import type { CollideOptions, World } from './world.ts';

export class Collider {
  readonly world: World;
  private readonly pairs = new Map<number, Pair>();
  private readonly never: Set<number>;
  private readonly broad = new BroadPhase();
  private readonly near = new IndexList(64);
  private readonly boxes: Float64Array;

  constructor(model: ModalBodies, options: CollideOptions) {
    const count = model.bodies.length;
    const known = new Map<Surface, NodeBounds>();
    const displaced = model.bodies.map((body) => {
      const bounds = known.get(body.surface) ?? boundNodes(body);
      known.set(body.surface, bounds);
      return new Displaced(body, bounds);
    });
    this.world = {
      model,
      options,
      displaced,
      bulges: Float64Array.from(displaced, largestBulge),
      matrices: new Float64Array(9 * count),
      positions: new Float64Array(3 * count),
      memory: emptyMemory(),
      out: new ContactSet(),
      friction: 0,
      restitution: 0,
    };
    this.never = neverCollide(model);
    this.boxes = new Float64Array(6 * count);
  }

  /**
   * Replaces what is in `out`, and the memory of the pairs that are looked at.
   * @param active  where given, only pairs with a body marked 1 are looked at; the memory of the others stays
   */
  findContacts(at: Configuration, memory: ContactMemory, out: ContactSet, active?: Uint8Array): void {
    const { world, near } = this;
    const { bodies, firstMode } = world.model;
    const count = bodies.length;
    world.positions = at.positions;
    world.memory = memory;
    world.out = out;
    out.clear();
    writeRotations(world.matrices, at);
    for (let b = 0; b < count; b++) {
      if (bodies[b].modes > 0) world.displaced[b].bend(at.modal, firstMode[b]);
      if (bodies[b].kind !== 'plane') this.writeBox(b);
    }
    this.writePlaneBoxes();
    near.clear();
    this.broad.findPairs(near, this.boxes);
    for (let i = 0; i < near.length; i += 2) {
      const low = near.data[i];
      const high = near.data[i + 1];
      if (active && active[low] === 0 && active[high] === 0) continue;
      this.pairOf(low, high)?.addContacts(world);
    }
    remember(memory, out.ids, out.count, count, active);
  }

  /**
   * How far apart two bodies are, neither a floor, where they were when contacts were last looked for [m], rounded down
   * (pair.ts): no more than `limit`, as of two that never touch, and 0 below `least` and where they overlap.
   */
  distance(a: number, b: number, limit: number, least: number): number {
    return this.pairOf(Math.min(a, b), Math.max(a, b))?.distance(this.world, limit, least) ?? limit;
  }

  /** None where they never touch. */
  private pairOf(low: number, high: number): Pair | undefined {
    const key = low * this.world.model.bodies.length + high;
    let pair = this.pairs.get(key);
    if (pair !== undefined || this.never.has(key)) return pair;
    pair = new Pair(this.world, low, high);
    this.pairs.set(key, pair);
    return pair;
  }

  /** Floors are solid below, so everything may touch them: they get a box about all. */
  private writePlaneBoxes(): void {
    const { boxes, world } = this;
    const { bodies } = world.model;
    all.fill(Infinity, 0, 3);
    all.fill(-Infinity, 3, 6);
    for (let b = 0; b < bodies.length; b++) {
      if (bodies[b].kind === 'plane') continue;
      for (let k = 0; k < 3; k++) {
        all[k] = Math.min(all[k], boxes[6 * b + k]);
        all[3 + k] = Math.max(all[3 + k], boxes[6 * b + 3 + k]);
      }
    }
    if (!(all[0] <= all[3])) all.fill(0);
    for (let b = 0; b < bodies.length; b++) if (bodies[b].kind === 'plane') boxes.set(all, 6 * b);
  }

  /** The box of a body in the world, with its modes and half of the widest gap that is a contact. */
  private writeBox(b: number): void {
    const { boxes, world } = this;
    const { matrices, positions, displaced, bulges, options } = world;
    const { body } = displaced[b];
    const extra = displaced[b].swelling + bulges[b] + options.slop * (1 + 1e-9) + 1e-12;
    const { nodes } = body.surface.faceTree;
    for (let k = 0; k < 3; k++) {
      const m = 9 * b + 3 * k;
      let centre = positions[3 * b + k];
      let half = extra;
      if (body.kind === 'sphere') half += body.radius;
      else {
        for (let j = 0; j < 3; j++) {
          centre += matrices[m + j] * nodes[j];
          half += Math.abs(matrices[m + j]) * nodes[3 + j] * (1 + 1e-12);
        }
      }
      boxes[6 * b + k] = centre - half;
      boxes[6 * b + 3 + k] = centre + half;
    }
  }
}

const all = new Float64Array(6);

/** Numbers (low × count + high) of pairs that are not tested: held both, of one group, or told not to. */
function neverCollide({ scene, bodies }: ModalBodies): Set<number> {
  const count = bodies.length;
  const never = new Set<number>();
  const mayTouch = meetingRule(scene);
  const isHeld = ({ motion, modes }: ModalBody): boolean => motion !== 'dynamic' && modes === 0;
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if (isHeld(bodies[a]) && isHeld(bodies[b])) never.add(a * count + b);
      else if (!mayTouch(a, b)) never.add(a * count + b);
      else if (bodies[a].kind === 'plane' && bodies[b].kind === 'plane') never.add(a * count + b);
    }
  }
  return never;
}

/** Half of the largest height of a corner over the tangent plane of another (foot.ts), with room for bending [m]. */
function largestBulge(displaced: Displaced): number {
  const { faces, cornerGroups } = displaced.body.surface;
  const { positions, groupNormals, body } = displaced;
  if (body.kind !== 'mesh') return 0;
  let most = 0;
  for (let corner = 0; corner < faces.length; corner++) {
    const first = corner - (corner % 3);
    const group = cornerGroups[corner];
    displaced.group(group);
    const v = 3 * faces[corner];
    for (let c = first; c < first + 3; c++) {
      const u = 3 * faces[c];
      let height = 0;
      for (let k = 0; k < 3; k++)
        height += (positions[u + k] - positions[v + k]) * groupNormals[3 * group + k];
      most = Math.max(most, Math.abs(height));
    }
  }
  // bending adds a little; where there is none there is no room needed
  return most > 1e-9 * body.radius ? 0.75 * most : body.modes > 0 ? 1e-4 * body.radius : 0;
}
