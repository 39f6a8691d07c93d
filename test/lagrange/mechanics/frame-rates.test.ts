// Equations with the accelerations of frames as unknowns against those in the variables alone: the same accelerations,
// for chains and trees of all kinds, and lengths that grow with the chain and not with its cube.

import { describe, expect, it } from 'vitest';
import { chain } from '../../../bench/lib/mechanisms.ts';
import { clock } from '../../../src/lagrange/code/integrate/clock.ts';
import { compile } from '../../../src/lagrange/compile.ts';
import { countOperations } from '../../../src/lagrange/dag/count.ts';
import { Dag } from '../../../src/lagrange/dag/dag.ts';
import { derivativesAlong } from '../../../src/lagrange/dag/derivative.ts';
import { Tape } from '../../../src/lagrange/dag/tape.ts';
import { deriveEquations } from '../../../src/lagrange/mechanics/equations.ts';
import { slopes } from '../../../src/lagrange/mechanics/slopes.ts';
import { ModeModule } from '../../../src/lagrange/run/mode-module.ts';
import { createSimulator } from '../../../src/lagrange/run/simulator.ts';
import { classifyVariables } from '../../../src/lagrange/structure/classify-variables.ts';
import { consistentPoints } from '../../../src/lagrange/structure/consistent.ts';
import { allOptimisations } from '../../../src/lagrange/structure/optimisations.ts';
import { makeProgram, type Program } from '../../../src/lagrange/structure/program.ts';
import type { System } from '../../../src/lagrange/system.ts';

const mechanisms = {
  'a chain in a plane': chain(10),
  'a chain of bodies on ball joints': `
    system Balls;
    const g = 9.81;
    ${Array.from({ length: 4 }, (_, k) => `frame L[${k + 1}] at (0.1, 0, -1) turn x(${10 + 20 * k} deg) {`).join('\n')}
    ${'}'.repeat(4)}
    for i in 1..4 {
      vary Rx(L[i]), Ry(L[i]), Rz(L[i]);
      mass L[i] = body(1 + 0.1 * i, (0.1, 0.2, 0.15), (0.02, -0.03, 0.01));
    }
    potential(o) = Mass(o) * g * AbsTrans(o).z;`,
  'a chain of bodies on joints with two axes': `
    system Cardan;
    ${Array.from({ length: 4 }, (_, k) => `frame L[${k + 1}] at (0.1, 0, -1) {`).join('\n')}
    ${'}'.repeat(4)}
    for i in 1..4 { vary Rx(L[i]), Rz(L[i]); mass L[i] = body(1, (0.1, 0.2, 0.15), (0.02, -0.03, 0.01)); }
    potential(o) = Mass(o) * 9.81 * AbsTrans(o).z + AbsTrans(o).y;`,
  'a crane with a telescope, forces and torques': `
    system Crane;
    param Load = 3;
    frame Base { frame Turn { frame Arm at (0, 0, 2) turn y(-40 deg) { frame Slide at (3, 0, 0) {
      frame Hook turn y(70 deg) { frame Weight at (0, 0, -2) { frame Swing turn x(0.2) { frame Tip at (0, 0.5, 0); } } } } } } }
    vary Tx(Base), Ty(Base), Rz(Turn), Ry(Arm), Tx(Slide), Rx(Hook), Ry(Hook), Rx(Swing);
    mass Base = point(20);
    mass Turn = body(4, (1, 1, 2));
    mass Arm = body(5, (0.1, 3, 3), (0.2, 0, 0));
    mass Weight = point(Load);
    mass Tip = body(0.3, (0.01, 0.02, 0.03));
    potential(o) = 9.81 * Mass(o) * AbsTrans(o).z;
    potential = 40 * (Tx(Slide) - 3)^2;
    force Tip = (1, 2, sin(3 * t)) - 0.1 * AbsLV(Tip);
    torque Arm = (0.4, -12, 0.3);
    torque Tip = -0.01 * AbsAV(Tip);
    force Slide = (0, 3, 0);`,
  'a closed loop that is driven': `
    system Loop;
    frame A turn x(0.9) { frame B at (0, 0, 1) turn x(-0.7) { frame C at (0, 0, 1) turn x(-0.8) {
      frame D at (0, 0, 1) turn x(-0.5) { frame E at (0, 0, 1) turn x(-0.6) { frame End at (0, 0, 1); } } } } }
    vary Rx(A), Rx(B), Rx(C), Rx(D), Rx(E);
    mass A = body(1, (0.2, 0.1, 0.15), (0, 0, 0.05)); mass B = body(1, (0.2, 0.1, 0.15), (0, 0, 0.05));
    mass C = body(1, (0.2, 0.1, 0.15), (0, 0, 0.05)); mass D = point(2); mass E = body(1, (0.2, 0.1, 0.15), (0, 0, 0.05));
    mass End = point(0.7);
    constrain y: AbsTrans(End).y == 1.2 + 0.1 * sin(4 * t);
    constrain z: AbsTrans(End).z == 2.5;
    potential(o) = 9.81 * Mass(o) * AbsTrans(o).z;`,
  'a heavy tree with light twigs': `
    system Tree;
    frame Trunk turn x(0.2) { frame Bough[1] at (0, 0.3, 2) turn x(0.5) { frame Twig[1] at (0, 0, 1) turn y(0.3) { frame Leaf[1] at (0, 0, 0.2); } }
      frame Bough[2] at (0, -0.3, 2) turn x(-0.6) { frame Twig[2] at (0, 0, 1) turn y(-0.4) { frame Leaf[2] at (0, 0, 0.2); } } }
    vary Rx(Trunk), Ry(Trunk);
    mass Trunk = body(5000, (2000, 2000, 100), (0, 0, 1));
    for i in 1..2 { vary Rx(Bough[i]), Ry(Twig[i]); mass Bough[i] = body(40, (5, 5, 1), (0, 0, 0.5)); mass Leaf[i] = point(0.05); }
    potential(o) = 9.81 * Mass(o) * AbsTrans(o).z;`,
};

/** In the variables alone by partial pivoting, which is the more exact; with frames as it is always done. */
function programOf(system: System, tree: boolean): Program {
  const [mode] = system.modes;
  const equations = deriveEquations(system, mode, tree);
  const consistent = consistentPoints(system, equations, 4);
  const classification = classifyVariables(system, mode, equations, consistent);
  const how = { ...allOptimisations, ...(tree ? {} : { longest: 0 }) };
  return makeProgram(system, mode, equations, classification, consistent, how);
}

function systemOf(text: string): System {
  const { compiled, faults } = compile(text);
  expect(faults).toEqual([]);
  return (compiled as NonNullable<typeof compiled>).system;
}

describe('accelerations of frames as unknowns', () => {
  for (const [name, text] of Object.entries(mechanisms))
    it(`give ${name} the same accelerations`, () => {
      const system = systemOf(text);
      const [plain, tree] = [false, true].map((how) => programOf(system, how));
      expect(tree.equations.frames?.unknowns.length).toBeGreaterThan(0);
      const modules = [plain, tree].map((one) => new ModeModule(one, '5(4)'));
      for (const { values } of consistentPoints(system, plain.equations, 5).points) {
        const [a, b] = modules.map((module) => {
          module.inputs.set(values);
          return Float64Array.from(module.derivative());
        });
        const size = a.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        for (const [k, x] of a.entries()) expect(Math.abs(x - b[k])).toBeLessThan(1e-12 * size);
      }
      // By the fixed order of pivots, not by full pivoting.
      expect(modules[1].clock[clock.robust]).toBe(0);
    });

  it('let the length of the program grow with the chain', () => {
    const [five, forty] = [5, 40].map((n) => {
      const { compiled } = compile(chain(n));
      const [{ system, derivative }] = (compiled as NonNullable<typeof compiled>).programs;
      return countOperations(system.dag, derivative);
    });
    expect(Math.log(forty / five) / Math.log(8)).toBeLessThan(1.3);
    expect(forty).toBeLessThan(12_000);
  });

  it('keep the energy of forty links', () => {
    const { compiled } = compile(chain(40));
    const simulator = createSimulator(compiled as NonNullable<typeof compiled>, { relative: 1e-9 });
    const total = () => {
      const { kinetic, potential } = simulator.energies();
      return kinetic + potential;
    };
    const before = total();
    let most = 0;
    for (let frame = 1; frame <= 60; frame++) {
      simulator.advance(frame / 60);
      most = Math.max(most, simulator.energies().kinetic);
      expect(Math.abs(total() - before)).toBeLessThan(1e-8 * most);
    }
    expect(simulator.constraintError()).toBeLessThan(1e-10);
  });

  it('need no other pivots while links turn over', () => {
    const { compiled } = compile(chain(8).replaceAll('turn x(5 deg)', 'turn x(95 deg)'));
    const module = new ModeModule((compiled as NonNullable<typeof compiled>).programs[0], '8(5,3)');
    const { program } = module;
    program.system.variables.forEach(({ guess }, v) => {
      module.inputs[program.firstPosition + v] = guess;
    });
    module.clock[clock.relative] = 1e-9;
    module.clock[clock.absolute] = 1e-11;
    module.start();
    while (module.clock[clock.time] < 4) expect(module.step(4)).toBe(true);
    expect(module.clock[clock.accepted]).toBeGreaterThan(300);
    expect(module.clock[clock.robust]).toBe(0);
  });

  it('give the same impulses', () => {
    const system = systemOf(mechanisms['a closed loop that is driven']);
    const [plain, tree] = [false, true].map((how) => programOf(system, how));
    const { values } = consistentPoints(system, plain.equations, 2).points[1];
    const [a, b] = [plain, tree].map((one) => {
      const module = new ModeModule(one, '5(4)');
      module.inputs.set(values);
      // A push that the constraints do not allow.
      for (let v = one.firstRate; v < values.length; v++) module.inputs[v] += 0.3 * Math.sin(7 * v);
      module.impulse();
      expect(module.evaluate('residualRates').every((rate) => Math.abs(rate) < 1e-12)).toBe(true);
      return module.inputs.slice();
    });
    for (const [k, x] of a.entries()) expect(b[k]).toBeCloseTo(x, 12);
    expect(Math.abs(a[plain.firstRate] - values[plain.firstRate])).toBeGreaterThan(1e-3);
  });
});

describe('slopes', () => {
  it('are the forward derivatives', () => {
    const dag = new Dag();
    const [x, y, z] = ['x', 'y', 'z'].map((name) => dag.input(name));
    const inner = dag.add(dag.sin(dag.multiply(x, y)), dag.sqrt(dag.add(dag.multiply(y, y), dag.one)));
    const node = dag.sum(
      [dag.divide(inner, z), dag.multiply(inner, inner, x), dag.power(z, x)],
      [2, -3, 1],
      4,
    );
    const inputs = [x, y, z];
    const backward = slopes(dag, node, inputs);
    const forward = inputs.map((input) => derivativesAlong(dag, [node], new Map([[input, dag.one]]))[0]);
    const tape = new Tape(dag, [...backward, ...forward], inputs);
    tape.inputs.set([0.7, -1.3, 2.1]);
    const values = tape.run();
    for (let k = 0; k < 3; k++) expect(values[k]).toBeCloseTo(values[3 + k], 12);
  });
});
