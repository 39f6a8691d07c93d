// One throw of one die on a plane, by the forward engine: where it started, and where and how it came to lie.

import type { Random } from '../../../num/index.ts';
import {
  defineScene,
  floor,
  primitive,
  type Quaternion,
  resolveScene,
  type Vec3,
} from '../../../scene/index.ts';
import { buildModel } from '../model.ts';
import type { LcpOptions } from '../options.ts';
import { startState } from '../state.ts';
import { createWork, step } from '../step.ts';

export interface DieSettings {
  /** Edge [m]. */
  readonly size: number;
  readonly friction: number;
  readonly restitution: number;
  /** A throw that has not come to rest by then is thrown away [s]. */
  readonly duration: number;
}

export interface DieStart {
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

export interface DieThrow {
  readonly start: DieStart;
  readonly end: { readonly position: Vec3; readonly orientation: Quaternion };
}

/** A start as from a hand: a height of about half a metre, forward speed, any turn and any spin. */
export function randomStart(random: Random, size: number): DieStart {
  const scale = Math.sqrt(size / 0.016);
  const turn = [0, 1, 2, 3].map(() => random.normal());
  const norm = Math.sqrt(turn.reduce((sum, x) => sum + x * x, 0));
  return {
    position: [0, 0, 15 * size + random.between(0, 15) * size],
    orientation: turn.map((x) => x / norm) as unknown as Quaternion,
    velocity: [
      scale * random.between(0.5, 1.5),
      scale * random.between(-0.3, 0.3),
      scale * random.between(-1, 0.5),
    ],
    angularVelocity: [0, 1, 2].map(() => (15 * random.normal()) / scale) as unknown as Vec3,
  };
}

/** The scene of some dice on a table, as they start. */
export function diceScene(name: string, starts: readonly DieStart[], settings: DieSettings) {
  const { size, friction, restitution, duration } = settings;
  return defineScene({
    name,
    up: 'z',
    engine: 'lcp',
    duration,
    options: diceOptions(size),
    bodies: [
      floor({ size: [200 * size, 200 * size], friction, restitution, color: '#2f6b4f' }),
      ...starts.map((start, i) =>
        primitive('die', {
          name: starts.length === 1 ? 'die' : `die-${i + 1}`,
          size,
          density: 1200,
          friction,
          restitution,
          position: [...start.position],
          rotation: [...start.orientation],
          velocity: [...start.velocity],
          angularVelocity: [...start.angularVelocity],
          color: i % 2 === 0 ? '#f2ede0' : '#c8402f',
        }),
      ),
    ],
  });
}

/** Steps short enough that a falling die sinks in by a small part of its edge only. */
function diceOptions(size: number): Pick<LcpOptions, 'timeStep' | 'bounceSpeed'> {
  const scale = Math.sqrt(size / 0.016);
  return { timeStep: scale / 4000, bounceSpeed: 0.1 * scale };
}

/** Runs some dice from their starts; undefined where one has not come to rest in time. */
export function runDice(
  starts: readonly DieStart[],
  settings: DieSettings,
  options: Readonly<LcpOptions>,
): DieThrow['end'][] | undefined {
  const { scene } = resolveScene(diceScene('dice', starts, settings));
  const model = buildModel(scene, { ...options, ...diceOptions(settings.size) });
  const state = startState(model);
  const work = createWork(model, undefined, model.looksAhead);
  const ticks = Math.round(settings.duration / model.timeStep);
  while (state.tick[0] < ticks) step(model, state, work);
  const ends: DieThrow['end'][] = [];
  for (let b = 1; b < model.bodies; b++) {
    for (let k = 3 * b; k < 3 * b + 3; k++) if (Math.abs(state.velocities[k]) > 1e-9) return undefined;
    const pose = state.poses.subarray(7 * b, 7 * b + 7);
    ends.push({
      position: [pose[0], pose[1], pose[2]],
      orientation: [pose[3], pose[4], pose[5], pose[6]],
    });
  }
  return ends;
}
