// The assembled equations of motion against the Euler–Lagrange equations of Figure 2, derived from the energies:
//
//   d/dt ∂T/∂q̇ − ∂T/∂q + ∂P/∂q + Aᵀλ = 0,   A q̈ + γ = 0
//
// The matrices differ off the constraints; the accelerations on them must not.

import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/lagrange/compile.ts';
import type { Node } from '../../../src/lagrange/dag/dag.ts';
import { derivativesAlong } from '../../../src/lagrange/dag/derivative.ts';
import { Tape } from '../../../src/lagrange/dag/tape.ts';
import { deriveEquations } from '../../../src/lagrange/mechanics/equations.ts';
import { consistentPoints } from '../../../src/lagrange/structure/consistent.ts';
import { luFactor, luSolve } from '../../../src/num/dense/index.ts';
import { specification } from '../simulate.ts';

const systems = {
  pendulum: specification('reference/specs/pendulum.lagrange'),
  'double pendulum': specification('reference/specs/double-pendulum.lagrange'),
  'torque-free body': specification('reference/specs/torque-free.lagrange'),
  'rolling disc': specification('reference/specs/disc.lagrange'),
  'ball in a cylinder': specification('reference/specs/cylinder.lagrange'),
  'ball on a turntable': specification('reference/specs/turntable.lagrange'),
  'four-bar linkages': specification('reference/specs/four-bar.lagrange'),
  'Andrews without its drive': specification('reference/specs/andrews.lagrange').replace(/torque K1.*\n/, ''),
  'three bodies': specification('reference/specs/three-bodies.lagrange'),
  'a gyroscope on a moving, tilting base': `
    system Gyro;
    frame Base at (0, 0, 1) { frame Yoke turn x(0.4) { frame Ring turn z(0.2) { frame Rotor at (0.3, 0, 0.1); } } }
    vary Tx(Base), Tz(Base), Rx(Yoke), Ry(Yoke), Rz(Ring), Rx(Rotor), Ry(Rotor), Rz(Rotor);
    mass Base = point(2);
    mass Ring = body(0.5, (0.1, 0.2, 0.15), (0.01, -0.02, 0.015));
    mass Rotor = body(1.5, (0.3, 0.2, 0.25), (0.02, 0.01, -0.03));
    potential(o) = 9.81 * Mass(o) * AbsTrans(o).z;
    potential = 4 * (norm(AbsTrans(Base)) - 1)^2;
  `,
  'a pivot that is moved with time': `
    system Driven;
    frame Pivot { frame Arm turn x(0.3) { frame Bob at (0, 0, -1); } }
    vary Tz(Pivot), Rx(Arm), Ry(Arm);
    mass Bob = body(1, (0.1, 0.2, 0.3));
    potential(o) = 9.81 * Mass(o) * AbsTrans(o).z;
    constrain shake: Tz(Pivot) == 0.1 * sin(12 * t);
  `,
};

describe('equations of motion', () => {
  for (const [name, text] of Object.entries(systems))
    it(`of ${name} are those of Euler and Lagrange`, () => {
      const { compiled, faults } = compile(text);
      expect(faults).toEqual([]);
      if (compiled === undefined) return;
      const { system } = compiled;
      const equations = deriveEquations(system, system.modes[0], false);
      const { dag, variables, kinetic, potential } = system;
      const n = variables.length;
      const m = equations.constraints.length;
      const along = new Map(variables.map(({ position, rate }) => [position, rate]));
      along.set(system.time, dag.one);
      const by = (node: Node, input: Node) => derivativesAlong(dag, [node], new Map([[input, dag.one]]))[0];
      const momenta = variables.map(({ rate }) => by(kinetic, rate));
      const mass = momenta.map((p) => variables.map(({ rate }) => by(p, rate)));
      const drift = derivativesAlong(dag, momenta, along);
      const slopes = variables.map(({ position }) => by(dag.subtract(kinetic, potential), position));

      const size = n + m;
      const assembled: [number, number, Node][] = [];
      const derived: [number, number, Node][] = [];
      equations.mass.forEach((row, i) => {
        for (const [j, node] of row) assembled.push([i, j, node]);
      });
      mass.forEach((row, i) => {
        row.forEach((node, j) => {
          derived.push([i, j, node]);
        });
      });
      const gradients: [number, number, Node][] = [];
      equations.constraints.forEach(({ gradient }, c) => {
        for (const [j, node] of gradient) gradients.push([n + c, j, node], [j, n + c, node]);
      });
      const biases = equations.constraints.map(({ bias }) => dag.negate(bias));
      const solve = (
        entries: [number, number, Node][],
        right: Node[],
        values: Float64Array,
        inputs: readonly Node[],
      ) => {
        const tape = new Tape(dag, [...entries.map(([, , node]) => node), ...right], inputs);
        tape.inputs.set(values);
        const out = tape.run();
        const matrix = new Float64Array(size * size);
        entries.forEach(([i, j], k) => {
          matrix[i * size + j] += out[k];
        });
        const b = out.slice(entries.length);
        luSolve(luFactor(matrix, size), b);
        return b.subarray(0, n);
      };
      const { inputs, points } = consistentPoints(system, equations, 6);
      for (const { values, error } of points) {
        expect(error).toBeLessThan(1e-9);
        const ours = solve([...assembled, ...gradients], [...equations.force, ...biases], values, inputs);
        const theirs = solve(
          [...derived, ...gradients],
          [...slopes.map((slope, i) => dag.subtract(slope, drift[i])), ...biases],
          values,
          inputs,
        );
        const scale = Math.max(1, ...theirs.map(Math.abs));
        ours.forEach((x, i) => {
          expect(Math.abs(x - theirs[i]) / scale).toBeLessThan(1e-9);
        });
      }
    });
});
