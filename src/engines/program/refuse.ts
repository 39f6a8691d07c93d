// Why a scene cannot run as a specification: faults of the text, a start that cannot be met, and what the text knows
// nothing about.

import { createSimulator, Trouble } from '../../lagrange/index.ts';
import type { Fault } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { unknownWords, type Vocabulary } from '../../sim/index.ts';
import { compileCached, sceneFault } from './compile-cached.ts';
import { shapeNames } from './dress.ts';
import { parameterValues } from './parameters.ts';

/** What moves is written in the specification: joints too. */
export const vocabulary: Vocabulary = { joints: {}, words: [] };

export function refuse(scene: Scene): Fault[] {
  if (scene.specification === undefined)
    return [
      {
        what: 'the scene has no specification',
        where: 'specification',
        remedy: 'write one ("specification": "pendulum.lagrange"), or choose another engine',
      },
    ];
  const { compiled, faults } = compileCached(scene.specification);
  if (compiled === undefined) return faults.map(sceneFault);
  const found = [
    ...unknownWords('program', scene, vocabulary),
    ...strangers(scene, new Set(shapeNames(compiled.system).map(({ name }) => name))),
  ];
  const { values, faults: wrong } = parameterValues(scene, compiled.system);
  found.push(...wrong);
  if (found.length > 0) return found;
  try {
    createSimulator(compiled, { parameters: values });
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    found.push(sceneFault(error.fault));
  }
  return found;
}

/** What moves, holds or pushes without being written in the specification. */
function* strangers(scene: Scene, own: ReadonlySet<string>): Generator<Fault> {
  const remedy = 'write it in the specification, or remove it';
  for (const [i, body] of scene.bodies.entries())
    if (!own.has(body.name) && body.motion !== 'static')
      yield {
        what: 'a specification moves its own shapes only, and this body is not one of them',
        where: `bodies[${i}]`,
        value: body.name,
        remedy:
          'write it in the specification, or make it static and say "touches": [], so that it is only seen',
      };
    else if (!own.has(body.name) && body.touches !== 0)
      yield {
        what: 'what a specification moves passes through this body',
        where: `bodies[${i}]`,
        value: body.name,
        remedy: 'say "touches": [] for scenery that is only seen, or write the contact in the specification',
      };
  for (const [i] of scene.forces.entries())
    yield { what: 'a specification knows its own forces only', where: `forces[${i}]`, remedy };
  for (const [i] of scene.pairs.entries())
    yield { what: 'a specification knows its own contacts only', where: `pairs[${i}]`, remedy };
  for (const [i, deformable] of scene.deformables.entries())
    if (!own.has(deformable.name))
      yield {
        what: 'a specification has rigid frames only',
        where: `deformables[${i}]`,
        value: deformable.kind,
        remedy,
      };
}
