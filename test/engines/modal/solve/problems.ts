// Contact problems made from bodies that may vibrate: towers, plates on a vibrating table, heaps, bodies pinned from all
// sides, chains of very different masses. Each has a solution: resting (zero) velocities satisfy all bounds.

import type { ContactProblem } from '../../../../src/engines/modal/solve/problem.ts';
import { Random } from '../../../../src/num/index.ts';

export interface Family {
  readonly name: string;
  readonly make: (seed: number) => ContactProblem;
}

type Vector = readonly [number, number, number];

/** Of a body: where its six rigid velocities begin (-1: it has none), and its modes. */
export interface Vibrating {
  readonly rigidAt: number;
  readonly at: Vector;
  readonly modesAt: number;
  readonly modes: number;
}

export interface Touch {
  /** Indices of bodies; -1 is the ground. The normal points into a. */
  readonly a: number;
  readonly b: number;
  readonly at: Vector;
  readonly normal: Vector;
}

/** Rows of H for the touches; mode shapes at a point are smooth functions of it, so that near points move alike. */
function assemble(
  bodies: readonly Vibrating[],
  touches: readonly Touch[],
  inverseMass: Float64Array,
  predicted: Float64Array,
  friction: (i: number) => number,
): ContactProblem {
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  for (const touch of touches) {
    for (const d of frameOf(touch.normal)) {
      [touch.a, touch.b].forEach((index, side) => {
        if (index < 0) return;
        const sign = side === 0 ? 1 : -1;
        const body = bodies[index];
        const arm = touch.at.map((x, k) => x - body.at[k]);
        if (body.rigidAt >= 0) {
          const turn = cross(arm, d);
          for (let k = 0; k < 3; k++) {
            columns.push(body.rigidAt + k);
            values.push(sign * d[k]);
          }
          for (let k = 0; k < 3; k++) {
            columns.push(body.rigidAt + 3 + k);
            values.push(sign * turn[k]);
          }
        }
        for (let m = 0; m < body.modes; m++) {
          columns.push(body.modesAt + m);
          values.push(sign * dot(d, shapeAt(m, arm)));
        }
      });
      starts.push(columns.length);
    }
  }
  return {
    dofs: inverseMass.length,
    inverseMass,
    predicted,
    contacts: touches.length,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    friction: Float64Array.from(touches, (_, i) => friction(i)),
    bias: new Float64Array(touches.length),
    ids: Float64Array.from(touches, (_, i) => i),
  };
}

/** A made-up displacement of mode m at a point [kg^-½]: mostly along z, as of a plate. */
function shapeAt(m: number, at: readonly number[]): Vector {
  const i = 1 + (m % 9);
  const j = 1 + Math.floor(m / 9);
  const phase = m * 0.7;
  return [
    0.03 * Math.sin(i * at[0] * 2 + phase + 1),
    0.03 * Math.cos(j * at[1] * 2 + phase),
    0.3 * Math.sin(i * at[0] * 3 + phase) * Math.cos(j * at[1] * 3 + 0.3 * m),
  ];
}

function frameOf(n: Vector): number[][] {
  const length = Math.hypot(...n);
  const normal = n.map((x) => x / length);
  const least = normal.map(Math.abs).indexOf(Math.min(...normal.map(Math.abs)));
  const axis = [0, 0, 0];
  axis[least] = 1;
  const t = cross(normal, axis);
  const size = Math.hypot(...t);
  const first = t.map((x) => x / size);
  return [normal, first, cross(normal, first)];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Bodies one after another, rigid velocities first, then modes; `push` and `shake` fill velocities. */
export class Builder {
  readonly bodies: Vibrating[] = [];
  readonly touches: Touch[] = [];
  readonly inverse: number[] = [];
  readonly velocity: number[] = [];

  /** mass 0: a held body, modes only. */
  add(mass: number, size: number, at: Vector, modes: number, velocity: readonly number[] = []): number {
    const rigidAt = mass > 0 ? this.inverse.length : -1;
    if (mass > 0) {
      for (let k = 0; k < 3; k++) this.inverse.push(1 / mass);
      for (let k = 0; k < 3; k++) this.inverse.push(6 / (mass * size * size * (1 + 0.2 * k)));
      for (let k = 0; k < 6; k++) this.velocity.push(velocity[k] ?? 0);
    }
    this.bodies.push({ rigidAt, at, modesAt: this.inverse.length, modes });
    for (let m = 0; m < modes; m++) {
      this.inverse.push(1);
      this.velocity.push(velocity[6 + m] ?? 0);
    }
    return this.bodies.length - 1;
  }

  touch(a: number, b: number, at: Vector, normal: Vector): void {
    this.touches.push({ a, b, at, normal });
  }

  build(friction: (i: number) => number): ContactProblem {
    return assemble(
      this.bodies,
      this.touches,
      Float64Array.from(this.inverse),
      Float64Array.from(this.velocity),
      friction,
    );
  }
}

const fall = -9.81 * 1e-3;

/** Plates with a ring of contacts each on a table that vibrates: 200 contacts, 132 velocities. */
export function table(seed: number, plates = 10, ring = 20, modes = 72, stir = 1): ContactProblem {
  const random = new Random(seed);
  const builder = new Builder();
  const shake = Array.from({ length: modes }, () => stir * 0.02 * random.normal());
  const top = builder.add(0, 1, [0, 0, 0], modes, [0, 0, 0, 0, 0, 0, ...shake]);
  for (let p = 0; p < plates; p++) {
    const x = -0.8 + 0.4 * (p % 5);
    const y = -0.3 + 0.6 * Math.floor(p / 5);
    const slide = stir * 0.05 * random.normal();
    const plate = builder.add(0.3, 0.2, [x, y, 0.01], 0, [slide, 0.02 * stir * random.normal(), fall]);
    for (let k = 0; k < ring; k++) {
      const angle = (2 * Math.PI * k) / ring;
      builder.touch(plate, top, [x + 0.1 * Math.cos(angle), y + 0.1 * Math.sin(angle), 0], [0, 0, 1]);
    }
  }
  return builder.build(() => 0.1 + 0.5 * random.uniform());
}

function corners(
  builder: Builder,
  a: number,
  b: number,
  x: number,
  y: number,
  z: number,
  half: number,
): void {
  for (const dx of [-half, half]) {
    for (const dy of [-half, half]) builder.touch(a, b, [x + dx, y + dy, z], [0, 0, 1]);
  }
}

/** Boxes on boxes with masses up to a million apart. */
function tower(seed: number): ContactProblem {
  const random = new Random(seed);
  const builder = new Builder();
  const height = 2 + random.integer(10);
  const ratio = 10 ** random.between(0, 6);
  for (let k = 0; k < height; k++) {
    const push = k === height - 1 ? random.between(0, 0.05) : 0;
    builder.add(k % 2 === 0 ? 1 : ratio, 1, [0, 0, k + 0.5], random.integer(3) === 0 ? 12 : 0, [
      push,
      0.3 * push,
      fall,
    ]);
    corners(builder, k, k - 1, 0, 0, k, 0.5);
  }
  const mu = random.between(0, 2);
  return builder.build(() => mu);
}

/** Bricks in running bond, hit at the top. */
function wall(seed: number): ContactProblem {
  const random = new Random(seed);
  const builder = new Builder();
  const rows = 3 + random.integer(4);
  const across = 3 + random.integer(4);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < across; c++) {
      const x = 2 * c + (r % 2);
      const hit = r === rows - 1 && c === 0 ? random.between(0, 0.2) : 0;
      const brick = builder.add(1, 1.5, [x, 0, r + 0.5], 0, [hit, 0.2 * hit, fall]);
      if (r === 0)
        for (const dx of [-0.9, 0.9])
          for (const dy of [-0.5, 0.5]) builder.touch(brick, -1, [x + dx, dy, 0], [0, 0, 1]);
      else {
        for (const [below, dx] of [
          [c + (r % 2 === 1 ? 0 : -1), -0.9],
          [c + (r % 2 === 1 ? 1 : 0), 0.9],
        ]) {
          if (below < 0 || below >= across) continue;
          for (const dy of [-0.5, 0.5])
            builder.touch(brick, (r - 1) * across + below, [x + dx, dy, r], [0, 0, 1]);
        }
      }
    }
  }
  const mu = random.between(0, 1.5);
  return builder.build(() => mu);
}

/** Balls that touch at random, some vibrating; μ of every contact its own, from 0 to 2. */
function heap(seed: number): ContactProblem {
  const random = new Random(seed);
  const builder = new Builder();
  const balls = 5 + random.integer(40);
  const spread = random.integer(2) === 0 ? 0 : 3;
  for (let k = 0; k < balls; k++) {
    const at: Vector = [random.between(-2, 2), random.between(-2, 2), random.between(0.5, 5)];
    const velocity = Array.from({ length: 20 }, () => 0.05 * random.normal());
    velocity[2] += fall;
    builder.add(10 ** random.between(-spread, spread), 1, at, random.integer(4) === 0 ? 14 : 0, velocity);
  }
  for (let k = 0; k < balls; k++) {
    const { at } = builder.bodies[k];
    builder.touch(k, -1, [at[0], at[1], at[2] - 0.5], [0.3 * random.normal(), 0.3 * random.normal(), 1]);
    for (let n = 0; n < 3; n++) {
      const other = random.integer(balls);
      if (other === k) continue;
      const to = builder.bodies[other].at;
      const normal: Vector = [at[0] - to[0], at[1] - to[1], at[2] - to[2]];
      builder.touch(k, other, [(at[0] + to[0]) / 2, (at[1] + to[1]) / 2, (at[2] + to[2]) / 2], normal);
    }
  }
  const rough = new Random(seed + 7);
  return builder.build(() => 2 * rough.uniform());
}

/** One body pressed from all sides at many points: W has rank six, friction jams it. */
function pinned(seed: number): ContactProblem {
  const random = new Random(seed);
  const builder = new Builder();
  const modes = random.integer(2) === 0 ? 0 : 10;
  const velocity = Array.from({ length: 6 + modes }, () => random.normal());
  const body = builder.add(1, 1, [0, 0, 0], modes, velocity);
  const touches = 8 + random.integer(60);
  for (let k = 0; k < touches; k++) {
    const axis = random.integer(3);
    const side = random.integer(2) === 0 ? -0.5 : 0.5;
    const at: [number, number, number] = [
      random.between(-0.5, 0.5),
      random.between(-0.5, 0.5),
      random.between(-0.5, 0.5),
    ];
    at[axis] = side;
    const normal: [number, number, number] = [0, 0, 0];
    normal[axis] = -Math.sign(side);
    builder.touch(body, -1, at, normal);
  }
  const mu = random.between(0, 2);
  return builder.build(() => mu);
}

/** Nearly the same contact many times over: rows that differ by a millionth. */
function clustered(seed: number): ContactProblem {
  const random = new Random(seed);
  const builder = new Builder();
  const top = builder.add(
    0,
    1,
    [0, 0, 0],
    20,
    Array.from({ length: 26 }, () => 0.05 * random.normal()),
  );
  for (let p = 0; p < 3; p++) {
    const box = builder.add(1, 0.3, [p, 0, 0.15], 8, [0.1 * random.normal(), 0.1 * random.normal(), fall]);
    for (const dx of [-0.15, 0.15]) {
      for (const dy of [-0.15, 0.15]) {
        for (let k = 0; k < 5; k++) {
          const near = 10 ** random.between(-9, -4);
          builder.touch(box, top, [p + dx + near, dy - near, 0], [near, 0, 1]);
        }
      }
    }
  }
  const mu = random.between(0, 1.5);
  return builder.build(() => mu);
}

export const families: readonly Family[] = [
  { name: 'table', make: (seed) => table(seed) },
  { name: 'still table', make: (seed) => table(seed, 10, 20, 72, 0.01) },
  { name: 'tower', make: tower },
  { name: 'wall', make: wall },
  { name: 'heap', make: heap },
  { name: 'pinned', make: pinned },
  { name: 'clustered', make: clustered },
];
