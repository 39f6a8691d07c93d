// Random mixed scenes: cloths, loose or held, in one or two layers, lying or hanging, wires, open, closed or crossing, and solids,
// among the bodies of a random scene (random-scene.ts), one of which may be led upwards by a script, and what ties them (tethers.ts).
//
// A scene is its seed. What deforms begins beside all that moves: above it, or at its side; in every third scene something more above
// that. Another kind of deformable is one more maker.

import { moveMesh } from '../../../../src/geometry/index.ts';
import { cos, exp, log, sin } from '../../../../src/num/elementary/index.ts';
import { Random } from '../../../../src/num/index.ts';
import {
  type Body,
  coreOf,
  type DeformableFile,
  resolveScene,
  type Scene,
} from '../../../../src/scene/index.ts';
import { randomScene } from '../random-scene.ts';
import { tether } from './tethers.ts';

type Place = [number, number, number];

/** The box of all that moves, how far from the middle walls are that stand around it, and whether there is ground below [m]. */
interface Room {
  readonly low: Place;
  readonly high: Place;
  readonly walls: number;
}

/** Several that lie beside each other, or one. */
type Maker = (random: Random, room: Room) => DeformableFile[];

const makers: readonly Maker[] = [lyingCloth, hangingCloth, wires, wires, solids, solids];

const logBetween = (random: Random, low: number, high: number): number =>
  exp(random.between(log(low), log(high)));

export function softScene(seed: number, duration: number): Scene {
  const base = randomScene(seed, duration, { sizes: [0.05, 1], fastest: 10, spins: 20 });
  const random = new Random(seed, 11);
  const room = roomAround(base);
  const { scene } = resolveScene({ name: 'soft', deformables: pile(random, room) });
  // what is held above would be in its way, and nothing may give way then
  const isFree = scene.deformables.every(({ name, pins }) => name === 'curtain' || pins.length === 0);
  const bodies = isFree ? leadOne(base.bodies, random) : base.bodies;
  const untied: Scene = {
    ...base,
    name: `soft ${seed}`,
    bodies,
    meshes: [...base.meshes, ...scene.meshes],
    deformables: scene.deformables.map((one) => ({ ...one, mesh: base.meshes.length + one.mesh })),
  };
  return tether(untied, seed, room.walls === Infinity);
}

/** What one maker makes, or two, the second above the first. */
function pile(random: Random, room: Room): DeformableFile[] {
  const first = makers[random.integer(makers.length)](random, room);
  if (random.integer(3) > 0) return first;
  const { scene } = resolveScene({ name: 'first', deformables: first });
  let top = room.high[1];
  for (const { mesh, thickness } of scene.deformables)
    scene.meshes[mesh].positions.forEach((x, i) => {
      if (i % 3 === 1) top = Math.max(top, x + thickness);
    });
  const above: Room = { ...room, high: [room.high[0], top, room.high[2]] };
  const upper = [wires, solids][random.integer(2)];
  return [...first, ...upper(random, above).map((one) => ({ ...one, name: `upper ${one.name}` }))];
}

/** In every second scene the first body goes up by a script, and does not turn. */
function leadOne(bodies: readonly Body[], random: Random): Body[] {
  const isLed = random.integer(2) === 0;
  const speed = random.between(0.1, 1);
  return bodies.map((body, i) =>
    i === 0 && isLed
      ? { ...body, motion: 'kinematic', velocity: [0, speed, 0], angularVelocity: [0, 0, 0] }
      : body,
  );
}

function roomAround(scene: Scene): Room {
  const low: Place = [Infinity, Infinity, Infinity];
  const high: Place = [-Infinity, -Infinity, -Infinity];
  let walls = Infinity;
  for (const body of scene.bodies) {
    const core = coreOf(body.shape);
    const { orientation, position } = body.pose;
    const { positions } = moveMesh(core?.mesh ?? scene.meshes[body.mesh], orientation, position);
    const radius = core?.radius ?? 0;
    if (body.name === 'bin') walls = positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    if (body.motion !== 'dynamic') continue;
    positions.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x - radius);
      high[i % 3] = Math.max(high[i % 3], x + radius);
    });
  }
  return { low, high, walls };
}

/** The room across, and how much of it there is until a wall [m]. */
function across({ low, high, walls }: Room): {
  middle: [number, number];
  spans: [number, number];
  free: [number, number];
} {
  const middle: [number, number] = [0.5 * (low[0] + high[0]), 0.5 * (low[2] + high[2])];
  return {
    middle,
    spans: [high[0] - low[0], high[2] - low[2]],
    free: [1.9 * (walls - Math.abs(middle[0])), 1.9 * (walls - Math.abs(middle[1]))],
  };
}

/** Above everything: a rope or three beside each other, loose or held at its ends, a ring, or a cross of two strands. */
function wires(random: Random, room: Room): DeformableFile[] {
  const { middle, spans, free } = across(room);
  const length = Math.min(random.between(0.5, 1.5) * spans[0], free[0]);
  const depth = Math.min(random.between(0.5, 1.5) * spans[1], free[1]);
  const thickness = Math.min(logBetween(random, 5e-4, 2e-2), 0.02 * Math.min(length, depth));
  const segments = 4 + random.integer(12);
  const form = ['ropes', 'ring', 'cross'][random.integer(3)];
  const held = random.integer(2) === 0;
  const y = room.high[1] + thickness + logBetween(random, 1e-4, 0.05);
  const made = {
    kind: 'rod',
    thickness,
    density: logBetween(random, 300, 5000),
    youngsModulus: logBetween(random, 1e5, 1e9),
    stretchDamping: random.integer(2) * logBetween(random, 1e-4, 1e-2),
    bendDamping: random.integer(2) * logBetween(random, 1e-4, 1e-2),
    friction: random.integer(3) === 0 ? 0 : random.between(0, 1),
    ...(random.integer(3) === 0 ? { bendStiffness: 0, twistStiffness: 0 } : {}),
  } as const;
  const velocity: Place = [0, -random.integer(2) * random.between(0, 3), 0];
  const rope = (
    name: string,
    points: Place[],
    edges: [number, number][],
    ends: number[],
  ): DeformableFile => ({
    name,
    shape: { kind: 'inline', vertices: points, edges },
    position: [middle[0], y, middle[1]],
    ...(held ? { pins: [{ vertices: ends }] } : { velocity }),
    ...made,
  });
  const along = Array.from({ length: segments + 1 }, (_, i) => i / segments - 0.5);
  const chain = (count: number, from = 0): [number, number][] =>
    Array.from({ length: count }, (_, i) => [from + i, from + i + 1]);
  if (form === 'ring') {
    const count = Math.max(6, segments);
    const points = Array.from({ length: count }, (_, i): Place => {
      const angle = (2 * Math.PI * i) / count;
      return [0.5 * length * cos(angle), 0, 0.5 * depth * sin(angle)];
    });
    return [rope('ring', points, [...chain(count - 1), [count - 1, 0]], [0])];
  }
  if (form === 'cross') {
    const half = 2 + random.integer(4);
    const arm = (x: number, z: number): Place[] =>
      Array.from({ length: half }, (_, i) => [
        (x * length * (i + 1)) / (2 * half),
        0,
        (z * depth * (i + 1)) / (2 * half),
      ]);
    const arms = [arm(-1, 0), arm(1, 0), arm(0, -1), arm(0, 1)];
    const edges = arms.flatMap((_, a): [number, number][] => [
      [0, 1 + a * half],
      ...chain(half - 1, 1 + a * half),
    ]);
    return [rope('cross', [[0, 0, 0], ...arms.flat()], edges, [half, 4 * half])];
  }
  return Array.from({ length: 1 + random.integer(3) }, (_, i) => {
    const z = i * 4 * thickness;
    return rope(
      `rope ${i}`,
      along.map((x): Place => [x * length, 0, z]),
      chain(segments),
      [0, segments],
    );
  });
}

/** Above everything: one or two loose solids on top of each other, of linear or quadratic tetrahedra. */
function solids(random: Random, room: Room): DeformableFile[] {
  const { middle, spans, free } = across(room);
  const size = Math.min(random.between(0.2, 1) * Math.max(...spans), 0.7 * Math.min(...free));
  const thickness = Math.min(1e-3, 0.01 * size);
  let y = room.high[1] + thickness;
  return Array.from({ length: 1 + random.integer(2) }, (_, i): DeformableFile => {
    const shape = [
      { kind: 'box', size: [size, 0.6 * size, 0.8 * size] },
      { kind: 'box', size: [size, 0.25 * size, 0.25 * size] },
      { kind: 'sphere', radius: 0.5 * size, subdivisions: 1 },
    ][random.integer(3)] as DeformableFile['shape'];
    const half = 0.5 * size;
    y += half + logBetween(random, 1e-4, 0.05);
    const middleOf: Place = [middle[0], y, middle[1]];
    y += half + thickness;
    return {
      name: `solid ${i}`,
      kind: 'solid',
      shape,
      position: middleOf,
      velocity: [0, -random.integer(2) * random.between(0, 3), 0],
      elements: random.integer(3) === 0 ? 'quadratic' : 'linear',
      resolution: 1 + random.integer(2),
      thickness,
      density: logBetween(random, 100, 3000),
      youngsModulus: logBetween(random, 1e4, 1e8),
      material: { poissonRatio: random.between(0, 0.49) },
      stretchDamping: random.integer(2) * logBetween(random, 1e-4, 1e-2),
      friction: random.integer(3) === 0 ? 0 : random.between(0, 1),
    };
  });
}

/** What a cloth is made of. */
function stuff(random: Random, size: number): Omit<DeformableFile, 'name' | 'shape' | 'kind'> {
  return {
    thickness: Math.min(logBetween(random, 5e-4, 1e-2), 0.02 * size),
    areaDensity: logBetween(random, 0.05, 1),
    stretchStiffness: logBetween(random, 10, 1e4),
    bendStiffness: logBetween(random, 1e-6, 1e-2),
    stretchDamping: random.integer(2) * logBetween(random, 1e-4, 1e-2),
    friction: random.integer(3) === 0 ? 0 : random.between(0, 1),
  };
}

/** Above everything, in one or two layers, with nothing, two edges or all corners held. */
function lyingCloth(random: Random, { low, high, walls }: Room): DeformableFile[] {
  const spans = [high[0] - low[0], high[2] - low[2]];
  const middle = [0, 2].map((k) => 0.5 * (low[k] + high[k]));
  const [width, depth] = spans.map((span, k) =>
    Math.min(random.between(0.5, 1.5) * span, 1.9 * (walls - Math.abs(middle[k]))),
  );
  const made = stuff(random, Math.max(width, depth));
  const { thickness = 0 } = made;
  const height = high[1] + thickness + logBetween(random, 1e-4, 0.05);
  const held = random.integer(3);
  const velocity: Place = [0, -random.integer(2) * random.between(0, 3), 0];
  const cells: [number, number] = [2 + random.integer(5), 2 + random.integer(5)];
  return Array.from({ length: 1 + random.integer(2) }, (_, layer): DeformableFile => {
    const y = height + layer * 1.3 * thickness;
    const edge = (x: number, z: number): { min: Place; max: Place } => {
      const wide = [0.5 * width, 0.5 * depth].map((half, k) => [half, [x, z][k]]);
      const at = (side: number, k: number): number => {
        const [half, sign] = wide[k];
        return middle[k] + (sign === 0 ? side : sign) * half + side * 1e-3 * half;
      };
      return { min: [at(-1, 0), y - 1e-3, at(-1, 1)], max: [at(1, 0), y + 1e-3, at(1, 1)] };
    };
    const places = [[], [edge(-1, 0), edge(1, 0)], [edge(-1, -1), edge(1, -1), edge(-1, 1), edge(1, 1)]][
      held
    ];
    return {
      name: `cloth ${layer}`,
      kind: 'cloth',
      shape: { kind: 'grid', size: [width, depth], cells },
      position: [middle[0], y, middle[1]],
      ...(places.length > 0 ? { pins: places.map((within) => ({ within })) } : { velocity }),
      ...made,
    };
  });
}

/** Beside everything, from its upper edge where no wall is in the way; else it lies. */
function hangingCloth(random: Random, room: Room): DeformableFile[] {
  const { low, high, walls } = room;
  if (walls < Infinity) return lyingCloth(random, room);
  const height = random.between(0.5, 1) * (high[1] - low[1]);
  const width = random.between(0.5, 1.5) * (high[2] - low[2]);
  const made = stuff(random, Math.max(height, width));
  const x = low[0] - (made.thickness ?? 0) - logBetween(random, 1e-4, 0.05);
  const z = 0.5 * (low[2] + high[2]);
  const top = low[1] + height;
  return [
    {
      name: 'curtain',
      kind: 'cloth',
      shape: { kind: 'grid', size: [height, width], cells: [2 + random.integer(5), 2 + random.integer(5)] },
      rotation: { axis: 'z', degrees: 90 },
      position: [x, low[1] + 0.5 * height, z],
      pins: [
        {
          within: {
            min: [x - 1e-3, top - 1e-3 * height, z - width],
            max: [x + 1e-3, top + 1e-3 * height, z + width],
          },
        },
      ],
      ...made,
    },
  ];
}
