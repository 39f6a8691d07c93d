// What of a scene's vocabulary an engine knows, and the faults of what it does not.
//
// Scenes may say more than any one engine honours. An engine lists what it knows, and everything else is refused here by its
// name: never passed over. The matrix in docs/joints.md is made of these lists (scripts/joints.mjs), and a test holds each entry to
// what the engine accepts.

import type { Fault } from '../scene/fault/index.ts';
import type { Damping, Joint, JointKind, Scene } from '../scene/index.ts';

/** What a joint may have beside its kind. */
export const JOINT_WORDS = [
  'limits',
  'spring',
  'motor',
  'cone',
  'twist',
  'breakForce',
  'breakTorque',
] as const;
/** One of them. */
export type JointWord = (typeof JOINT_WORDS)[number];

/** Words that not every engine knows. */
export type SceneWord =
  | 'wind'
  | 'damping'
  | 'surfaceVelocity'
  | 'enabled'
  | 'goals'
  | 'rod'
  | 'solid'
  | 'pressure'
  | 'stitches'
  | 'glue'
  | 'strainLimit';

/** What an engine knows. */
export interface Vocabulary {
  /** Kinds of joints, and what each may have. */
  readonly joints: Readonly<Partial<Record<JointKind, readonly JointWord[]>>>;
  /** Words of scenes that it knows. */
  readonly words: readonly SceneWord[];
}

/** Every place of a scene that says what the engine does not know. */
export function unknownWords(engine: string, scene: Scene, { joints, words }: Vocabulary): Fault[] {
  const faults: Fault[] = [];
  const refuse = (what: string, where: string, value?: string) =>
    faults.push({
      what: `${engine} does not know ${what} yet`,
      where,
      ...(value === undefined ? {} : { value }),
      remedy: 'remove it, or choose another engine (carom info tells which accept)',
    });
  const knows = (word: SceneWord) => words.includes(word);
  if (scene.wind !== undefined && !knows('wind')) refuse('wind', 'wind', scene.wind.join(' '));
  if (scene.goals !== undefined && !knows('goals')) refuse('goals of pasts', 'goals');
  const told = ({ linear, angular }: Damping) => `linear ${linear}, angular ${angular} 1/s`;
  if (scene.damping !== undefined && !knows('damping')) refuse('damping', 'damping', told(scene.damping));
  scene.bodies.forEach((body, i) => {
    const where = `bodies[${i}] "${body.name}"`;
    if (body.damping !== undefined && !knows('damping')) refuse('damping', where, told(body.damping));
    if (body.surfaceVelocity !== undefined && !knows('surfaceVelocity'))
      refuse('surface velocities', where, `${body.surfaceVelocity.join(' ')} m/s`);
    if (body.enabled === false && !knows('enabled')) refuse('bodies that are absent at the start', where);
  });
  scene.deformables.forEach(({ kind, name }, i) => {
    if ((kind === 'rod' || kind === 'solid') && !knows(kind))
      refuse(`${kind}s`, `deformables[${i}] "${name}"`, kind);
  });
  if (scene.stitches !== undefined && !knows('stitches')) refuse('stitches', 'stitches');
  scene.deformables.forEach(({ pressure, gas, strainLimit, pins, name }, i) => {
    if (strainLimit !== undefined && !knows('strainLimit'))
      refuse('strain limits', `deformables[${i}] "${name}"`, `${strainLimit}`);
    pins.forEach(({ body }, p) => {
      if (body !== undefined && !knows('glue'))
        refuse('glue', `deformables[${i}] "${name}", pins[${p}]`, scene.bodies[body].name);
    });
    if ((pressure !== undefined || gas !== undefined) && !knows('pressure'))
      refuse(
        'pressure',
        `deformables[${i}] "${name}"`,
        pressure === undefined ? undefined : `${pressure} Pa`,
      );
  });
  scene.joints.forEach((joint, j) => {
    const where = `joints[${j}] "${joint.name}"`;
    const known = joints[joint.kind];
    if (known === undefined) refuse(`${joint.kind} joints`, where, joint.kind);
    else
      for (const word of wordsOf(joint))
        if (!known.includes(word)) refuse(`${word} of ${joint.kind} joints`, where, word);
  });
  return faults;
}

function wordsOf(joint: Joint): JointWord[] {
  const rules = Object.values(joint.coordinates ?? {});
  return JOINT_WORDS.filter(
    (word) =>
      joint[word] !== undefined ||
      ((word === 'limits' || word === 'spring' || word === 'motor') &&
        rules.some((rule) => rule[word] !== undefined)),
  );
}
