// Pasts of ends that chance chooses, looked at as drops are (spread.ts).

import type { Random } from '../../../num/index.ts';
import type { Scene, Vec3 } from '../../../scene/index.ts';
import { Replay } from '../backward/replay.ts';
import { rewindModel } from '../backward/rewind.ts';
import { buildModel } from '../model.ts';
import type { LcpOptions } from '../options.ts';
import { planeOf, type Spread, Watch } from './spread.ts';

/** An end: as some drop came to lie, anywhere between the outermost places where drops do. */
export function endByChance(drops: readonly Spread[], along: Float64Array, random: Random): Float64Array {
  const places = drops.map(({ end }) => end.place).sort((a, b) => a - b);
  // the outermost hundredth each way may lean on something
  const from = places[Math.floor(0.01 * places.length)];
  const to = places[Math.ceil(0.99 * places.length) - 1];
  const drop = drops[Math.floor(random.uniform() * drops.length)];
  const pose = drop.pose.slice();
  const move = random.between(from, to) - drop.end.place;
  for (let k = 0; k < 3; k++) pose[k] += move * along[k];
  return pose;
}

/** A past of that end, undefined where none was found. */
export function spreadBack(
  scene: Scene,
  options: Readonly<LcpOptions>,
  body: number,
  end: Float64Array,
  height: number,
  duration: number,
  seed: number,
): Spread | undefined {
  const vector = (at: number): Vec3 => [end[at], end[at + 1], end[at + 2]];
  const bodies = scene.bodies.map((one, b) =>
    b === body
      ? {
          ...one,
          pose: {
            position: vector(0),
            orientation: [...vector(3), end[6]] as [number, number, number, number],
          },
          velocity: [0, 0, 0] as Vec3,
          angularVelocity: [0, 0, 0] as Vec3,
        }
      : one,
  );
  const model = buildModel({ ...scene, bodies, hints: [], goals: [] }, options);
  const past = rewindModel(model, { seed, duration });
  if (past === undefined) return undefined;
  const replay = new Replay(model, past.start, past.rest, past.log);
  const watch = new Watch(planeOf(model, body), height, replay.poses, replay.motion.velocities);
  for (let tick = 0; tick < past.ticks; tick++) {
    replay.step();
    watch.look(replay.poses, replay.motion.velocities);
  }
  return watch.spread();
}
