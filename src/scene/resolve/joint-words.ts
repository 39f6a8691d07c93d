// Which words each kind of joint may say.

import type { Collector } from '../fault/collector.ts';
import type { JointFile } from '../schema/joint.ts';
import type { JointKind } from '../types.ts';

/** Which kinds a word is for, and how they are called together. */
const WORDS: readonly (readonly [keyof JointFile, readonly JointKind[], string])[] = [
  [
    'axis',
    ['hinge', 'slider', 'cylindrical', 'universal', 'screw', 'ball', 'six-dof'],
    'joints with an axis',
  ],
  ['to', ['distance'], 'distance joints'],
  ['length', ['distance'], 'distance joints'],
  ['motor', ['hinge', 'slider', 'screw'], 'hinges, sliders and screws'],
  ['spring', ['hinge', 'slider', 'distance', 'ball', 'screw', 'fixed'], 'joints with one coordinate'],
  ['limits', ['hinge', 'slider', 'distance', 'ball', 'screw'], 'joints with one coordinate'],
  ['limitsDegrees', ['hinge', 'ball', 'screw'], 'hinges, balls and screws'],
  ['coordinates', ['cylindrical', 'universal', 'six-dof'], 'cylindrical, universal and six-dof joints'],
  ['cone', ['ball'], 'balls'],
  ['coneDegrees', ['ball'], 'balls'],
  ['twist', ['ball'], 'balls'],
  ['twistDegrees', ['ball'], 'balls'],
  ['pitch', ['screw'], 'screws'],
  ['first', ['gear', 'rack'], 'gears and racks'],
  ['second', ['gear', 'rack'], 'gears and racks'],
  ['ratio', ['gear', 'rack'], 'gears and racks'],
];
/** Words that place a joint: gears and racks stand where the joints stand that they couple. */
const PLACING = ['a', 'b', 'at', 'frameA', 'frameB'] as const;

export function checkWords(file: JointFile, where: string, collector: Collector): void {
  const wrong = (key: keyof JointFile, kinds: string) =>
    collector.add(
      `a ${file.kind} joint has no ${key}`,
      `${where}.${key}`,
      file[key],
      `remove it; it is for ${kinds}`,
    );
  for (const [word, kinds, called] of WORDS)
    if (file[word] !== undefined && !kinds.includes(file.kind)) wrong(word, called);
  if (file.kind === 'gear' || file.kind === 'rack')
    for (const word of PLACING) if (file[word] !== undefined) wrong(word, 'joints of bodies');
  if (file.kind === 'screw' && file.pitch === undefined)
    collector.add('is missing', `${where}.pitch`, undefined, 'give the travel for a whole turn [m]');
  if (file.cone !== undefined && file.coneDegrees !== undefined)
    collector.add('the cone is given twice', `${where}.cone`, file.cone, 'give cone or coneDegrees');
  if (file.kind === 'ball' && file.limits !== undefined && (file.cone ?? file.coneDegrees) !== undefined)
    collector.add(
      'limits and cone both bound the angle of the axes',
      `${where}.cone`,
      file.cone ?? file.coneDegrees,
      'give one of them',
    );
  if (file.motor !== undefined) checkMotor(file.motor, where, collector);
}

export function checkMotor(
  motor: NonNullable<JointFile['motor']>,
  where: string,
  collector: Collector,
): void {
  if ((motor.targetSpeed === undefined) !== (motor.targetPosition === undefined)) return;
  collector.add('the motor needs one target', `${where}.motor`, motor, 'give targetSpeed or targetPosition');
}
