// Strips clamped at one end, of every kind of mesh, and how they come to rest.

import { Random } from '../../../src/num/index.ts';
import type { SceneFile } from '../../../src/scene/index.ts';
import type { AsyncOptions } from '../../../src/engines/async/options.ts';
import { columnAt } from '../../../src/record/index.ts';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import type { AsyncState } from '../../../src/engines/async/state.ts';
import { sceneOf, startScene } from './harness.ts';

export type Pattern = 'diagonal' | 'alternating' | 'jittered' | 'flipped';

export interface Strip {
  readonly vertices: [number, number, number][];
  readonly faces: [number, number, number][];
  /** A column beyond the clamp and that at it. */
  readonly held: number[];
  readonly tip: number[];
}

/** From x = 0, where it is clamped, to 1. @param up  its width along z rather than y */
export function stripOf(pattern: Pattern, along: number, across: number, width: number, up = false): Strip {
  const random = new Random(3);
  const vertices: [number, number, number][] = [];
  for (let i = -1; i <= along; i++)
    for (let j = 0; j <= across; j++) {
      const jitter = (moves: boolean) =>
        pattern === 'jittered' && moves && i > 0 && i < along ? 0.5 * (random.uniform() - 0.5) : 0;
      const x = (i + jitter(true)) / along;
      const y = ((j + jitter(j > 0 && j < across)) / across - 0.5) * width;
      vertices.push(up ? [x, 0, y] : [x, y, 0]);
    }
  const at = (i: number, j: number) => (i + 1) * (across + 1) + j;
  const faces: [number, number, number][] = [];
  for (let i = -1; i < along; i++)
    for (let j = 0; j < across; j++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      const isEven = (i + j + 2) % 2 === 0;
      const isUp = pattern === 'diagonal' || (pattern === 'flipped' ? random.uniform() < 0.5 : isEven);
      if (isUp) faces.push([a, b, c], [a, c, d]);
      else faces.push([a, b, d], [b, c, d]);
    }
  const column = (i: number) => Array.from({ length: across + 1 }, (_, j) => at(i, j));
  return { vertices, faces, held: [...column(-1), ...column(0)], tip: column(along) };
}

/** Length and mass of an area are 1. */
export function stripScene(strip: Strip, bend: number, stretch: number, poisson: number): SceneFile {
  return {
    name: 'strip',
    gravity: [0, 0, -1],
    duration: 1000,
    deformables: [
      {
        kind: 'cloth',
        name: 'strip',
        shape: { kind: 'inline', vertices: strip.vertices, faces: strip.faces },
        areaDensity: 1,
        thickness: 0.002,
        stretchStiffness: stretch,
        bendStiffness: bend,
        material: { poissonRatio: poisson },
        pins: [{ vertices: strip.held }],
      },
    ],
  };
}

/** Where the vertices are after `seconds`, all velocities being taken wherever the kinetic energy has passed a maximum. */
export function settle(
  file: SceneFile,
  seconds: number,
  looks: number,
  options: Partial<AsyncOptions> = {},
): Float64Array {
  const scene = sceneOf(file);
  const simulation = startScene(scene, options);
  const kinetic = columnAt(asynchronous.columns, 'kineticEnergy');
  const nothing = () => {};
  const sink = {
    wants: { path: false, contacts: false },
    knot: nothing,
    turn: nothing,
    stray: nothing,
    contact: nothing,
  };
  let before = 0;
  for (let look = 1; look <= looks; look++) {
    const { values } = simulation.advance((look * seconds) / looks, sink as never);
    if (values[kinetic] < before) {
      const state = simulation.state as AsyncState;
      const still = { ...state, velocity: state.velocity.map(() => 0), tilt: state.tilt.slice() };
      for (let i = 1; i < still.tilt.length; i += 3) still.tilt[i] = 0;
      simulation.restore(still);
      before = 0;
    } else before = values[kinetic];
  }
  const count = scene.deformables[0].masses.length;
  const frame = {
    time: 0,
    poses: new Float64Array(0),
    velocities: new Float64Array(0),
    vertices: new Float64Array(3 * count),
  };
  simulation.writeFrame(frame);
  return frame.vertices;
}

export function meanOf(places: Float64Array, vertices: readonly number[], axis: number): number {
  return vertices.reduce((sum, v) => sum + places[3 * v + axis] / vertices.length, 0);
}

/** Γ = q L³ / D, drop and reach of the tip over L. */
export const elastica: readonly (readonly [number, number, number])[] = [
  [2, 0.238507, 0.966893],
  [20, 0.829881, 0.445232],
  [50, 0.907917, 0.245015],
];

/**
 * Ratio of the tip's drop and reach to those of the heavy elastica.
 * @param stretch  Y [N/m]
 * @param periods  of the slowest swing, after which it is to be at rest
 */
export function elasticaRatios(
  pattern: Pattern,
  row: readonly [number, number, number],
  [along, across, width]: readonly [number, number, number],
  options: Partial<AsyncOptions> = {},
  stretch = 300,
  periods = 6,
): [number, number] {
  const [gamma, drop, reach] = row;
  const strip = stripOf(pattern, along, across, width);
  const period = Math.min((2 * Math.PI * Math.sqrt(gamma)) / 3.516, 5);
  const places = settle(stripScene(strip, 1 / gamma, stretch, 0), periods * period, 40 * periods, options);
  return [-meanOf(places, strip.tip, 2) / drop, meanOf(places, strip.tip, 0) / reach];
}
