// Measures the transition model of one body of a scene: forward drops of it alone on the scene's floor, and rates of its
// contact classes, seen backward.

import { Random } from '../../../num/index.ts';
import { type Body, defineScene, floor, resolveScene, type Scene } from '../../../scene/index.ts';
import { buildModel, type Model } from '../model.ts';
import type { LcpOptions } from '../options.ts';
import { CLASSES } from './contact-class.ts';
import { type Drop, watchDrop } from './drop.ts';
import type { Moments } from './moments.ts';
import type { TransitionTable } from './transitions.ts';

/** A drop that has not come to rest by then is left out [s]. */
const LONGEST = 6;

export interface Measured {
  readonly model: Model;
  /** Number of the body in the model. */
  readonly body: number;
  readonly drops: readonly Drop[];
  readonly table: TransitionTable;
}

/** The body alone on a wide floor, with the friction and restitution given. */
export function aloneOnFloor(
  scene: Scene,
  body: Body,
  friction: number,
  restitution: number,
  options: Readonly<LcpOptions>,
): Model {
  const { scene: ground } = resolveScene(
    defineScene({ name: 'drops', up: 'z', engine: 'lcp', bodies: [floor({ size: [200, 200] })] }),
  );
  const alone: Scene = {
    ...scene,
    gravity: ground.gravity,
    meshes: [...scene.meshes, ...ground.meshes],
    bodies: [{ ...ground.bodies[0], mesh: scene.meshes.length + ground.bodies[0].mesh }, body],
    joints: [],
    forces: [],
    pairs: [{ a: 0, b: 1, friction, restitution, collide: true }],
    hints: [],
    goals: [],
  };
  return buildModel(alone, options);
}

export function measureTransitions(
  model: Model,
  body: number,
  drops: number,
  seed: number,
  progress: (fraction: number) => void = () => {},
): Measured {
  const radius = radiusOf(model, body);
  const collect = new Map<string, Moments>();
  const found: Drop[] = [];
  const seeds = new Random(seed);
  for (let i = 0; i < drops; i++) {
    const drop = watchDrop(model, body, radius, seeds.split(i), LONGEST, collect, i);
    if (drop !== undefined) found.push(drop);
    progress((i + 1) / drops);
  }
  const table: TransitionTable = {
    friction: model.friction(0, body),
    restitution: model.restitution(0, body),
    radius,
    drops: found.length,
    rates: ratesOf(found, model.timeStep),
    moments: Object.fromEntries(collect),
  };
  return { model, body, drops: found, table };
}

/** How often a body of each class was of each other one in the step before, per second spent in the first. */
function ratesOf(drops: readonly Drop[], timeStep: number): number[][] {
  const counts = Array.from({ length: CLASSES }, () => Array<number>(CLASSES).fill(0));
  const time: number[] = Array(CLASSES).fill(0);
  for (const { classes } of drops) {
    for (let s = 1; s < classes.length; s++) {
      time[classes[s]] += timeStep;
      if (classes[s] !== classes[s - 1]) counts[classes[s]][classes[s - 1]]++;
    }
  }
  return counts.map((row, from) => row.map((count) => (time[from] > 0 ? count / time[from] : 0)));
}

/** Of the sphere about the centre that has the body inside. */
function radiusOf(model: Model, body: number): number {
  const { positions } = model.scene.meshes[model.scene.bodies[body].mesh];
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    square = Math.max(square, x * x + y * y + z * z);
  }
  return Math.sqrt(square);
}
