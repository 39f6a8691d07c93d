// What the parts of a right-hand side are about, for people who read it: equations by the names of what they move or
// hold, the solving of them, and what comes of it.

import { neededNodes } from '../dag/evaluate.ts';
import { substitute } from '../dag/substitute.ts';
import type { Program } from '../structure/program.ts';
import type { Topic } from './lower.ts';

/** Of the rates of the state, only what they need. */
export function ratesTopics(program: Program): Topic[] {
  const { system, second, positions, rates, derivative, equations, classification } = program;
  const { dag, variables } = system;
  const orders = classification.variableOrder;
  const needed = new Set(neededNodes(dag, derivative));
  const held = equations.constraints.filter((_, c) => [1, 2].includes(classification.constraintOrder[c]));
  const names = [
    ...positions.map((v) => `Equation of motion of ${variables[v].name}`),
    ...held.map(({ constraint }) => `Constraint ${constraint.name}, differentiated twice`),
    ...['Forces on', 'Acceleration of'].flatMap((what) =>
      (equations.frames?.unknowns ?? []).map(
        ({ frame, kind, axis }) => `${what} ${system.frames[frame].name}: ${kind} ${'xyz'[axis]}`,
      ),
    ),
  ];
  // Velocities that follow from constraints stand in the equations as what they follow from.
  const ones = [...variables.keys()].filter((v) => orders[v] === 1);
  const follows = new Map(ones.map((v, i) => [variables[v].rate, program.firstRates[i]]));
  const topics: Topic[] = [
    ...positions.flatMap((v, at) =>
      orders[v] === 1 ? [{ name: `${variables[v].name}'`, nodes: [derivative[at]] }] : [],
    ),
    ...second.system.rows.map((row, e) => ({
      name: names[e],
      nodes: substitute(dag, [...row.values(), second.system.right[e]], follows),
    })),
    { name: 'Solving: pivots', nodes: substitute(dag, second.pivots, follows) },
    ...rates.map((v, at) => ({
      name: `${variables[v].name}''`,
      nodes: [derivative[positions.length + at]],
    })),
  ];
  return topics.map(({ name, nodes }) => ({ name, nodes: nodes.filter((node) => needed.has(node)) }));
}
