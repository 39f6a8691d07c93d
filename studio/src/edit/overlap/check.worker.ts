// Looks for bodies that touch or overlap at the start, and separates them, away from the page.

import { catalog } from '../../../../src/catalog/index.ts';
import { type Fault, FaultError } from '../../../../src/scene/fault/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { refusals } from '../../../../src/sim/index.ts';
import { answerWith } from '../../model/asker.ts';
import type { Overlap } from '../../model/overlaps.ts';
import type { CheckAnswer, CheckAsk } from './check-messages.ts';
import { crossingFaces } from './crossing-faces.ts';
import { fixScene } from './fix-scene.ts';
import { pairOfFault } from './overlap-faults.ts';
import { sayLength } from '../fields/units.ts';

answerWith(answer);

async function answer(ask: CheckAsk): Promise<CheckAnswer> {
  try {
    if (ask.kind === 'check') {
      const overlapsIn = await judgeFor(ask.scene.engine);
      const found = overlapsIn(ask.scene).flatMap((fault) => overlapOf(ask.scene, fault) ?? []);
      return { kind: 'overlaps', overlaps: found };
    }
    const { file, files, by, folder } = ask;
    return { kind: 'fixed', fixed: fixScene(file, files, by, folder, await judgeFor(file.engine)) };
  } catch (error) {
    if (error instanceof FaultError)
      return { kind: 'failed', about: error.message.split('\n')[0], faults: error.faults };
    const what = error instanceof Error ? error.message : String(error);
    const fault = { what, where: 'the scene', remedy: 'move the bodies apart by hand' };
    return { kind: 'failed', about: 'The start of the scene cannot be checked:', faults: [fault] };
  }
}

/** The engine's own word on what overlaps; of an engine that is not here, what the strictest one says. */
async function judgeFor(id: string | undefined): Promise<(scene: Scene) => readonly Fault[]> {
  const engine = await catalog[id !== undefined && Object.hasOwn(catalog, id) ? id : 'ipc'].load();
  return (scene) => refusals(engine, scene).filter((fault) => pairOfFault(fault) !== undefined);
}

function overlapOf(scene: Scene, fault: Fault): Overlap | undefined {
  const pair = pairOfFault(fault);
  if (pair === undefined || scene.bodies[pair.a] === undefined || scene.bodies[pair.b] === undefined)
    return undefined;
  const { a, b, faceA, faceB } = pair;
  const faces = crossingFaces(scene, a, b);
  if (faceA >= 0) faces.a.add(faceA);
  if (faceB >= 0) faces.b.add(faceB);
  const isOverlap = /^overlaps /.test(fault.what);
  const how = isOverlap ? 'overlaps' : /^touches /.test(fault.what) ? 'touches' : 'is too near to';
  const named = (face: number) => (face >= 0 ? `, face ${face}` : '');
  const value =
    faces.depth > 0
      ? ` by about ${sayLength(faces.depth)}`
      : isOverlap || fault.value === undefined
        ? ''
        : ` (${fault.value})`;
  return {
    a,
    b,
    facesA: Uint32Array.from(faces.a).sort(),
    facesB: Uint32Array.from(faces.b).sort(),
    sentence: `${scene.bodies[a].name}${named(faceA)} ${how} ${scene.bodies[b].name}${named(faceB)}${value}`,
  };
}
