// Elements of one kind: what stretches, bends or twists between nodes of a deformable.
//
// A node is an owner (owners/owners.ts): a vertex, or a hidden one, whose three numbers are tilts of edges, twists, or the place of a
// point inside. The places of an element's nodes are in the room before any of its functions is called (room.ts).

import { enterRoom, PLACES, room } from './room.ts';

export abstract class Elements {
  /** Nodes of one element. */
  readonly width: number;
  /** Of all, one element after another: numbers of the deformable's nodes, then owners (place). */
  nodes: Int32Array;
  /** What of a step's end the next begins with, besides where nodes are; the state has the truth. */
  readonly memory: Float64Array;

  /** @param memory  as it is at the start */
  constructor(width: number, nodes: readonly number[], memory: Float64Array = new Float64Array(0)) {
    this.width = width;
    this.nodes = Int32Array.from(nodes);
    this.memory = memory;
  }

  get count(): number {
    return this.nodes.length / this.width;
  }

  /** From here on nodes are owners. */
  place(ownerOf: (node: number) => number): void {
    for (let k = 0; k < this.nodes.length; k++) this.nodes[k] = ownerOf(this.nodes[k]);
  }

  /** A step of length h begins with the owners at q and their velocities: what is damped is so against where it is now. */
  abstract begin(q: Float64Array, h: number, velocity: Float64Array): void;

  /** Before gradients and second derivatives are asked for with the owners at q: what all elements have in common. */
  look(_q: Float64Array): void {}

  /** Owners have moved: what of it is of no account in the second derivative (membranes.ts). */
  noteMove(_from: Float64Array, _to: Float64Array): void {}

  /** A step ends with the owners at q: writes what the next begins with. */
  remember(_q: Float64Array, _memory: Float64Array): void {}

  /** Of element e [J]. */
  abstract energy(e: number): number;

  /** ∂V of element e to GRADIENT in the room. */
  abstract writeGradient(e: number): void;

  /** ∂²V of element e, on request made positive semidefinite, to HESSIAN in the room. */
  abstract writeHessian(e: number, projected: boolean): void;

  /** Puts the places of an element's nodes into the room. */
  gather(e: number, q: Float64Array): void {
    const { width, nodes } = this;
    for (let n = 0, to = PLACES; n < width; n++) {
      const from = 3 * nodes[width * e + n];
      room[to++] = q[from];
      room[to++] = q[from + 1];
      room[to++] = q[from + 2];
    }
  }

  /** Energy of all [J]. */
  energyAt(q: Float64Array): number {
    enterRoom();
    let energy = 0;
    const { count } = this;
    for (let e = 0; e < count; e++) {
      this.gather(e, q);
      energy += this.energy(e);
    }
    return energy;
  }
}

/** Numbers in another place. */
export function moved<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** What damping by τ [s] over a step h makes of an energy ½ k (e − rest)²: (1 + τ/h) times it, about a rest that is drawn to e as it was. */
export function dampedScale(damping: number, h: number): number {
  return 1 + damping / h;
}
