// The equations of motion as one linear system, put together and solved on paper.
//
// Where chains of frames are long (mechanics/frame-rates.ts) the accelerations of frames are unknowns too, quaternions
// are turned (turned.ts) and pivots go from the leaves up: the articulated-body algorithm.

import type { Node } from '../dag/dag.ts';
import { Tape } from '../dag/tape.ts';
import type { Equations, FrameEquations } from '../mechanics/equations.ts';
import type { System } from '../system.ts';
import type { Consistent } from './consistent.ts';
import type { Rank } from './eliminate.ts';
import { type SolvedLinear, solveLinear } from './linear.ts';
import type { Optimisations } from './optimisations.ts';
import { type Turned, turn } from './turned.ts';

/** The equations of motion: M q̈ + Aᵀλ = f, A q̈ = −γ; unknowns are q̈, λ, then accelerations of frames and their λ. */
export function secondOrder(
  system: System,
  equations: Equations,
  variables: readonly number[],
  constraints: readonly number[],
  turned: readonly Turned[],
  consistent: Consistent,
  optimisations: Optimisations,
): SolvedLinear {
  const { dag } = system;
  const { frames } = equations;
  const n = variables.length;
  const total = system.variables.length;
  const extra = frames?.unknowns.length ?? 0;
  const firstFrame = n + constraints.length;
  const place = new Map(variables.map((v, i) => [v, i]));
  for (let k = 0; k < extra; k++) place.set(total + k, firstFrame + k);
  const scale = frames === undefined ? 1 : 1 / massScale(system, equations, consistent);
  const scaled = (node: Node) => dag.scale(scale, node);
  const weigh = (v: number) =>
    new Map([...equations.mass[v]].map(([w, node]) => [place.get(w) as number, scaled(node)]));
  const rows: Map<number, Node>[] = [];
  const right: Node[] = [];
  const held = (gradient: ReadonlyMap<number, Node>, bias: Node, at: number): void => {
    const row = new Map<number, Node>();
    for (const [v, node] of gradient) {
      const column = place.get(v);
      if (column === undefined) continue;
      row.set(column, node);
      rows[column].set(at, node);
    }
    rows[at] = row;
    right[at] = dag.negate(bias);
  };
  variables.forEach((v, i) => {
    rows[i] = weigh(v);
    right[i] = scaled(equations.force[v]);
  });
  for (let k = 0; k < extra; k++) {
    rows[firstFrame + k] = weigh(total + k);
    right[firstFrame + k] = scaled((frames as FrameEquations).force[k]);
  }
  constraints.forEach((c, j) => {
    held(equations.constraints[c].gradient, equations.constraints[c].bias, n + j);
  });
  frames?.definitions.forEach(({ gradient, bias }, k) => {
    held(gradient, bias, firstFrame + extra + k);
  });
  const rank = frames && leavesFirst(system, frames, variables, constraints.length);
  const whole = turn(dag, { rows, right }, turned);
  return (
    solveLinear(system, whole, consistent, optimisations, rank) ?? {
      system: whole,
      below: [],
      blocks: [],
      solution: [],
      pivots: [],
      folded: 0,
      looped: [],
      singular: [{ equations: [...rows.keys()], unknowns: [...rows.keys()] }],
    }
  );
}

/**
 * Pivots from the leaves up: what defines a frame's acceleration for it, both ways, then the moments of inertia of the
 * joint it hangs on, which are positive. Forces of constraints come last.
 */
function leavesFirst(
  { frames: all, variables }: System,
  { unknowns }: FrameEquations,
  second: readonly number[],
  constraints: number,
): Rank {
  const depths: number[] = [];
  all.forEach(({ parent }, f) => {
    depths[f] = parent < 0 ? 0 : depths[parent] + 1;
  });
  const firstFrame = second.length + constraints;
  const count = unknowns.length;
  const ranks = [
    ...second.map((v) => 1 - 2 * depths[variables[v].frame]),
    ...new Array<number>(constraints).fill(2),
    ...unknowns.map(({ frame }) => -2 * depths[frame]),
  ];
  return (row, column) => {
    if (row < firstFrame) return column === row ? ranks[row] : Infinity;
    const definition = row >= firstFrame + count;
    // Where the joint's own equation gives the torque through it, the frame's acceleration is what is left.
    if (column === row && !definition) return ranks[row] + 1;
    if (column !== (definition ? row - count : row + count)) return Infinity;
    return ranks[definition ? column : row];
  };
}

/**
 * The largest entry of M at consistent points as a power of two. What defines the accelerations of frames has entries
 * around 1, and masses measured by the largest of them are not beyond: so these are good pivots in any units.
 */
function massScale(system: System, { mass }: Equations, { inputs, points }: Consistent): number {
  const tape = new Tape(
    system.dag,
    mass.flatMap((row) => [...row.values()]),
    inputs,
  );
  let largest = 0;
  for (const { values } of points) {
    tape.inputs.set(values);
    for (const entry of tape.run())
      if (Math.abs(entry) < Infinity) largest = Math.max(largest, Math.abs(entry));
  }
  let scale = 1;
  while (largest > 0 && scale < largest) scale *= 2;
  while (largest > 0 && scale > 2 * largest) scale /= 2;
  return scale;
}
