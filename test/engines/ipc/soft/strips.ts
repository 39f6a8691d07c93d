// Strips of cloth that come to rest, in the engine of bodies.

import type { SceneFile } from '../../../../src/scene/index.ts';
import { type Pattern, stripOf, stripScene } from '../../async/strip.ts';
import { Trial } from '../harness.ts';

/** Drop and reach of the tip of a strip of length 1 under its own weight Γ = q L³ / D, when it has come to rest. */
export function hang(
  pattern: Pattern,
  gamma: number,
  along: number,
  across: number,
  width: number,
): [number, number] {
  const strip = stripOf(pattern, along, across, width);
  const scene = stripScene(strip, 1 / gamma, 300, 0);
  const [deformable] = scene.deformables ?? [];
  const file: SceneFile = {
    ...scene,
    deformables: [{ ...deformable, bendDamping: 0.3, stretchDamping: 0.1 }],
  };
  const trial = new Trial(file, { timeStep: 0.05, sleep: 'never' });
  let before = [Number.NaN, Number.NaN];
  for (let look = 1; look <= 400; look++) {
    const now = tipOf(trial.to(0.5 * look), strip.tip);
    if (now.every((x, k) => Math.abs(x - before[k]) < 1e-6)) break;
    before = now;
  }
  return tipOf(trial, strip.tip);
}

function tipOf(trial: Trial, tip: readonly number[]): [number, number] {
  const { vertices } = trial.frame;
  const mean = (axis: number): number => tip.reduce((sum, v) => sum + vertices[3 * v + axis] / tip.length, 0);
  return [-mean(2), mean(0)];
}
