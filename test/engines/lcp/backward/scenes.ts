// Small scenes that are ends, and how to rewind them.

import { certify } from '../../../../src/engines/lcp/backward/certificate.ts';
import type { RewindOptions } from '../../../../src/engines/lcp/backward/options.ts';
import { type Past, rewind } from '../../../../src/engines/lcp/backward/rewind.ts';
import { lcp } from '../../../../src/engines/lcp/engine.ts';
import type { LcpOptions } from '../../../../src/engines/lcp/options.ts';
import {
  type BodyFile,
  defineScene,
  floor,
  type Hint,
  resolveScene,
  type Scene,
  type SceneFile,
} from '../../../../src/scene/index.ts';
import { defaultsOf } from '../../../../src/sim/index.ts';

export const material = { restitution: 0.5, friction: 0.4 };

export function sceneOf(bodies: readonly BodyFile[], more: Partial<SceneFile> = {}): Scene {
  return resolveScene(
    defineScene({ name: 'end', engine: 'lcp', bodies: [floor(material), ...bodies], ...more }),
    { engines: ['lcp'] },
  ).scene;
}

export interface Rewinding {
  readonly seed?: number;
  readonly duration?: number;
  readonly hints?: readonly Hint[];
  readonly options?: Partial<RewindOptions>;
  readonly lcp?: Partial<LcpOptions>;
}

export function optionsOf(given: Partial<LcpOptions> = {}): LcpOptions {
  return { ...defaultsOf(lcp), ...given };
}

export function rewound(scene: Scene, given: Rewinding = {}): Past {
  const past = rewind(scene, optionsOf(given.lcp), {
    seed: given.seed ?? 1,
    duration: given.duration ?? 1.5,
    ...(given.hints === undefined ? {} : { hints: given.hints }),
    ...(given.options === undefined ? {} : { options: given.options }),
  });
  if (past === undefined) throw new Error('stopped');
  return past;
}

export function certified(scene: Scene, given: Rewinding = {}) {
  const past = rewound(scene, given);
  return { past, certificate: certify(past) };
}
