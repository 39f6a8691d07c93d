// Scenes with all kinds of contact, and a way to run one with any detection and look into it.

import { asynchronous } from '../../../../../src/engines/async/engine.ts';
import type { Driver } from '../../../../../src/engines/async/driver.ts';
import type { AsyncOptions } from '../../../../../src/engines/async/options.ts';
import { box, cloth, floor, type Scene } from '../../../../../src/scene/index.ts';
import type { StepSink } from '../../../../../src/record/index.ts';
import { type Context, hashState, type Simulation } from '../../../../../src/sim/index.ts';
import { lonelyContext, silent } from '../../../../sim/tiny.ts';
import { optionsOf, sceneOf } from '../../harness.ts';

/** A patch that falls on a floor, with grains that hit it: few enough pairs for brute force. */
export function tiny(seed: number): Scene {
  return sceneOf({
    name: `tiny ${seed}`,
    duration: 0.04,
    frameRateHz: 50,
    bodies: [floor({ size: [0.4, 0.4], friction: 0.4 })],
    deformables: [
      cloth({
        name: 'patch',
        size: [0.06, 0.06],
        cells: [2, 2],
        position: [0, 0.014, 0],
        velocity: [0.2 * seed, -0.8, 0],
        thickness: 0.004,
        areaDensity: 0.3,
        stretchStiffness: 60,
        bendStiffness: 1e-4,
        stretchDamping: 1e-3,
        friction: 0.5,
        restitution: 0.3 * seed,
        pins: seed === 2 ? [{ vertices: [0] }] : [],
      }),
      {
        name: 'grains',
        kind: 'particles',
        shape: { kind: 'lattice', counts: [2, 1, 1], spacing: 0.012 },
        position: [0, 0.022, 0.01],
        velocity: [0, -1.5, 0.1],
        thickness: 0.006,
        mass: 0.004,
        restitution: 0.7,
      },
    ],
  });
}

/** Two sheets that fall on each other, a box and a floor, and fold. */
export function heap(): Scene {
  const sheet = {
    cells: [7, 7] as [number, number],
    size: [0.14, 0.14] as [number, number],
    thickness: 0.003,
  };
  const stuff = {
    areaDensity: 0.2,
    stretchStiffness: 40,
    bendStiffness: 1e-6,
    friction: 0.4,
    restitution: 0.5,
  };
  return sceneOf({
    name: 'heap',
    duration: 0.12,
    frameRateHz: 50,
    bodies: [
      floor({ size: [0.4, 0.4] }),
      { ...box({ size: [0.04, 0.04, 0.04] }), motion: 'static', position: [0, 0.021, 0] },
    ],
    deformables: [
      cloth({ ...sheet, ...stuff, name: 'lower', position: [0.01, 0.05, 0], velocity: [0, -1, 0] }),
      cloth({ ...sheet, ...stuff, name: 'upper', position: [0, 0.06, 0.012], velocity: [0, -3, 0] }),
    ],
  });
}

/** A sheet with groups of so many elements that threads share them, falling on a box. */
export function wide(): Scene {
  return sceneOf({
    name: 'wide',
    duration: 0.008,
    frameRateHz: 250,
    bodies: [{ ...box({ size: [0.1, 0.1, 0.1] }), motion: 'static', position: [0, -0.0535, 0] }],
    deformables: [
      cloth({
        size: [0.3, 0.3],
        cells: [32, 32],
        velocity: [0, -1, 0],
        thickness: 0.004,
        areaDensity: 0.2,
        stretchStiffness: 40,
        bendStiffness: 1e-6,
        friction: 0.4,
      }),
    ],
  });
}

/** Weights on a cloth whose edges may not stretch. */
export function limited(): Scene {
  return sceneOf({
    name: 'limited',
    duration: 0.1,
    frameRateHz: 50,
    bodies: [],
    deformables: [
      cloth({
        size: [0.1, 0.1],
        cells: [4, 4],
        thickness: 0.003,
        areaDensity: 0.3,
        stretchStiffness: 5,
        velocity: [0, -2, 0],
        pins: [{ vertices: [0] }, { vertices: [4] }],
      }),
    ],
  });
}

/** A grain thrown at a sheet that is held at its corners, over a floor. */
export function shot(speed: number): Scene {
  return sceneOf({
    name: 'shot',
    duration: 0.2 / speed,
    frameRateHz: 20 * speed,
    bodies: [floor({ size: [1, 1] })],
    deformables: [
      cloth({
        size: [0.1, 0.1],
        cells: [4, 4],
        position: [0, 0.05, 0],
        thickness: 0.002,
        areaDensity: 0.2,
        stretchStiffness: 100,
        pins: [{ vertices: [0, 4, 20, 24] }],
      }),
      {
        name: 'grain',
        kind: 'particles',
        shape: { kind: 'lattice', counts: [1, 1, 1], spacing: 1 },
        position: [0.003, 0.1, 0.001],
        velocity: [0, -speed, 0],
        thickness: 0.002,
        mass: 0.0001,
      },
    ],
  });
}

export interface Watched extends Simulation {
  readonly driver: Driver;
  profile(): Readonly<Record<string, number>>;
}

export function watched(scene: Scene, given: Partial<AsyncOptions>, context?: Context): Watched {
  return asynchronous.start(scene, optionsOf(scene, given), context ?? lonelyContext()) as unknown as Watched;
}

/** Hash of the state after each frame, and the reports. */
export function traceOf(
  simulation: Simulation,
  scene: Scene,
  sink: StepSink = silent,
): { hashes: string[]; reports: number[][] } {
  const hashes: string[] = [];
  const reports: number[][] = [];
  const frames = Math.round(scene.duration * scene.frameRateHz);
  for (let frame = 1; frame <= frames; frame++) {
    reports.push([...simulation.advance(frame / scene.frameRateHz, sink).values]);
    hashes.push(hashState(simulation.state));
  }
  return { hashes, reports };
}
