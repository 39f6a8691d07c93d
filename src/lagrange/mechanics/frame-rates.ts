// The accelerations of frames as unknowns of their own, for long chains: in the variables alone, every link moves all
// links below it and M is full; a frame's acceleration needs only that of the frame above it and its own variables.
//
//   ẇ = X_w ẇ↑ + S_w q̈ + b_w            w, u: angular and linear velocity of a frame in the root, in its own axes
//   u̇ = X_u (ẇ↑, u̇↑) + S_u q̈ + b_u      ↑: the next frame above that is kept; b: what is there with q̈ = 0
//
// These are further constraints, their multipliers the forces and torques through the joints, and masses are weighed by
// the accelerations of the frame they are on. The matrix is as sparse as the tree, and eliminating it from the leaves
// up is the articulated-body algorithm (Featherstone 1983) without being told so.

import type { Dag, Node } from '../dag/dag.ts';
import type { Kinematics } from '../elaborate/kinematics.ts';
import type { System, Vector } from '../system.ts';

/** A component of a frame's velocity whose rate is an unknown. */
export interface FrameRate {
  readonly frame: number;
  readonly kind: 'spin' | 'velocity';
  readonly axis: 0 | 1 | 2;
}

/** Velocities of frames from those of the next kept frame above, which are inputs here: to be derived by. */
export class FrameRates {
  readonly unknowns: FrameRate[] = [];
  /** One an unknown: an input that stands for the component. */
  readonly standIns: Node[] = [];
  /** What each stands for. */
  readonly meant = new Map<Node, Node>();
  /** Kept frames, those above first. */
  readonly kept: readonly number[];
  private readonly k: Kinematics;
  private readonly system: System;
  private readonly keptSpin = new Map<number, Vector>();
  private readonly keptVelocity = new Map<number, Vector>();

  constructor(system: System, k: Kinematics) {
    this.system = system;
    this.k = k;
    this.kept = keptFrames(system);
    for (const frame of this.kept) {
      this.keptSpin.set(frame, this.standIn(frame, 'spin', k.localSpin(frame)));
      this.keptVelocity.set(frame, this.standIn(frame, 'velocity', k.localVelocity(frame)));
    }
  }

  /** The nearest kept frame above; 0, which stands still, where there is none. */
  above(frame: number): number {
    let at = this.system.frames[frame].parent;
    while (at > 0 && !this.keptSpin.has(at)) at = this.system.frames[at].parent;
    return at;
  }

  /** In the frame's own axes; of a kept frame its stand-in unless `own` says to derive it from the frame above. */
  spin(frame: number, own = false): Vector {
    const { k, system } = this;
    if (frame === 0) return zeros(system.dag);
    const kept = own ? undefined : this.keptSpin.get(frame);
    if (kept !== undefined) return kept;
    const { parent } = system.frames[frame];
    const turned = k.add(this.spin(parent), k.angularVelocity(frame, parent));
    return k.transformDirection(turned, parent, frame);
  }

  velocity(frame: number, own = false): Vector {
    if (frame === 0) return zeros(this.system.dag);
    const kept = own ? undefined : this.keptVelocity.get(frame);
    if (kept !== undefined) return kept;
    return this.k.transformDirection(this.parentVelocity(frame), this.system.frames[frame].parent, frame);
  }

  /** In the axes of the parent. */
  parentVelocity(frame: number): Vector {
    const { k } = this;
    const { parent, translation } = this.system.frames[frame];
    return k.add(this.velocity(parent), k.cross(this.spin(parent), translation), k.rate(translation));
  }

  /** Components that are always zero, as in a plane, are no unknowns. */
  private standIn(frame: number, kind: FrameRate['kind'], meant: Vector): Vector {
    const { dag, frames } = this.system;
    return [0, 1, 2].map((axis) => {
      if (meant[axis] === dag.zero) return dag.zero;
      const node = standInOf(dag, `${kind} ${'xyz'[axis]} of ${frames[frame].name}`);
      this.unknowns.push({ frame, kind, axis: axis as FrameRate['axis'] });
      this.standIns.push(node);
      this.meant.set(node, meant[axis]);
      return node;
    }) as unknown as Vector;
  }
}

/** The same at every compilation in one graph, so that what did not change is found there. */
function standInOf(dag: Dag, name: string): Node {
  let inputs = standIns.get(dag);
  if (inputs === undefined) {
    inputs = new Map();
    standIns.set(dag, inputs);
  }
  const found = inputs.get(name) ?? dag.input(name);
  inputs.set(name, found);
  return found;
}

const standIns = new WeakMap<Dag, Map<string, Node>>();

/** Frames that one looks through: variable ones with other variable ones below them that carry mass. */
function keptFrames({ dag, frames, masses, variables }: System): number[] {
  const moves = new Uint8Array(frames.length);
  for (const { frame } of variables) moves[frame] = 1;
  const kept = new Uint8Array(frames.length);
  for (const { frame } of masses) {
    let below = false;
    for (let at = frame; at > 0; at = frames[at].parent) {
      if (moves[at] === 0) continue;
      if (below) kept[at] = 1;
      below = true;
    }
  }
  const list = [...kept.keys()].filter((f) => kept[f] !== 0);
  const scaled = frames.some(({ scale }) => scale.some((s) => s !== dag.one));
  return scaled ? [] : list.sort((a, b) => depth(frames, a) - depth(frames, b));
}

/** How many kept frames lie above each other at most. */
export function longestChain(system: System): number {
  const { frames } = system;
  const kept = new Set(keptFrames(system));
  let longest = 0;
  for (const f of kept) {
    let count = 0;
    for (let at = f; at > 0; at = frames[at].parent) if (kept.has(at)) count++;
    longest = Math.max(longest, count);
  }
  return longest;
}

function depth(frames: System['frames'], frame: number): number {
  let count = 0;
  for (let at = frame; at > 0; at = frames[at].parent) count++;
  return count;
}

function zeros({ zero }: Dag): Vector {
  return [zero, zero, zero];
}
