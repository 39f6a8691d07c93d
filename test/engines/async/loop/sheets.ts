// Two small sheets that collide, with every kind of force and all pairs: scenes for the loop's tests.

import { Random } from '../../../../src/num/index.ts';
import {
  KIND_ACCELERATION,
  KIND_HINGE,
  KIND_SPRING,
  KIND_TRIANGLE,
} from '../../../../src/engines/async/loop/layout/layout.ts';
import {
  EDGE_EDGE,
  NOT_LONGER,
  NOT_SHORTER,
  VERTEX_FACE,
} from '../../../../src/engines/async/loop/layout/contact.ts';
import { type Build, type Machine, type Rule, World } from './world.ts';

export interface SheetOptions {
  seed?: number;
  /** Squares along a side. */
  size?: number;
  gravity?: number;
  friction?: number;
  kinetic?: boolean;
  restitution?: number;
  damping?: number;
  layers?: number;
  limits?: boolean;
  turns?: number;
  speed?: number;
  /** Stiffness [N/m] of springs that pull the sheets together. */
  tether?: number;
  /** Order in which pairs are added and groups are numbered. */
  shuffle?: Random;
}

/** Two triangulated squares, one above the other, thrown at each other with random velocities. */
export function twoSheets(options: SheetOptions = {}, machine: Machine = 'wasm'): World {
  const { seed = 1, size = 1, layers = 3, friction = 0, restitution = 1, damping = 0, speed = 0.5 } = options;
  const random = new Random(seed);
  const side = size + 1;
  const positions: number[] = [];
  const velocities: number[] = [];
  const faces: number[][] = [];
  for (let sheet = 0; sheet < 2; sheet++) {
    const first = sheet * side * side;
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        const jitter = () => 0.1 * (random.uniform() - 0.5);
        positions.push((i + jitter()) / size, (j + jitter()) / size, 0.05 * sheet + 0.05 * jitter());
        velocities.push(
          random.uniform() - 0.5,
          random.uniform() - 0.5,
          (sheet ? -1 : 1) * speed * (1 + random.uniform()),
        );
      }
    }
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const a = first + i * side + j;
        faces.push([a, a + side, a + side + 1], [a, a + side + 1, a + 1]);
      }
    }
  }
  const count = positions.length / 3;
  const { edges, hinges } = edgesOf(faces);
  const length = ([a, b]: number[]) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += (positions[3 * a + k] - positions[3 * b + k]) ** 2;
    return Math.sqrt(sum);
  };
  const springs = edges.map(([a, b]) => [a, b, length([a, b]), 20 + 10 * random.uniform(), damping] as const);
  const tethers = Array.from({ length: options.tether ? side * side : 0 }, (_, i) => {
    return [i, i + side * side, 0, options.tether ?? 0, 0] as const;
  });
  const build: Build = {
    positions,
    velocities,
    masses: positions
      .slice(0, count)
      .map((_, i) => (i === 0 && options.gravity ? 0 : 0.01 + 0.01 * random.uniform())),
    accelerations: Array.from({ length: count }, () => [0, 0, -(options.gravity ?? 0)]).flat(),
    rules: [[{ eta: 0.02, r: 50, c: 0.1, friction, restitution }]],
    springs: [...springs, ...tethers],
    triangles: faces.map(([a, b, c]) => [a, b, c, 0.5, 0.5, damping * 0.01]),
    hinges: hinges.map(([a, b, c, d]) => [a, b, c, d, 0, 1e-3, damping * 1e-5]),
    groups: groupsOf(count, springs.length + tethers.length, faces.length, hinges.length, options.shuffle),
    pairs: 4096,
    layers: 4096 * Math.max(1, layers),
    kinetic: options.kinetic,
    turns: options.turns,
  };
  const world = new World(build, machine);
  const pairs: (() => void)[] = [];
  const apart = (a: number[], b: number[]) => !a.some((v) => b.includes(v));
  for (let v = 0; layers > 0 && v < count; v++) {
    faces.forEach((face, f) => {
      if (apart([v], face)) pairs.push(() => world.pair(VERTEX_FACE, [v, ...face], v, f, layers));
    });
  }
  if (layers === 0) return world;
  edges.forEach((a, i) => {
    edges.forEach((b, j) => {
      if (i < j && apart(a, b)) {
        // either way round: the loop puts the smaller id first
        if (options.shuffle && options.shuffle.uniform() < 0.5) {
          pairs.push(() => world.pair(EDGE_EDGE, [...b, ...a], j, i, layers));
        } else pairs.push(() => world.pair(EDGE_EDGE, [...a, ...b], i, j, layers));
      }
    });
    if (options.limits) {
      const rest = length(a);
      const rule: Rule = { eta: 0.02 * rest, r: 200, c: 0.1, restitution };
      pairs.push(() => {
        for (const kind of [NOT_LONGER, NOT_SHORTER]) {
          const slot = world.limit(kind, [a[0], a[1]], i, (kind === NOT_LONGER ? 1.03 : 0.97) * rest, rule);
          for (let l = 0; l < layers; l++) world.call.asyncLayerOn(world.at, slot, 0);
        }
      });
    }
  });
  options.shuffle?.shuffle(pairs);
  for (const add of pairs) add();
  return world;
}

function groupsOf(vertices: number, springs: number, triangles: number, hinges: number, shuffle?: Random) {
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
  const every = (n: number, k: number, r: number) => upTo(n).filter((i) => i % k === r);
  const groups = [
    { kind: KIND_ACCELERATION, step: 2 ** 30, elements: upTo(vertices) },
    { kind: KIND_SPRING, step: 2 ** 29, elements: every(springs, 2, 0) },
    { kind: KIND_SPRING, step: 2 ** 28 * 3, elements: every(springs, 2, 1) },
    { kind: KIND_TRIANGLE, step: 2 ** 29, elements: every(triangles, 2, 0) },
    { kind: KIND_TRIANGLE, step: 2 ** 27 * 5, elements: every(triangles, 2, 1) },
    { kind: KIND_HINGE, step: 2 ** 29, elements: upTo(hinges) },
  ];
  shuffle?.shuffle(groups);
  return groups;
}

export function edgesOf(faces: number[][]): { edges: number[][]; hinges: number[][] } {
  const edges: number[][] = [];
  const hinges: number[][] = [];
  const seen = new Map<string, { a: number; b: number; corner: number }>();
  for (const face of faces) {
    for (let k = 0; k < 3; k++) {
      const [a, b, corner] = [face[k], face[(k + 1) % 3], face[(k + 2) % 3]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const other = seen.get(key);
      if (other) hinges.push([other.a, other.b, other.corner, corner]);
      else {
        seen.set(key, { a, b, corner });
        edges.push([Math.min(a, b), Math.max(a, b)]);
      }
    }
  }
  return { edges, hinges };
}
