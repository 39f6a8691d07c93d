import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeMoment, type Moment, writeMoment } from '../../../../../src/engines/modal/advance/flow.ts';
import {
  writeEulerKicks,
  writeFields,
  writeInertia,
  writeSpinForces,
} from '../../../../../src/engines/modal/advance/spin/spin-terms.ts';
import { makeSpinShape, PAIR, type SpinShape } from '../../../../../src/engines/modal/bodies/spin-shape.ts';
import { ModalSimulation } from '../../../../../src/engines/modal/engine.ts';
import { buildModel, type Model } from '../../../../../src/engines/modal/model.ts';
import type { ModalOptions } from '../../../../../src/engines/modal/options.ts';
import { columns } from '../../../../../src/engines/modal/report.ts';
import type { ModalState } from '../../../../../src/engines/modal/state.ts';
import { boxTetrahedra } from '../../../../../src/geometry/tetra/index.ts';
import { type Modes, sizeOf } from '../../../../../src/modes/index.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  Random,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
} from '../../../../../src/num/index.ts';
import {
  box,
  floor,
  resolveScene,
  type Scene,
  type SceneFile,
  sphere,
} from '../../../../../src/scene/index.ts';
import { copyState, hashState, restoreState } from '../../../../../src/sim/index.ts';
import { mapped } from '../../../../modes/bodies.ts';
import { lonelyContext, silent } from '../../../../sim/tiny.ts';
import { optionsOf } from '../../harness.ts';
import { type Meshed, meshed, withMeshed } from '../../meshed.ts';

type Triple = [number, number, number];

const rubber = { density: 1000, youngsModulus: 1e8, poissonRatio: 0.3 };
const at = Object.fromEntries(columns.map(({ name }, i) => [name, i]));

/** A simulation with its state and report at hand. */
class Run {
  readonly model: Model;
  readonly simulation: ModalSimulation;
  values = new Float64Array(0);
  steps = 0;

  constructor(
    scene: Scene,
    given: Readonly<Record<string, Meshed>>,
    changes: Partial<ModalOptions> = {},
    spins = true,
  ) {
    const options = optionsOf(scene, { adaptive: false, ...changes });
    this.model = buildModel(scene, options, withMeshed(scene, given, spins));
    this.simulation = new ModalSimulation(this.model, lonelyContext());
  }

  get state(): ModalState {
    return this.simulation.state as ModalState;
  }

  to(time: number): this {
    const { steps, values } = this.simulation.advance(time, silent);
    this.steps += steps;
    this.values = values.slice();
    return this;
  }

  value(name: string): number {
    return this.values[at[name]];
  }

  /** Where everything is at a time, on the flights that bodies are in. */
  moment(time: number): Moment {
    const moment = makeMoment(this.model);
    for (let b = 0; b < this.model.count; b++) writeMoment(this.model, this.state, b, time, moment);
    return moment;
  }

  /** Begins with other coordinates and velocities of modes than those that rotation holds. */
  shake(q: (m: number) => number, rate: (m: number) => number): this {
    const { state } = this;
    for (let m = 0; m < this.model.modes; m++) {
      state.modal[m] = q(m);
      state.modalVelocities[m] = rate(m);
    }
    state.loads.fill(0);
    state.spinLoads.fill(0);
    return this;
  }
}

function fieldsOf(shape: SpinShape, x: Float64Array): Float64Array {
  const fields = new Float64Array(PAIR * shape.modes);
  writeFields(shape, x, 0, shape.modes, fields);
  return fields;
}

const alone = (size: Triple, angularVelocity: Triple): Scene =>
  resolveScene({
    name: 'alone',
    gravity: [0, 0, 0],
    duration: 1,
    bodies: [{ ...box({ size, density: rubber.density }), name: 'body', angularVelocity }],
  }).scene;

describe('the terms between rotation and vibration', () => {
  const modes = 4;
  const random = new Random(5);
  const numbers = (count: number): Float64Array =>
    Float64Array.from({ length: count }, () => random.between(-1, 1));
  const pairs = numbers(9 * sizeOf(modes));
  // C_mm is symmetric, and tr C_mn = δ_mn
  for (let n = 0; n < modes; n++)
    for (let m = 0; m <= n; m++) {
      const c = pairs.subarray(9 * (sizeOf(n) + m), 9 * (sizeOf(n) + m) + 9);
      c[8] = (m === n ? 1 : 0) - c[0] - c[4];
      if (m === n) [c[3], c[6], c[7]] = [c[1], c[2], c[5]];
    }
  const shape: SpinShape = makeSpinShape({
    totals: numbers(3 * modes),
    moments: numbers(9 * modes),
    pairs,
    stiffening: numbers(6 * sizeOf(modes)),
  });

  /** T less ½ q̇² and what a rigid body has, ½ ωᵀ ΔI ω + ω · s; and what it is by ω. */
  const energy = (q: Float64Array, u: Float64Array, w: Float64Array): number => {
    const i = new Float64Array(6);
    const s = new Float64Array(3);
    writeInertia(shape, q, fieldsOf(shape, q), u, 0, { changes: i, changeAt: 0, inner: s, innerAt: 0 });
    const [x, y, z] = w;
    return (
      0.5 * (i[0] * x * x + i[1] * y * y + i[2] * z * z) +
      i[3] * x * y +
      i[4] * x * z +
      i[5] * y * z +
      s[0] * x +
      s[1] * y +
      s[2] * z
    );
  };
  const nudge = (a: Float64Array, k: number, by: number): Float64Array =>
    a.map((value, i) => (i === k ? value + by : value));

  test('are the derivatives of the kinetic energy', () => {
    // T is quadratic in each: central differences are exact
    const e = 0.1;
    for (let trial = 0; trial < 5; trial++) {
      const [q, u] = [numbers(modes), numbers(modes)];
      const [w, change] = [numbers(3), numbers(3)];
      const forces = new Float64Array(modes);
      const kicks = new Float64Array(modes);
      writeSpinForces(shape, q, fieldsOf(shape, q), fieldsOf(shape, u), 0, w, forces);
      writeEulerKicks(shape, fieldsOf(shape, q), 0, change, kicks);
      const momentum = (qs: Float64Array, ws: Float64Array, n: number): number =>
        (energy(qs, nudge(u, n, e), ws) - energy(qs, nudge(u, n, -e), ws)) / (2 * e);
      for (let n = 0; n < modes; n++) {
        // Lagrange: f = ∂T/∂q − d/dt ∂T/∂q̇, with q changing by u, and with ω changing
        const slope = (energy(nudge(q, n, e), u, w) - energy(nudge(q, n, -e), u, w)) / (2 * e);
        const later = q.map((value, m) => value + e * u[m]);
        const sooner = q.map((value, m) => value - e * u[m]);
        const drift = (momentum(later, w, n) - momentum(sooner, w, n)) / (2 * e);
        expect(forces[n]).toBeCloseTo(slope - drift, 11);
        const jump = momentum(q, change, n) - momentum(q, new Float64Array(3), n);
        expect(kicks[n]).toBeCloseTo(-jump, 11);
      }
    }
  });

  test('of modes that do not move are left out', () => {
    const x = numbers(modes);
    x.fill(0, 2);
    const some = new Float64Array(PAIR * modes);
    writeFields(shape, x, 0, 2, some);
    expect(some).toEqual(fieldsOf(shape, x));
  });

  test('of Coriolis do no work', () => {
    const [q, u, w] = [numbers(modes), numbers(modes), numbers(3)];
    const moving = new Float64Array(modes);
    const rest = new Float64Array(modes);
    writeSpinForces(shape, q, fieldsOf(shape, q), fieldsOf(shape, u), 0, w, moving);
    writeSpinForces(shape, q, fieldsOf(shape, q), fieldsOf(shape, new Float64Array(modes)), 0, w, rest);
    const work = moving.reduce((sum, f, m) => sum + (f - rest[m]) * u[m], 0);
    expect(Math.abs(work)).toBeLessThan(1e-13);
  });
});

describe('a bar that spins about an axis across it', () => {
  const size: Triple = [1, 0.05, 0.05];
  const spin = 20;
  const modes = meshed(boxTetrahedra(size, [12, 1, 1]), rubber, 25);
  /** ρ Ω² L³ / 3E, L half its length. */
  const stretch = (rubber.density * spin * spin * 0.125) / (3 * rubber.youngsModulus);
  /** How far its end is out. */
  const tip = ({ model, state }: Run): number => {
    const { surface, shapes, modes: count } = model.bodies.bodies[0];
    const end = surface.positions.findIndex((x, i) => i % 3 === 0 && x > 0.4999) / 3;
    let out = 0;
    for (let m = 0; m < count; m++) out += shapes[3 * (end * count + m)] * state.modal[m];
    return out;
  };

  test('begins stretched by ρΩ²L³/3E, and stays so', () => {
    for (const adaptive of [false, true]) {
      const run = new Run(alone(size, [0, spin, 0]), { body: { modes } }, { adaptive });
      const first = tip(run);
      expect(Math.abs(first / stretch - 1)).toBeLessThan(0.01);
      const begun = run.to(1e-6).value('energy');
      run.to(0.3);
      expect(Math.abs(tip(run) / first - 1)).toBeLessThan(1e-6);
      expect(Math.abs(run.value('energy') / begun - 1)).toBeLessThan(1e-12);
    }
  });

  test('vibrates about that where it began straight, and spins slower the longer it is', () => {
    const run = new Run(alone(size, [0, spin, 0]), { body: { modes } }).shake(
      () => 0,
      () => 0,
    );
    const outs: number[] = [];
    const spins: number[] = [];
    for (let i = 1; i <= 800; i++) {
      outs.push(tip(run.to(i * 2.5e-4)));
      spins.push(run.state.turning[1]);
    }
    expect(Math.abs(outs.reduce((sum, out) => sum + out, 0) / outs.length / stretch - 1)).toBeLessThan(0.02);
    expect(Math.max(...outs)).toBeGreaterThan(1.8 * stretch);
    expect(Math.min(...outs)).toBeLessThan(0.2 * stretch);
    // I ω is kept: together they swing against each other
    const longest = outs.indexOf(Math.max(...outs));
    expect(spins[longest]).toBeLessThan(0.5 * (Math.min(...spins) + Math.max(...spins)));
  });

  test('swings along its axis the faster, the faster it spins: stress stiffens it as a string', () => {
    // ∫ ½ (L² − x²) U′² / ∫ U² of the first free mode is 3.05 (test/modes/inertia.test.ts has it by quadrature)
    const flat: Triple = [1, 0.04, 0.06];
    const own = meshed(boxTetrahedra(flat, [12, 1, 1]), rubber, 8);
    const fast = 30;
    const run = new Run(alone(flat, [0, fast, 0]), { body: { modes: own } });
    run.state.modal[0] += 1e-4;
    const step = 5e-4;
    const crossings: number[] = [];
    let before = 1;
    for (let i = 1; i <= 1000; i++) {
      const [now] = run.to(i * step).moment(i * step).modal;
      if (before < 0 && now >= 0) crossings.push(i - now / (now - before));
      before = now;
    }
    const periods = crossings.length - 1;
    const omega = (2 * Math.PI * periods) / ((crossings[periods] - crossings[0]) * step);
    const known = Math.sqrt(own.omegas[0] * own.omegas[0] + 3.05 * fast * fast);
    expect(Math.abs(omega / known - 1)).toBeLessThan(0.01);
    expect(known / own.omegas[0]).toBeGreaterThan(1.15);
  });

  test('with damping comes to rest there, and has lost energy only', () => {
    const run = new Run(alone(size, [0, spin, 0]), { body: { modes, alpha: 30 } }).shake(
      () => 0,
      () => 0,
    );
    const energies = [run.to(1e-6).value('energy')];
    for (let i = 1; i <= 50; i++) energies.push(run.to(0.02 * i).value('energy'));
    expect(Math.abs(tip(run) / stretch - 1)).toBeLessThan(0.01);
    const lost = energies[0] - energies[50];
    expect(lost).toBeGreaterThan(0);
    // as measured from step to step, where heavy damping and changing loads mix
    for (let i = 1; i <= 50; i++) expect(energies[i] - energies[i - 1]).toBeLessThan(1e-3 * lost);
  });
});

describe('Coriolis forces', () => {
  /** Which way a pair of modes swings in the plane of its two coordinates, from half a turn to the other [rad]. */
  function direction(run: Run, a: number, b: number, from: number, span: number): number {
    let [xx, xy, yy] = [0, 0, 0];
    for (let i = 0; i < 64; i++) {
      const { modal } = run.to(from + (span * i) / 64).moment(from + (span * i) / 64);
      xx += modal[a] * modal[a];
      xy += modal[a] * modal[b];
      yy += modal[b] * modal[b];
    }
    return 0.5 * Math.atan2(2 * xy, xx - yy);
  }

  test('let a round bar that spins about its axis swing on in the plane it was plucked in', () => {
    const size: Triple = [1, 0.03, 0.03];
    const modes = meshed(boxTetrahedra(size, [12, 1, 1]), rubber, 2);
    const omega = Math.sqrt(modes.omegas[0] * modes.omegas[1]);
    // as of a body that is as stiff one way as the other; elements in one layer are not quite
    const round: Modes = { ...modes, omegas: Float64Array.of(omega, omega) };
    const spin = 0.02 * omega;
    const run = new Run(alone(size, [spin, 0, 0]), { body: { modes: round } }, { stepsPerPeriod: 40 });
    const pairs = round.inertia?.pairs.subarray(9, 18) as Float64Array;
    const sense = Math.sign(pairs[5] - pairs[7]);
    expect(Math.abs(pairs[5] - pairs[7])).toBeCloseTo(1, 2);
    // plucked in a frame that does not turn: what moves with the bar moves there
    run.shake(
      (m) => (m === 0 ? 1e-4 : 0),
      (m) => (m === 1 ? -sense * spin * 1e-4 : 0),
    );
    const period = (2 * Math.PI) / omega;
    for (const turns of [0.1, 0.2]) {
      const time = Math.round((turns * 2 * Math.PI) / spin / period) * period;
      const found = direction(run, 0, 1, time - 0.5 * period, period);
      // in the bar's own frame it turns back
      const wanted = -sense * spin * time;
      const off = Math.sin(found - wanted);
      expect(Math.abs(off), `${turns} turns`).toBeLessThan(0.02);
    }
  });

  test('split the frequencies of that bar to ω ± Ω', () => {
    const size: Triple = [1, 0.03, 0.03];
    const modes = meshed(boxTetrahedra(size, [12, 1, 1]), rubber, 2);
    const omega = Math.sqrt(modes.omegas[0] * modes.omegas[1]);
    const round: Modes = { ...modes, omegas: Float64Array.of(omega, omega) };
    const spin = 0.1 * omega;
    const pairs = round.inertia?.pairs.subarray(9, 18) as Float64Array;
    const sense = Math.sign(pairs[5] - pairs[7]);
    for (const side of [1, -1]) {
      // a circle, run through one way: at rate λ in the bar's frame
      const rate = omega + side * spin;
      const run = new Run(alone(size, [spin, 0, 0]), { body: { modes: round } }, { stepsPerPeriod: 40 });
      run.shake(
        (m) => (m === 0 ? 1e-4 : 0),
        (m) => (m === 1 ? -side * sense * rate * 1e-4 : 0),
      );
      let angle = 0;
      let before = 0;
      const end = (40 * 2 * Math.PI) / omega;
      for (let i = 1; i <= 800; i++) {
        const { modal } = run.to((i / 800) * end).moment((i / 800) * end);
        const now = Math.atan2(modal[1], modal[0]);
        angle += Math.atan2(Math.sin(now - before), Math.cos(now - before));
        before = now;
      }
      expect(Math.abs(Math.abs(angle / end) / rate - 1)).toBeLessThan(2e-3);
      // and further apart than without
      expect(Math.abs(Math.abs(angle / end) / omega - 1)).toBeGreaterThan(0.09);
    }
  });
});

describe('any body that spins and vibrates', () => {
  const size: Triple = [0.5, 0.06, 0.1];
  const bodies = [
    boxTetrahedra(size, [5, 1, 1]),
    // bent and wrung, so that nothing is even
    mapped(boxTetrahedra(size, [5, 1, 1]), (x, y, z) => [x, y + 0.6 * x * x + 0.3 * x * z, z - 0.8 * x * y]),
  ].map((mesh) => meshed(mesh, rubber, 6));

  const thrown = (body: number, spin: Triple, seed: number, much: number, changes: object = {}): Run => {
    const modes = bodies[body];
    const random = new Random(seed);
    const reach = much * Math.sqrt(rubber.density * size[0] * size[1] * size[2]) * size[0];
    return new Run(alone(size, spin), { body: { modes } }, changes).shake(
      (m) => (reach * random.between(-1, 1) * modes.omegas[0]) / modes.omegas[m],
      () => reach * random.between(-1, 1) * modes.omegas[0],
    );
  };

  test('keeps momentum to 1e-10 and its energy for a thousand periods', () => {
    const rates = fc.integer({ min: -1200, max: 1200 }).map((rate) => rate / 100);
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1),
        fc.tuple(rates, rates, rates),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 100 }).map((part) => part * 1e-4),
        fc.constantFrom('exact', 'newmark'),
        (body, spin, seed, much, propagation) => {
          const run = thrown(body, spin, seed, much, { propagation }).to(1e-9);
          const momentum = ['X', 'Y', 'Z'].map((k) => run.value(`spin${k}`));
          const size = Math.hypot(...momentum);
          const period = (2 * Math.PI) / bodies[body].omegas[0];
          const energies: number[] = [];
          const vibration = run.value('vibration');
          for (let i = 1; i <= 250; i++) {
            run.to(4 * i * period);
            energies.push(run.value('energy'));
            for (const [k, p] of momentum.entries()) {
              expect(Math.abs(run.values[at.spinX + k] - p)).toBeLessThanOrEqual(1e-10 * size);
              expect(run.values[at.momentumX + k]).toBe(0);
            }
          }
          const mean = (list: number[]): number => list.reduce((sum, e) => sum + e, 0) / list.length;
          const middle = mean(energies);
          for (const e of energies)
            expect(Math.abs(e - middle)).toBeLessThan(2e-3 * vibration + 1e-5 * middle);
          const drift = mean(energies.slice(-80)) - mean(energies.slice(0, 80));
          expect(Math.abs(drift)).toBeLessThan(5e-4 * vibration + 1e-6 * middle);
        },
      ),
      { numRuns: 4 },
    );
  });

  test('has the momentum that its points have: of the poses it is seen in, and of its modes', () => {
    const errors = [1, 2].map((finer) => {
      const h = 2e-4 / finer;
      const run = thrown(0, [6, -4, 9], 3, 0.01, { timeStep: h });
      const shape = run.model.spins[0] as SpinShape;
      run.to(50.5 * 2e-4);
      const { state, model } = run;
      const time = state.times[0];
      const [one, two] = [run.moment(time), run.moment(time + h)];
      // ω from one end of the step to the other, about an axis that both ends agree on
      const turned = new Float64Array(4);
      const spin = new Float64Array(3);
      conjugateQuaternion(turned, 0, one.rotations, 0);
      multiplyQuaternions(turned, 0, turned, 0, two.rotations, 0);
      rotationVectorFromQuaternion(spin, 0, turned, 0);
      for (let k = 0; k < 3; k++) spin[k] /= h;
      const q = one.modal.map((value, m) => 0.5 * (value + two.modal[m]));
      const u = one.modal.map((value, m) => (two.modal[m] - value) / h);
      const i = new Float64Array(6);
      const s = new Float64Array(3);
      writeInertia(shape, q, fieldsOf(shape, q), u, 0, { changes: i, changeAt: 0, inner: s, innerAt: 0 });
      const [x, y, z] = spin;
      const [ix, iy, iz] = model.bodies.bodies[0].inertia;
      const local = Float64Array.of(
        (ix + i[0]) * x + i[3] * y + i[4] * z + s[0],
        i[3] * x + (iy + i[1]) * y + i[5] * z + s[1],
        i[4] * x + i[5] * y + (iz + i[2]) * z + s[2],
      );
      const middle = one.rotations.map((value, k) => value + two.rotations[k]);
      const length = Math.hypot(...middle);
      rotateByQuaternion(
        local,
        0,
        middle.map((value) => value / length),
        0,
        local,
        0,
      );
      const { momenta } = state;
      const away = local.map((p, k) => p - momenta[k]);
      expect(Math.hypot(...s)).toBeGreaterThan(1e-4 * Math.hypot(...momenta));
      return Math.hypot(...away) / Math.hypot(...momenta);
    });
    expect(errors[0]).toBeLessThan(1e-5);
    expect(errors[1]).toBeLessThan(0.3 * errors[0]);
  });

  test('moves the more exactly the finer the steps, by their square', () => {
    const end = 0.05;
    const motion = (steps: number): number[] => {
      const run = thrown(1, [7, 9, -5], 8, 0.005, { timeStep: end / steps }).to(end - 1e-9);
      const { rotations, modal } = run.moment(end);
      expect(run.steps).toBe(steps);
      return [...rotations, ...Array.from(modal, (q) => 10 * q)];
    };
    const away = (a: number[], b: number[]): number => Math.hypot(...a.map((value, k) => value - b[k]));
    const [one, two, three, four] = [160, 320, 640, 1280].map(motion);
    const ratios = [away(one, two) / away(two, three), away(two, three) / away(three, four)];
    for (const ratio of ratios) {
      expect(ratio).toBeGreaterThan(3.5);
      expect(ratio).toBeLessThan(4.5);
    }
  });

  test('goes on from a snapshot bit for bit', () => {
    for (const adaptive of [false, true]) {
      const run = thrown(1, [7, 9, -5], 8, 0.005, { adaptive }).to(0.02);
      const midway = copyState(run.simulation.state);
      const wanted = hashState(run.to(0.05).state);
      const again = thrown(1, [7, 9, -5], 8, 0.005, { adaptive });
      restoreState(again.simulation, midway);
      expect(hashState(again.to(0.05).state)).toBe(wanted);
    }
  });

  test('keeps momentum to 1e-10 when it is hit, too', () => {
    const { scene } = resolveScene({
      name: 'hit',
      gravity: [0, 0, 0],
      duration: 1,
      bodies: [
        { ...box({ size, density: rubber.density }), name: 'body', angularVelocity: [3, 2, 8] },
        {
          ...sphere({ radius: 0.05, density: 3000 }),
          name: 'ball',
          position: [0.15, 0.12, 0],
          velocity: [0, -3, 0],
        },
      ],
    });
    const run = new Run(scene, { body: { modes: bodies[0] } }, { recovery: 0 }).to(1e-9);
    const total = (): number[] => {
      const { positions, velocities } = run.moment(run.state.clock[0]);
      const sum = [run.value('spinX'), run.value('spinY'), run.value('spinZ')];
      scene.bodies.forEach(({ mass }, b) => {
        const [x, y, z] = positions.subarray(3 * b, 3 * b + 3);
        const [u, v, w] = velocities.subarray(3 * b, 3 * b + 3);
        sum[0] += mass * (y * w - z * v);
        sum[1] += mass * (z * u - x * w);
        sum[2] += mass * (x * v - y * u);
      });
      return sum;
    };
    const first = total();
    const begun = run.value('energy');
    for (let i = 1; i <= 20; i++) {
      run.to(0.005 * i);
      total().forEach((p, k) => {
        expect(Math.abs(p - first[k])).toBeLessThan(1e-10);
      });
      expect(run.value('energy')).toBeLessThan(begun * 1.001);
    }
    expect(run.state.velocities[1]).toBeLessThan(-0.1);
    expect(run.value('vibration')).toBeGreaterThan(1e-3);
  });
});

describe('a body that a path turns', () => {
  const size: Triple = [1, 0.05, 0.05];
  // the first mode is at 16 rad/s
  const spin = 5;
  const modes = meshed(boxTetrahedra(size, [12, 1, 1]), rubber, 25, (x) => x < -0.4999);
  const turning = (angularVelocity: Triple, path?: object): Scene =>
    resolveScene({
      name: 'turning',
      gravity: [0, 0, 0],
      duration: 1,
      bodies: [
        {
          ...box({ size, density: rubber.density }),
          name: 'body',
          motion: 'kinematic',
          clamp: ['x<-0.4999'],
          ...(path ? { path } : { angularVelocity }),
        } as NonNullable<SceneFile['bodies']>[number],
      ],
    }).scene;
  const tip = ({ model, state }: Run, k: number): number => {
    const { surface, shapes, modes: count } = model.bodies.bodies[0];
    const end = surface.positions.findIndex((x, i) => i % 3 === 0 && x > 0.4999) / 3;
    let out = 0;
    for (let m = 0; m < count; m++) out += shapes[3 * (end * count + m) + k] * state.modal[m];
    return out;
  };

  test('is stretched from its clamp at one end by ρΩ²L³/12E', () => {
    const run = new Run(turning([0, 0, spin]), { body: { modes } });
    const stretch = (rubber.density * spin * spin) / (12 * rubber.youngsModulus);
    expect(Math.abs(tip(run, 0) / stretch - 1)).toBeLessThan(0.015);
    const first = tip(run, 0);
    run.to(0.2);
    expect(Math.abs(tip(run, 0) / first - 1)).toBeLessThan(1e-6);
  });

  test('bends back when it begins to turn, as its inertia says', () => {
    // from rest to 0.4 rad/s about its middle: the kick is Γ′ Δω of each mode
    const path = {
      keys: [
        { time: 0.05, rotation: [0, 0, 0, 1] },
        { time: 0.25, rotation: [0, 0, Math.sin(0.04), Math.cos(0.04)] },
      ],
      after: 'hold',
    };
    const run = new Run(turning([0, 0, 0], path), { body: { modes } });
    const { participation } = run.model.spins[0] as SpinShape;
    run.to(0.049);
    expect(Math.max(...run.state.modal.map(Math.abs))).toBe(0);
    const peaks = new Float64Array(2);
    for (let i = 0; i < 150; i++) {
      const { modal } = run.to(0.05 + 1e-3 * i).moment(0.05 + 1e-3 * i);
      for (let m = 0; m < 2; m++) peaks[m] = Math.max(peaks[m], Math.abs(modal[m]));
    }
    const wanted = [0, 1].map((m) => (0.4 * Math.abs(participation[6 * m + 5])) / modes.omegas[m]);
    const which = wanted[0] > wanted[1] ? 0 : 1;
    expect(Math.abs(peaks[which] / wanted[which] - 1)).toBeLessThan(0.03);
  });
});

describe('what does not turn', () => {
  const size: Triple = [0.5, 0.06, 0.1];
  const free = meshed(boxTetrahedra(size, [5, 1, 1]), rubber, 6);
  const held = meshed(boxTetrahedra(size, [5, 1, 1]), rubber, 6, (x) => x < -0.2499);

  const file = (body: object): Scene =>
    resolveScene({
      name: 'still',
      duration: 1,
      bodies: [
        floor(),
        { ...box({ size, density: rubber.density }), name: 'body', position: [0, 0.5, 0], ...body },
        { ...sphere({ radius: 0.05 }), name: 'ball', position: [0.2, 0.6, 0], angularVelocity: [0, 0, 30] },
      ],
    }).scene;
  const bits = (scene: Scene, modes: Modes, spins: boolean): string => {
    const run = new Run(scene, { body: { modes } }, {}, spins);
    return hashState(run.to(0.1).state);
  };

  test.each([
    ['held still', { motion: 'static', clamp: ['x<-0.2499'] }],
    [
      'moved along',
      {
        motion: 'kinematic',
        clamp: ['x<-0.2499'],
        path: {
          keys: [{ time: 0 }, { time: 0.05 }].map(({ time }) => ({ time, position: [0, 0.5 + time, 0] })),
          after: 'hold',
        },
      },
    ],
  ])('moves as it would without, to the bit: %s', (_, body) => {
    const scene = file(body);
    expect(bits(scene, held, true)).toBe(bits(scene, held, false));
    expect(new Run(scene, { body: { modes: held } }).model.spins[1]).toBeUndefined();
  });

  test('a free body that falls without a spin is the same to the bit until it meets something', () => {
    const { scene } = resolveScene({
      name: 'falls',
      duration: 1,
      bodies: [{ ...box({ size, density: rubber.density }), name: 'body' }],
    });
    expect(bits(scene, free, true)).toBe(bits(scene, free, false));
  });
});
