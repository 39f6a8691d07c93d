// An end that a drop has led to, at a wished-for place: the body is turned and sunk in as little as that drop left it, by
// parts of a millimetre and of a degree. From there the drop's own past is a past (the floor is the same everywhere), where
// from a perfectly flat end hardly any is (Twigg, James 2008, §4: choose starts "less than perfectly aligned").

import { upDirection } from '../gravity.ts';
import {
  multiplyQuaternions,
  normalizeQuaternion,
  rotateByQuaternion,
  unrotateByQuaternion,
} from '../../../num/index.ts';
import type { Model } from '../model.ts';
import type { Drop } from './drop.ts';
import { layFlat } from './lay-flat.ts';

/** Unit vectors nearer than this belong to the same face. */
const SAME_FACE = 0.05;

/** `flat` as `drop` would have left it; undefined where that drop rests on another face. */
export function lieLike(
  model: Model,
  body: number,
  flat: Float64Array,
  { end }: Pick<Drop, 'end'>,
): Float64Array | undefined {
  const up = upDirection(model);
  const mine = new Float64Array(3);
  const its = new Float64Array(3);
  unrotateByQuaternion(mine, 0, flat, 3, up, 0);
  unrotateByQuaternion(its, 0, end, 3, up, 0);
  const apart = Math.abs(mine[0] - its[0]) + Math.abs(mine[1] - its[1]) + Math.abs(mine[2] - its[2]);
  if (apart > SAME_FACE) return undefined;
  // What was up in the body then is to be up now: the smallest turn that does it.
  rotateByQuaternion(its, 0, flat, 3, its, 0);
  const turn = Float64Array.of(
    its[1] * up[2] - its[2] * up[1],
    its[2] * up[0] - its[0] * up[2],
    its[0] * up[1] - its[1] * up[0],
    1 + its[0] * up[0] + its[1] * up[1] + its[2] * up[2],
  );
  normalizeQuaternion(turn, 0);
  const pose = flat.slice();
  multiplyQuaternions(pose, 3, turn, 0, flat, 3);
  normalizeQuaternion(pose, 3);
  const lifted = layFlat(model, body, end);
  for (let k = 0; k < 3; k++) {
    let sunk = 0;
    for (let m = 0; m < 3; m++) sunk += (lifted[m] - end[m]) * up[m];
    pose[k] -= sunk * up[k];
  }
  return pose;
}
