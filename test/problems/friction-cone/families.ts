// Frictional contact problems made from bodies: W = H M⁻¹ Hᵀ and q = H v, so that each has a solution.
//
// Grids of boxes with four contacts a face (rank-deficient), towers, arches, heaps of spheres, soups of random contacts.

import type { Block, FrictionProblem } from '../../../src/problems/friction-cone/problem.ts';
import { Random } from '../../../src/num/index.ts';

export interface Family {
  readonly name: string;
  readonly make: (seed: number) => FrictionProblem;
}

interface Touch {
  /** Bodies; -1 is the ground. The normal points into a. */
  readonly a: number;
  readonly b: number;
  readonly at: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
}

interface Body {
  readonly mass: number;
  /** Isotropic, for brevity. */
  readonly inertia: number;
  readonly at: readonly [number, number, number];
  readonly velocity: Float64Array;
}

/** W and q of bodies that touch; `twist` makes the inverse inertias, and so W, unsymmetric by that share. */
function assemble(
  bodies: readonly Body[],
  touches: readonly Touch[],
  friction: (i: number) => number,
  twist = 0,
): FrictionProblem {
  const contacts = touches.length;
  // rows[c][side] = 3 × 6: n, t, t against (velocity, spin)
  const rows = touches.map((touch) => {
    const frame = frameOf(touch.normal);
    return [touch.a, touch.b].map((body, side) => {
      if (body < 0) return new Float64Array(18);
      const arm = touch.at.map((x, k) => x - bodies[body].at[k]);
      const sign = side === 0 ? 1 : -1;
      const row = new Float64Array(18);
      for (let k = 0; k < 3; k++) {
        const d = frame[k];
        for (let l = 0; l < 3; l++) {
          row[6 * k + l] = sign * d[l];
          row[6 * k + 3 + l] = sign * (arm[(l + 1) % 3] * d[(l + 2) % 3] - arm[(l + 2) % 3] * d[(l + 1) % 3]);
        }
      }
      return row;
    });
  });
  const blocks: Block[] = [];
  const q = new Float64Array(3 * contacts);
  for (let i = 0; i < contacts; i++) {
    [touches[i].a, touches[i].b].forEach((body, side) => {
      if (body < 0) return;
      for (let k = 0; k < 3; k++)
        for (let l = 0; l < 6; l++) q[3 * i + k] += rows[i][side][6 * k + l] * bodies[body].velocity[l];
    });
    for (let j = 0; j < contacts; j++) {
      const block = new Float64Array(9);
      let shared = false;
      [touches[i].a, touches[i].b].forEach((body, side) => {
        [touches[j].a, touches[j].b].forEach((other, otherSide) => {
          if (body < 0 || body !== other) return;
          shared = true;
          for (let k = 0; k < 3; k++) {
            for (let l = 0; l < 3; l++) {
              for (let d = 0; d < 6; d++) {
                const weight = d < 3 ? 1 / bodies[body].mass : 1 / bodies[body].inertia;
                const turned = d < 3 ? 0 : twist * rows[j][otherSide][6 * l + 3 + ((d + 1) % 3)];
                block[3 * k + l] +=
                  weight * rows[i][side][6 * k + d] * (rows[j][otherSide][6 * l + d] + turned);
              }
            }
          }
        });
      });
      if (shared) blocks.push([i, j, block]);
    }
  }
  return { contacts, blocks, q, mu: Float64Array.from({ length: contacts }, (_, i) => friction(i)) };
}

function frameOf(n: readonly [number, number, number]): number[][] {
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

const step = 0.01;
const fall = -9.81 * step;

function body(
  mass: number,
  size: number,
  at: readonly [number, number, number],
  v: readonly number[] = [0, 0, fall, 0, 0, 0],
): Body {
  return { mass, inertia: (mass * size * size) / 6, at, velocity: Float64Array.from(v) };
}

/** Corners of a horizontal face at height z around (x, y). */
function corners(a: number, b: number, x: number, y: number, z: number, half: number): Touch[] {
  return [-half, half].flatMap((dx) =>
    [-half, half].map((dy): Touch => ({ a, b, at: [x + dx, y + dy, z], normal: [0, 0, 1] })),
  );
}

/** Boxes on boxes, pushed sideways at the top: four contacts a face, so W is rank-deficient. */
function tower(seed: number, height: number): FrictionProblem {
  const random = new Random(seed);
  const bodies: Body[] = [];
  const touches: Touch[] = [];
  const ratio = 10 ** random.between(0, 2.5);
  for (let k = 0; k < height; k++) {
    const push = k === height - 1 ? random.between(0, 0.3) : 0;
    bodies.push(
      body(k % 2 === 0 ? 1 : ratio, 1, [0, 0, k + 0.5], [push, push * random.uniform(), fall, 0, 0, 0]),
    );
    touches.push(...corners(k, k - 1, 0, 0, k, 0.5));
  }
  const mu = random.between(0, 1);
  return assemble(bodies, touches, () => mu);
}

/** Bricks in running bond. */
function wall(seed: number, rows: number, columns: number): FrictionProblem {
  const random = new Random(seed);
  const bodies: Body[] = [];
  const touches: Touch[] = [];
  const index = (r: number, c: number): number => r * columns + c;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const x = 2 * c + (r % 2);
      const hit = r === rows - 1 && c === 0 ? random.between(0, 1) : 0;
      bodies.push(
        body(random.between(0.5, 2), 1.5, [x, 0, r + 0.5], [hit, hit * random.normal(), fall, 0, 0, 0]),
      );
      if (r === 0) touches.push(...corners(index(r, c), -1, x, 0, 0, 0.5));
      else {
        for (const below of [c - 1 + (r % 2), c + (r % 2)]) {
          if (below < 0 || below >= columns) continue;
          const middle = (x + (2 * below + ((r - 1) % 2))) / 2;
          touches.push(...corners(index(r, c), index(r - 1, below), middle, 0, r, 0.4));
        }
      }
      if (c > 0) {
        for (const dz of [0.2, 0.8]) {
          for (const dy of [-0.4, 0.4]) {
            touches.push({ a: index(r, c), b: index(r, c - 1), at: [x - 1, dy, r + dz], normal: [1, 0, 0] });
          }
        }
      }
    }
  }
  const mu = random.between(0.1, 1);
  return assemble(bodies, touches, () => mu);
}

/** Voussoirs of a half circle, four contacts a joint, on two abutments. */
function arch(seed: number, stones: number): FrictionProblem {
  const random = new Random(seed);
  const bodies: Body[] = [];
  const touches: Touch[] = [];
  for (let k = 0; k < stones; k++) {
    const angle = (Math.PI * (k + 0.5)) / stones;
    bodies.push(body(random.between(0.5, 2), 0.5, [3 * Math.cos(angle), 0, 3 * Math.sin(angle)]));
  }
  for (let k = 0; k <= stones; k++) {
    const angle = (Math.PI * k) / stones;
    for (const radius of [2.8, 3.2]) {
      for (const y of [-0.3, 0.3]) {
        touches.push({
          a: k < stones ? k : -1,
          b: k - 1,
          at: [radius * Math.cos(angle), y, radius * Math.sin(angle)],
          normal: [-Math.sin(angle), 0, Math.cos(angle)],
        });
      }
    }
  }
  const mu = random.between(0.2, 1.2);
  return assemble(bodies, touches, () => mu);
}

/** Spheres that overlap a little in a heap on the ground, of radii 0.5 to 1. */
function heap(seed: number, count: number, largestFriction: number, twist = 0): FrictionProblem {
  const random = new Random(seed);
  const radius: number[] = [];
  const at: [number, number, number][] = [];
  const side = Math.ceil(Math.cbrt(count));
  for (let k = 0; k < count; k++) {
    radius.push(random.between(0.5, 0.62));
    at.push([
      (k % side) + random.between(-0.15, 0.15),
      (Math.floor(k / side) % side) + random.between(-0.15, 0.15),
      0.5 + 0.9 * Math.floor(k / (side * side)) + random.between(-0.1, 0.1),
    ]);
  }
  const bodies = at.map((x, k) =>
    body(random.between(0.3, 3) * radius[k] ** 3, radius[k] * 1.5, x, [
      0.05 * random.normal(),
      0.05 * random.normal(),
      fall + 0.05 * random.normal(),
      0.1 * random.normal(),
      0.1 * random.normal(),
      0.1 * random.normal(),
    ]),
  );
  const touches: Touch[] = [];
  for (let k = 0; k < count; k++) {
    if (at[k][2] < radius[k]) touches.push({ a: k, b: -1, at: [at[k][0], at[k][1], 0], normal: [0, 0, 1] });
    for (let l = 0; l < k; l++) {
      const apart: [number, number, number] = [at[k][0] - at[l][0], at[k][1] - at[l][1], at[k][2] - at[l][2]];
      if (Math.hypot(...apart) > radius[k] + radius[l]) continue;
      const middle: [number, number, number] = [
        (at[k][0] + at[l][0]) / 2,
        (at[k][1] + at[l][1]) / 2,
        (at[k][2] + at[l][2]) / 2,
      ];
      touches.push({ a: k, b: l, at: middle, normal: apart });
    }
  }
  return assemble(bodies, touches, () => random.between(0, largestFriction), twist);
}

/** One body with many contacts in all directions: far more equations than freedoms. */
function pinned(seed: number, count: number): FrictionProblem {
  const random = new Random(seed);
  const normal = new Float64Array(3);
  const bodies = [
    body(
      1,
      1,
      [0, 0, 0],
      Array.from({ length: 6 }, () => random.normal()),
    ),
  ];
  const touches: Touch[] = [];
  for (let k = 0; k < count; k++) {
    random.unitVector(normal, 0);
    const [x, y, z] = normal;
    const lean: [number, number, number] = [
      -x + 0.4 * random.normal(),
      -y + 0.4 * random.normal(),
      -z + 0.4 * random.normal(),
    ];
    touches.push({ a: 0, b: -1, at: [x, y, z], normal: lean });
  }
  return assemble(bodies, touches, () => random.between(0, 2));
}

/** Planks in crossed layers, three to a layer, thin and long: much lever, many contacts that share a body. */
function kapla(seed: number, layers: number): FrictionProblem {
  const random = new Random(seed);
  const bodies: Body[] = [];
  const touches: Touch[] = [];
  for (let k = 0; k < layers; k++) {
    for (let p = -1; p <= 1; p++) {
      const at: [number, number, number] =
        k % 2 === 0 ? [2 * p, 0, 0.4 * k + 0.2] : [0, 2 * p, 0.4 * k + 0.2];
      const jolt = k === layers - 1 ? random.between(-0.5, 0.5) : 0;
      const inertia = 3;
      bodies.push({ mass: 1, inertia, at, velocity: Float64Array.of(jolt, 0.3 * jolt, fall, 0, 0, jolt) });
      if (k === 0) for (const y of [-2, 2]) touches.push(...corners(p + 1, -1, 2 * p, y, 0, 0.2));
      else {
        for (let o = -1; o <= 1; o++) {
          const x = k % 2 === 0 ? 2 * p : 2 * o;
          const y = k % 2 === 0 ? 2 * o : 2 * p;
          touches.push(...corners(3 * k + p + 1, 3 * (k - 1) + o + 1, x, y, 0.4 * k, 0.2));
        }
      }
    }
  }
  const mu = random.between(0.2, 0.9);
  return assemble(bodies, touches, () => mu);
}

/** Links that alternate in mass by 1000, each held by contacts on both sides. */
function chain(seed: number, links: number): FrictionProblem {
  const random = new Random(seed);
  const bodies: Body[] = [];
  const touches: Touch[] = [];
  for (let k = 0; k < links; k++) {
    bodies.push(
      body(
        k % 2 === 0 ? 1 : 1000,
        0.5,
        [0, 0, -k],
        [0.1 * random.normal(), 0.1 * random.normal(), fall, 0, 0, 0],
      ),
    );
    for (let c = 0; c < 3; c++) {
      const angle = (2 * Math.PI * c) / 3 + k;
      touches.push({
        a: k,
        b: k - 1,
        at: [0.2 * Math.cos(angle), 0.2 * Math.sin(angle), -k + 0.5],
        normal: [0.3 * Math.cos(angle), 0.3 * Math.sin(angle), 1],
      });
    }
  }
  return assemble(bodies, touches, () => random.between(0, 0.8));
}

/** A problem as programs write it: W in single precision (so slightly indefinite), gaps that are still open in q. */
function careless(problem: FrictionProblem, seed: number): FrictionProblem {
  const random = new Random(seed);
  return {
    contacts: problem.contacts,
    blocks: problem.blocks.map(([i, j, block]) => [i, j, Array.from(block, Math.fround)] as const),
    // a gap over the time step is never against a solution
    q: Array.from(problem.q, (value, k) =>
      k % 3 === 0 ? value + 0.05 * Math.max(0, random.normal()) : value,
    ),
    mu: problem.mu,
  };
}

/** Units changed: impulses in other units, masses a million times larger or smaller, some q exactly zero. */
function rescaled(problem: FrictionProblem, scale: number, still: boolean): FrictionProblem {
  return {
    contacts: problem.contacts,
    blocks: problem.blocks.map(
      ([i, j, block]) => [i, j, Array.from(block, (entry) => entry * scale)] as const,
    ),
    q: Array.from(problem.q, (value, k) => (still && k % 9 < 2 ? 0 : value * 1e3)),
    mu: problem.mu,
  };
}

export const families: readonly Family[] = [
  { name: 'towers', make: (seed) => tower(seed, 2 + (seed % 12)) },
  { name: 'walls', make: (seed) => wall(seed, 2 + (seed % 3), 2 + (seed % 2)) },
  { name: 'arches', make: (seed) => arch(seed, 5 + (seed % 9)) },
  { name: 'heaps', make: (seed) => heap(seed, 10 + 5 * (seed % 8), 1) },
  { name: 'rough heaps', make: (seed) => heap(seed, 10 + 4 * (seed % 8), 2) },
  { name: 'slippery heaps', make: (seed) => heap(seed, 10 + 5 * (seed % 8), 0.05) },
  { name: 'pinned bodies', make: (seed) => pinned(seed, 3 + (seed % 25)) },
  {
    name: 'other units',
    make: (seed) =>
      rescaled(seed % 2 === 0 ? tower(seed, 6) : heap(seed, 20, 1), 10 ** ((seed % 13) - 6), false),
  },
  { name: 'planks', make: (seed) => kapla(seed, 2 + (seed % 3)) },
  { name: 'chains', make: (seed) => chain(seed, 2 + (seed % 15)) },
  {
    name: 'careless',
    make: (seed) => careless(seed % 2 === 0 ? wall(seed, 3, 2) : heap(seed, 10 + (seed % 40), 0.7), seed),
  },
  { name: 'unsymmetric heaps', make: (seed) => heap(seed, 10 + (seed % 30), 1, 1e-3) },
  { name: 'still contacts', make: (seed) => rescaled(heap(seed, 15, 1), 1, true) },
];
