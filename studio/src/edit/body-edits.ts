// Changes of scene files, each a new file. Whoever refers to a body by name or by place is kept right.

import type { BodyFile, SceneFile } from '../../../src/scene/schema/index.ts';
import { nameOfEntry } from './body-index.ts';
import { keptPlaces, movedParameter, renamedTarget, without } from './list-edits.ts';

/** Keys that are undefined are taken out. */
export function changeBody(file: SceneFile, entry: number, change: Partial<BodyFile>): SceneFile {
  const bodies = (file.bodies ?? []).map((body, i) => (i === entry ? without({ ...body, ...change }) : body));
  return { ...file, bodies };
}

export function changeBodies(
  file: SceneFile,
  entries: readonly number[],
  change: (body: BodyFile) => Partial<BodyFile>,
): SceneFile {
  const chosen = new Set(entries);
  const bodies = (file.bodies ?? []).map((body, i) =>
    chosen.has(i) ? without({ ...body, ...change(body) }) : body,
  );
  return { ...file, bodies };
}

/** A static or dynamic body has no path of its own, and one that stands still no velocity. */
export function changeMotion(body: BodyFile, motion: 'static' | 'kinematic' | 'dynamic'): Partial<BodyFile> {
  const still = motion === 'static' ? { velocity: undefined, angularVelocity: undefined } : {};
  const held = motion === 'static' ? {} : body.fixed === true ? { fixed: undefined } : {};
  return {
    motion: motion === 'dynamic' ? undefined : motion,
    ...(motion === 'kinematic' ? {} : { path: undefined }),
    ...still,
    ...held,
  };
}

export function renameBody(file: SceneFile, entry: number, name: string): SceneFile {
  const before = nameOfEntry(file, entry);
  const wanted = name.trim().slice(0, 200);
  if (wanted === '' || wanted === before) return file;
  const others = new Set((file.bodies ?? []).map((_, i) => (i === entry ? '' : nameOfEntry(file, i))));
  const after = freeName(wanted, others);
  const other = (one: string) => (one === before ? after : one);
  const renamed = changeBody(file, entry, { name: after });
  return without({
    ...renamed,
    joints: file.joints?.map((joint) =>
      without({
        ...joint,
        a: joint.a === undefined ? undefined : other(joint.a),
        b: joint.b === undefined ? undefined : other(joint.b),
      }),
    ),
    pairs: file.pairs?.map((pair) => ({ ...pair, a: other(pair.a), b: other(pair.b) })),
    forces: file.forces?.map((force) =>
      force.body === undefined ? force : { ...force, body: other(force.body) },
    ),
    hints: file.hints?.map((hint) => ({ ...hint, body: other(hint.body) })),
    goals: file.goals?.map((goal) =>
      without({
        ...goal,
        body: goal.body && other(goal.body),
        bodies: goal.bodies?.map(other),
        by: goal.by && other(goal.by),
      }),
    ),
    frames: file.frames?.map((frame) =>
      frame.body === undefined ? frame : { ...frame, body: other(frame.body) },
    ),
    deformables: file.deformables?.map((one) =>
      without({
        ...one,
        pins: one.pins?.map((pin) => without({ ...pin, body: pin.body && other(pin.body) })),
      }),
    ),
    parameters: file.parameters?.map((parameter) => renamedTarget(parameter, 'bodies', before, after)),
  });
}

/** Adds bodies behind those there are, under names that are free. */
export function addBodies(file: SceneFile, added: readonly BodyFile[]): SceneFile {
  const before = file.bodies ?? [];
  const names = new Set(before.map((_, i) => nameOfEntry(file, i)));
  const named = added.map((body, k) => {
    const name = freeName(body.name ?? `body-${before.length + k}`, names);
    names.add(name);
    return { ...body, name };
  });
  return { ...file, bodies: [...before, ...named] };
}

/** Copies beside the originals. @param step  how far a copy stands from its original [m] */
export function duplicateBodies(
  file: SceneFile,
  entries: readonly number[],
  step: readonly [number, number, number],
): SceneFile {
  const copies = entries.map((entry) => {
    const body = (file.bodies ?? [])[entry];
    const [x, y, z] = body.position ?? [0, 0, 0];
    const copy: BodyFile = {
      ...structuredClone(body),
      name: nameOfEntry(file, entry),
      position: [x + step[0], y + step[1], z + step[2]],
    };
    return copy;
  });
  return addBodies(file, copies);
}

type GoalEntry = NonNullable<SceneFile['goals']>[number];

/** A goal about several bodies, some of which are taken out. */
function goalWithout(goal: GoalEntry, isGone: (name: string) => boolean): GoalEntry {
  return goal.bodies === undefined ? goal : { ...goal, bodies: goal.bodies.filter((name) => !isGone(name)) };
}

/** Takes bodies out, with the joints, forces, rules, frames, hints, goals, glue and parameters that are about them. */
export function deleteBodies(file: SceneFile, entries: readonly number[]): SceneFile {
  const gone = new Set(entries);
  const names = new Set(entries.map((entry) => nameOfEntry(file, entry)));
  const has = (name: string | undefined) =>
    name !== undefined && (names.has(name) || names.has(name.replace(/-part\d+$/, '')));
  const keptJoints = keptPlaces(file.joints, ({ a, b }) => !has(a) && !has(b));
  const keptBodies = keptPlaces(file.bodies, (_, i) => !gone.has(i));
  const keptForces = keptPlaces(file.forces, ({ body }) => !has(body));
  const keptPairs = keptPlaces(file.pairs, ({ a, b }) => !has(a) && !has(b));
  const keptHints = keptPlaces(file.hints, ({ body }) => !has(body));
  const keptGoals = keptPlaces(
    file.goals,
    ({ body, bodies, by }) => !has(body) && !has(by) && !(bodies?.every(has) ?? false),
  );
  const keptFrames = keptPlaces(file.frames, ({ body }) => !has(body));
  const places: Readonly<Record<string, readonly number[]>> = {
    bodies: keptBodies,
    joints: keptJoints,
    forces: keptForces,
    pairs: keptPairs,
    frames: keptFrames,
    hints: keptHints,
    goals: keptGoals,
  };
  return without({
    ...file,
    // A name that was only a place must stay the name it was.
    bodies: keptBodies.map((i) => ({ ...(file.bodies ?? [])[i], name: nameOfEntry(file, i) })),
    joints: file.joints && keptJoints.map((i) => file.joints![i]),
    forces: file.forces && keptForces.map((i) => file.forces![i]),
    pairs: file.pairs && keptPairs.map((i) => file.pairs![i]),
    frames: file.frames && keptFrames.map((i) => file.frames![i]),
    hints: file.hints && keptHints.map((i) => file.hints![i]),
    deformables: file.deformables?.map((one) =>
      without({ ...one, pins: one.pins?.filter(({ body }) => !has(body)) }),
    ),
    goals: file.goals && keptGoals.map((i) => goalWithout(file.goals![i], has)),
    parameters: file.parameters?.flatMap((parameter) => movedParameter(file, parameter, places)),
  });
}

export function deleteJoint(file: SceneFile, joint: number): SceneFile {
  const kept = keptPlaces(file.joints, (_, i) => i !== joint);
  return without({
    ...file,
    joints: kept.map((i) => file.joints![i]),
    parameters: file.parameters?.flatMap((parameter) => movedParameter(file, parameter, { joints: kept })),
  });
}

/** "crate" → "crate-2", "crate-2" → "crate-3". */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const match = /^(.*?)-(\d{1,9})$/s.exec(wanted);
  const stem = (match ? match[1] : wanted).slice(0, 180);
  for (let i = match ? Number(match[2]) + 1 : 2; ; i++) {
    const name = `${stem}-${i}`;
    if (!taken.has(name)) return name;
  }
}
