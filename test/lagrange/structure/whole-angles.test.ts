// Sines and cosines of whole angles written as products have the values they had, and no angle is left in the program.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { op } from '../../../src/lagrange/dag/op.ts';
import { neededNodes } from '../../../src/lagrange/dag/evaluate.ts';
import { Tape } from '../../../src/lagrange/dag/tape.ts';
import { WholeAngles } from '../../../src/lagrange/structure/whole-angles.ts';
import { coaster } from '../language/examples.ts';
import { compiledFrom } from '../simulate.ts';

const { system } = compiledFrom(`system One;
frame Arm turn x(0.3) { frame Bob at (0, 0, -1); }
vary Rx(Arm);
mass Bob = point(1);
`);
const [x, w] = system.variables.map(({ position }) => position);
const { dag } = system;

test('values stay, also off the unit circle', () => {
  const angle = dag.apply(op.atan2, x, w);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 32 }),
      fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      (m, half, length) => {
        const both = [dag.cos(dag.scale(2 * m, angle)), dag.sin(dag.scale(2 * m, angle))];
        const written = new WholeAngles(system).of(both);
        expect(written).not.toEqual(both);
        const tape = new Tape(dag, [...both, ...written], [x, w]);
        tape.inputs.set([length * Math.sin(half), length * Math.cos(half)]);
        const [c, s, d, t] = tape.run();
        expect(Math.abs(c - d)).toBeLessThan(2e-15 * (4 + m));
        expect(Math.abs(s - t)).toBeLessThan(2e-15 * (4 + m));
      },
    ),
  );
});

test('other angles stay as they are', () => {
  const [y, z] = ['y', 'z'].map((name) => dag.input(name));
  const nodes = [
    dag.cos(dag.scale(2, dag.apply(op.atan2, y, z))),
    dag.sin(dag.scale(3, dag.apply(op.atan2, x, w))),
    dag.sin(dag.apply(op.atan2, x, w)),
  ];
  dag.cos(dag.scale(2, dag.apply(op.atan2, x, w)));
  expect(new WholeAngles(system).of(nodes)).toEqual(nodes);
});

test('the coaster needs no sine and no arc tangent', () => {
  const [program] = compiledFrom(coaster).programs;
  const graph = program.system.dag;
  const kinds = neededNodes(graph, program.derivative).map((node) => graph.op(node));
  for (const kind of [op.sin, op.cos, op.atan2]) expect(kinds).not.toContain(kind);
});
