// Both failure exits of Figure 12, with the culprits named: variables that nothing determines, and starts that cannot be
// met.

import { svd } from '../../num/dense/index.ts';
import { Tape } from '../dag/tape.ts';
import type { Equations } from '../mechanics/equations.ts';
import { Problem } from '../problem.ts';
import type { System, SystemConstraint } from '../system.ts';
import type { Consistent } from './consistent.ts';
import type { LinearSystem } from './eliminate.ts';
import { list } from './redundant.ts';

const CLOSE = 1e-6;

/** @throws Problem where a variable is in no energy, no force and no constraint */
export function refuseIdle(
  system: System,
  { mass, constraints, frames }: Equations,
  order: Uint8Array,
): void {
  const held = new Uint8Array(system.variables.length);
  for (const { gradient } of [...constraints, ...(frames?.definitions ?? [])])
    for (const v of gradient.keys()) if (v < held.length) held[v] = 1;
  const idle = system.variables.filter((_, v) => order[v] === 2 && mass[v].size === 0 && held[v] === 0);
  if (idle.length === 0) return;
  const names = idle.map(({ name }) => name);
  throw new Problem(
    `nothing determines ${list(names)}: no mass moves with ${idle.length === 1 ? 'it' : 'them'} and no constraint names ${idle.length === 1 ? 'it' : 'them'}`,
    idle[0].span,
    'give the frame or one inside it a mass, add a constraint, or do not vary it',
    names[0],
  );
}

/** @throws Problem where no point was found at which the constraints hold */
export function refuseUnmet(
  system: System,
  { constraints }: Equations,
  { inputs, points }: Consistent,
): void {
  if (points.length === 0 || points.some(({ error }) => error <= CLOSE)) return;
  const tape = new Tape(
    system.dag,
    [...constraints.map(({ constraint }) => constraint.residual), ...constraints.map(({ rate }) => rate)],
    inputs,
  );
  tape.inputs.set(points[0].values);
  const out = tape.run();
  const errors = constraints.map((_, c) => {
    const error = Math.max(Math.abs(out[c]), Math.abs(out[constraints.length + c]));
    return Number.isNaN(error) ? Infinity : error;
  });
  // A quaternion that is off is the victim of what was asked of it.
  const asked = [...constraints.keys()].filter(
    (c) => !constraints[c].constraint.implicit && errors[c] > CLOSE,
  );
  const all = [...constraints.keys()];
  const largest = all.reduce((most, c) => (errors[c] > errors[most] ? c : most), 0);
  const stretching = all.filter(
    (c) =>
      !constraints[c].constraint.implicit &&
      [...constraints[c].gradient.keys()].some((v) => constraints[largest].gradient.has(v)),
  );
  const blamed = asked.length > 0 ? asked : stretching.length > 0 ? stretching : all;
  const worst = blamed.reduce((most, c) => (errors[c] > errors[most] ? c : most), blamed[0]);
  // Met by a quaternion that is too long, a constraint is as far off as the quaternion is.
  const off = asked.length > 0 ? errors[worst] : errors[largest];
  const { constraint, gradient } = constraints[worst];
  const frames = [...new Set([...gradient.keys()].map((v) => system.frames[system.variables[v].frame].name))];
  const finite = off < Infinity;
  throw new Problem(
    finite
      ? `${constraint.name} cannot be met: with ${list(frames)} placed as well as they can be, it is off by ${off.toPrecision(3)}`
      : `${constraint.name} is not a number where ${list(frames)} ${frames.length === 1 ? 'is' : 'are'} placed`,
    constraint.span,
    finite
      ? 'another constraint contradicts it, or the frames are too far from where it holds: place them nearer'
      : 'place the frames so that nothing is divided by zero and no root is taken of a negative number',
    constraint.name,
  );
}

/**
 * @param variables  those whose accelerations are the first unknowns
 * @throws Problem where the equations of motion leave some of them open at every consistent point
 */
export function refuseSingular(
  system: System,
  { rows }: LinearSystem,
  variables: readonly number[],
  constraints: readonly SystemConstraint[],
  { inputs, points }: Consistent,
): void {
  const size = rows.length;
  const tape = new Tape(
    system.dag,
    rows.flatMap((row) => [...row.values()]),
    inputs,
  );
  let open: number[] | undefined;
  for (const { values, error } of points) {
    if (!(error <= CLOSE)) continue;
    tape.inputs.set(values);
    const out = tape.run();
    if (out.some((x) => !Number.isFinite(x))) continue;
    const matrix = new Float64Array(size * size);
    let at = 0;
    rows.forEach((row, r) => {
      let most = 0;
      for (const c of row.keys()) {
        matrix[r * size + c] = out[at++];
        most = Math.max(most, Math.abs(matrix[r * size + c]));
      }
      if (most > 0) for (let c = 0; c < size; c++) matrix[r * size + c] /= most;
    });
    const here = nullUnknowns(matrix, size);
    if (here.length === 0) return;
    if (open === undefined || here.length < open.length) open = here;
  }
  if (open === undefined) return;
  const moving = open
    .filter((u) => u < variables.length)
    .map((u) => system.variables[variables[u]])
    .map(
      (one) =>
        // Rw came by itself: the component that was named is the culprit.
        (one.implicit &&
          system.variables.find(
            ({ frame, component, implicit }) => !implicit && frame === one.frame && component[0] === 'R',
          )) ||
        one,
    );
  const forces = open.filter((u) => u >= variables.length).map((u) => constraints[u - variables.length]);
  if (moving.length === 0)
    throw new Problem(
      `the forces of ${list(forces.map(({ name }) => name))} are not determined: they depend on each other`,
      forces[0].span,
      'take one of them away',
      forces[0].name,
    );
  throw new Problem(
    `the equations of motion do not determine ${list([...new Set(moving.map(({ name }) => name))])}`,
    moving[0].span,
    'something there has no mass and no inertia in this direction: give it one, or add a constraint',
    moving[0].name,
  );
}

/** Unknowns that take part in what the matrix leaves open. */
function nullUnknowns(matrix: Float64Array, size: number): number[] {
  const { values, right } = svd(matrix, size, size);
  const open = new Set<number>();
  for (let k = 0; k < size; k++) {
    if (values[k] > 1e-10 * values[0]) continue;
    for (let u = 0; u < size; u++) if (Math.abs(right[k * size + u]) > 1e-4) open.add(u);
  }
  return [...open].sort((a, b) => a - b);
}
