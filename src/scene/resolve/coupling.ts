// Gears and racks: joints that hold the coordinates of two others to each other.

import type { Collector } from '../fault/collector.ts';
import type { NameTable } from '../fault/names.ts';
import type { JointFile } from '../schema/joint.ts';
import type { Joint } from '../types.ts';

/** It stands where the joints stand that it couples. */
export function resolveCoupling(
  file: JointFile,
  name: string,
  where: string,
  joints: readonly (Joint | undefined)[],
  names: NameTable,
  collector: Collector,
): Joint | undefined {
  const before = collector.faults.length;
  const kinds = file.kind === 'gear' ? ['hinge', 'hinge'] : ['hinge', 'slider'];
  const [first, second] = (['first', 'second'] as const).map((word, i) => {
    const given = file[word];
    if (given === undefined) {
      collector.add('is missing', `${where}.${word}`, undefined, `name a ${kinds[i]}`);
      return undefined;
    }
    const index = names.thing(given, `${where}.${word}`, 'joint');
    const joint = index === undefined ? undefined : joints[index];
    if (joint && joint.kind !== kinds[i])
      collector.add(`is a ${joint.kind} joint`, `${where}.${word}`, given, `name a ${kinds[i]}`);
    return index;
  });
  if (file.ratio === undefined)
    collector.add('is missing', `${where}.ratio`, undefined, 'give the ratio of the two coordinates');
  else if (file.ratio === 0)
    collector.add('couples nothing', `${where}.ratio`, 0, 'give a number that is not zero');
  const [one, two] = [joints[first ?? -1], joints[second ?? -1]];
  if (one === undefined || two === undefined || collector.faults.length > before) return undefined;
  return {
    name,
    kind: file.kind,
    a: one.a,
    b: two.a,
    frameA: one.frameA,
    frameB: two.frameA,
    length: 0,
    couples: [first as number, second as number],
    ratio: file.ratio as number,
    ...breaking(file),
    // whether the wheels touch is said by their own pair: without teeth they must not
    collide: file.collide ?? false,
  };
}

/** At which force and torque a joint parts. */
export function breaking({ breakForce, breakTorque }: JointFile): Pick<Joint, 'breakForce' | 'breakTorque'> {
  return {
    ...(breakForce === undefined ? {} : { breakForce }),
    ...(breakTorque === undefined ? {} : { breakTorque }),
  };
}
