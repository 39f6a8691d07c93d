// Random mixed scenes: cloths, loose or held, in one or two layers, lying or hanging, among the bodies of a random scene
// (random-scene.ts), one of which may be led upwards by a script.
//
// A scene is its seed. Cloths begin beside all that moves: above it, or at its side. Another kind of deformable is one more maker.

import { moveMesh } from '../../../../src/geometry/index.ts';
import { exp, log } from '../../../../src/num/elementary/index.ts';
import { Random } from '../../../../src/num/index.ts';
import {
  type Body,
  coreOf,
  type DeformableFile,
  resolveScene,
  type Scene,
} from '../../../../src/scene/index.ts';
import { randomScene } from '../random-scene.ts';

type Place = [number, number, number];

/** The box of all that moves, how far from the middle walls are that stand around it, and whether there is ground below [m]. */
interface Room {
  readonly low: Place;
  readonly high: Place;
  readonly walls: number;
}

/** Several that lie beside each other, or one. */
type Maker = (random: Random, room: Room) => DeformableFile[];

const makers: readonly Maker[] = [lyingCloth, lyingCloth, hangingCloth];

const logBetween = (random: Random, low: number, high: number): number =>
  exp(random.between(log(low), log(high)));

export function softScene(seed: number, duration: number): Scene {
  const base = randomScene(seed, duration, { sizes: [0.05, 1], fastest: 10, spins: 20 });
  const random = new Random(seed, 11);
  const room = roomAround(base);
  const make = makers[random.integer(makers.length)];
  const { scene } = resolveScene({ name: 'soft', deformables: make(random, room) });
  // what is held above would be in its way, and nothing may give way then
  const isFree = scene.deformables.every(({ name, pins }) => name === 'curtain' || pins.length === 0);
  const bodies = isFree ? leadOne(base.bodies, random) : base.bodies;
  return {
    ...base,
    name: `soft ${seed}`,
    bodies,
    meshes: [...base.meshes, ...scene.meshes],
    deformables: scene.deformables.map((one) => ({ ...one, mesh: base.meshes.length + one.mesh })),
  };
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
