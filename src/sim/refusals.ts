// Why an engine cannot simulate a scene.

import type { Fault } from '../scene/fault/index.ts';
import type { Scene } from '../scene/index.ts';
import type { Engine } from './engine.ts';
import { parseOptions } from './options.ts';

/** Every reason why an engine cannot simulate a scene, wrong options included. */
export function refusals(engine: Engine, scene: Scene, given = scene.options): readonly Fault[] {
  const { options, faults } = parseOptions(engine, given);
  return faults.length > 0 ? faults : engine.refuse(scene, options);
}
