// Nanoseconds a query of continuous collision, linear and curved, by what happens in it.
//
//   npm run bench ccd
//
// Pairs are of unit size. Far: nothing to find. Sliding: half an activation distance above the other, an
// engine's everyday. Hitting: falls onto it. Spinning: three radians in the step.

import { MOTION_STRIDE } from '../src/geometry/ccd/candidate.ts';
import { linearFirstContact } from '../src/geometry/ccd/contact.ts';
import { EDGE_EDGE, type PairKind, POINT_TRIANGLE } from '../src/geometry/ccd/kind.ts';
import { linearAdvance } from '../src/geometry/ccd/linear.ts';
import { RigidCollision } from '../src/geometry/ccd/rigid-collision.ts';
import { createArena } from '../src/num/kernels/index.ts';
import { Random } from '../src/num/index.ts';
import { oneThread } from '../src/sim/index.ts';
import { nanoseconds, row } from './lib/measure.ts';

export const benchmarks = [benchmarkCollision];

interface Row {
  readonly name: string;
  /** Does the work once and returns how many queries that was. */
  run(): number;
}

function benchmarkCollision(): void {
  for (const category of CATEGORIES) {
    for (const [kind, label] of KINDS) {
      console.log(`continuous collision, ${category.name}, ${label}, a query`);
      for (const { name, run } of [...linearRows(kind, category), ...curvedRows(kind, category)]) {
        row(name, nanoseconds(run));
      }
    }
  }
}

const QUERIES = 1000;

/** Every category starts from a pair of unit primitives: how high above, how it moves, how it turns. */
interface Category {
  readonly name: string;
  readonly height: number;
  readonly slide: number;
  readonly fall: number;
  readonly spin: number;
}

const CATEGORIES: readonly Category[] = [
  { name: 'far', height: 3, slide: 0.5, fall: 0.5, spin: 0.1 },
  { name: 'sliding', height: 5e-4, slide: 0.5, fall: 0, spin: 0.01 },
  { name: 'hitting', height: 0.1, slide: 0.1, fall: 0.3, spin: 0.1 },
  { name: 'spinning fast', height: 1.5, slide: 0.1, fall: 0.3, spin: 3 },
];

interface Queries {
  /** Four vertices a query at rest, the first primitive's above the second's. */
  readonly start: Float64Array;
  /** Velocities of the first primitive: slide, slide, fall, for every query. */
  readonly velocities: Float64Array;
  readonly spins: Float64Array;
}

function makeQueries(kind: PairKind, category: Category): Queries {
  const random = new Random(7, kind);
  const first = kind === EDGE_EDGE ? 2 : 1;
  const start = new Float64Array(12 * QUERIES);
  const velocities = new Float64Array(3 * QUERIES);
  const spins = new Float64Array(3 * QUERIES);
  const corners = kind === EDGE_EDGE ? [-1, 0, 1, 0, 0, -1, 0, 1] : [0, 0, -1, -1, 1, -1, 0, 1];
  for (let q = 0; q < QUERIES; q++) {
    for (let v = 0; v < 4; v++) {
      start[12 * q + 3 * v] = corners[2 * v] + random.between(-0.2, 0.2);
      start[12 * q + 3 * v + 1] = corners[2 * v + 1] + random.between(-0.2, 0.2);
      start[12 * q + 3 * v + 2] = v < first ? category.height : 0;
    }
    velocities[3 * q] = random.between(-1, 1) * category.slide;
    velocities[3 * q + 1] = random.between(-1, 1) * category.slide;
    velocities[3 * q + 2] = -category.fall;
    // Sliding bodies turn about the normal; others about any axis.
    for (let k = 0; k < 3; k++) {
      spins[3 * q + k] = random.between(-1, 1) * category.spin * (category.fall === 0 && k < 2 ? 0 : 1);
    }
  }
  return { start, velocities, spins };
}

const KINDS: readonly [PairKind, string][] = [
  [POINT_TRIANGLE, 'point–triangle'],
  [EDGE_EDGE, 'edge–edge'],
];

function linearRows(kind: PairKind, category: Category): Row[] {
  const { start, velocities } = makeQueries(kind, category);
  const end = start.slice();
  const moving = kind === EDGE_EDGE ? 6 : 3;
  for (let q = 0; q < QUERIES; q++) {
    for (let k = 0; k < moving; k++) end[12 * q + k] += velocities[3 * q + (k % 3)];
  }
  const vertices = [0, 0, 0, 0];
  const verticesAt = (at: number): number[] => {
    for (let i = 0; i < 4; i++) vertices[i] = at + 3 * i;
    return vertices;
  };
  const overAll = (query: (at: number) => number): number => {
    for (let at = 0; at < 12 * QUERIES; at += 12) query(at);
    return QUERIES;
  };
  return [
    {
      name: 'linear advance',
      run: () => overAll((at) => linearAdvance(kind, start, end, verticesAt(at), 0, 0.1, 1e-3)),
    },
    {
      name: 'linear first contact',
      run: () => overAll((at) => linearFirstContact(kind, start, end, verticesAt(at), 0)),
    },
  ];
}

function curvedRows(kind: PairKind, category: Category): Row[] {
  const { start, velocities, spins } = makeQueries(kind, category);
  // One body holds all first primitives and one all second ones; each query has its own motion.
  const still = new Float64Array(MOTION_STRIDE);
  still.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const arena = createArena();
  const vertices = arena.f64(start.length);
  vertices.set(start);
  const collision = new RigidCollision(arena, oneThread({ arena }), vertices);
  const motions: Float64Array[] = [];
  const pairs: Int32Array[] = [];
  for (let q = 0; q < QUERIES; q++) {
    const motion = Float64Array.of(...still, ...still);
    motion.set(spins.subarray(3 * q, 3 * q + 3), 12);
    motion.set(velocities.subarray(3 * q, 3 * q + 3), 15);
    motions.push(motion);
    pairs.push(Int32Array.of(kind, 4 * q, 4 * q + 1, 4 * q + 2, 4 * q + 3));
  }
  const many = Int32Array.from(pairs.flatMap((pair) => [...pair]));
  const each = (keep: number, reach: number): number => {
    for (let q = 0; q < QUERIES; q++) collision.advance(motions[q], pairs[q], 1, 0, keep, reach, 1);
    return QUERIES;
  };
  return [
    { name: 'curved advance', run: () => each(0.1, 1e-3) },
    {
      name: 'curved advance, one pair of bodies',
      run: () => {
        collision.advance(motions[0], many, QUERIES, 0, 0.1, 1e-3, 1);
        return QUERIES;
      },
    },
    { name: 'curved first contact', run: () => each(1.4551915228366852e-11, Infinity) },
  ];
}
