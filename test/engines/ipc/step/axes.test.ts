import { expect, test } from 'vitest';
import { turnToBody, turnToWorld } from '../../../../src/engines/ipc/step/axes.ts';
import { matrixFromQuaternion, Random, rotateByQuaternion } from '../../../../src/num/index.ts';

test('to the world is how the quaternion turns, and to the body is the way back', () => {
  const random = new Random(1);
  const quaternion = new Float64Array(4);
  random.rotation(quaternion, 0);
  const r = new Float64Array(12);
  matrixFromQuaternion(r, 3, quaternion, 0);
  const v = Float64Array.from({ length: 4 }, () => random.between(-1, 1));
  const [wanted, out, back] = [new Float64Array(3), new Float64Array(5), new Float64Array(3)];
  rotateByQuaternion(wanted, 0, quaternion, 0, v, 1);
  turnToWorld(out, 2, r, 3, v, 1);
  turnToBody(back, r, 3, out[2], out[3], out[4]);
  for (let k = 0; k < 3; k++) {
    expect(out[2 + k]).toBeCloseTo(wanted[k], 14);
    expect(back[k]).toBeCloseTo(v[1 + k], 14);
  }
});
