// Sweeps over loads: as WebAssembly and as TypeScript the same bits, and what they end at is what barriers and friction give there.

import { expect, test } from 'vitest';
import { barrierSlope } from '../../../../src/engines/ipc/contact/barrier.ts';
import {
  featureSize,
  frictionAt,
  gapAt,
  kappaAt,
  loadAt,
  reachAt,
  rubAt,
} from '../../../../src/engines/ipc/predict/features-layout.ts';
import { effectAt, gapOfRows, rowSize, rowsSize } from '../../../../src/engines/ipc/predict/rows-layout.ts';
import { chooseNearLoads, pushLoads, sweepLoads } from '../../../../src/engines/ipc/predict/sweep.kernel.ts';
import { ARGUMENTS, NEAR_COUNT } from '../../../../src/engines/ipc/predict/sweep-layout.ts';
import { Random } from '../../../../src/num/index.ts';
import { createArena, kernelsFor } from '../../../../src/num/kernels/index.ts';
import { workOn } from '../../../../src/num/kernels/machine.ts';
import { expectSameBits } from '../../../num/twin.ts';

const bodies = 6;
const count = 30;
const portable = { pushLoads, chooseNearLoads, sweepLoads };

/** Feature pairs of random bodies of mass and inertia 1, most of them overlapping or near. */
function makeCase() {
  const random = new Random(8);
  const arena = createArena();
  const pairs = arena.i32(2 * count);
  const features = arena.f64(featureSize * count);
  const rows = arena.f64(rowsSize * count);
  const motions = arena.f64(6 * bodies);
  const moving = arena.f64(3 * bodies).fill(1);
  const [near, isNear, args] = [arena.i32(count), arena.i32(count), arena.i32(ARGUMENTS)];
  for (let k = 0; k < motions.length; k++) motions[k] = random.between(-0.01, 0.01);
  for (let c = 0; c < count; c++) {
    const a = random.integer(bodies);
    pairs.set([a, (a + 1 + random.integer(bodies - 1)) % bodies], 2 * c);
    const f = featureSize * c;
    features[f + kappaAt] = random.between(1, 100);
    features[f + reachAt] = features[f + gapAt] = 0.01;
    features[f + frictionAt] = c % 3 === 0 ? 0 : 0.5;
    if (c % 4 === 0) features[f + loadAt] = 0.002;
    for (let k = 0; k < 3; k++) {
      const d = rowsSize * c + rowSize * k;
      for (let i = 0; i < 9; i++) rows[d + i] = random.between(-1, 1);
      let effect = 0;
      for (let i = 0; i < 6; i++) rows[d + 9 + i] = rows[d + 3 + i];
      for (let i = 0; i < 9; i++) effect += (i < 3 ? 2 : 1) * rows[d + i] * rows[d + i];
      rows[d + effectAt] = effect;
    }
    rows[rowsSize * c + gapOfRows] = random.between(-0.03, 0.02);
  }
  const reals = [features, rows, motions, moving].map((view) => view.byteOffset / 8);
  args.set([count, pairs.byteOffset / 4, ...reals, near.byteOffset / 4, 0, isNear.byteOffset / 4]);
  return { arena, pairs, features, rows, motions, near, args };
}

test('give the same bits as WebAssembly and as TypeScript', () => {
  const [one, other] = [makeCase(), makeCase()];
  const kernels = kernelsFor(one.arena);
  const at = one.args.byteOffset / 4;
  workOn(other.arena.memory);
  kernels.pushLoads(at);
  portable.pushLoads(at);
  for (let turn = 0; turn < 40; turn++) {
    if (turn % 8 === 0) expect(kernels.chooseNearLoads(at)).toBe(portable.chooseNearLoads(at));
    const most = portable.sweepLoads(at, turn % 2);
    expect(Object.is(kernels.sweepLoads(at, turn % 2), most)).toBe(true);
  }
  expect(one.args[NEAR_COUNT]).toBeGreaterThan(10);
  for (const name of ['features', 'motions', 'near', 'args'] as const)
    expectSameBits(one[name], other[name], name);
});

test('end where barriers bear what motions leave of gaps, and friction is within its bounds', () => {
  const { arena, pairs, features, rows, motions, args } = makeCase();
  const kernels = kernelsFor(arena);
  const at = args.byteOffset / 4;
  kernels.pushLoads(at);
  kernels.chooseNearLoads(at);
  let most = Infinity;
  for (let turn = 0; turn < 4000 && most > 1e-9; turn++) {
    most = kernels.sweepLoads(at, turn % 2);
    if (turn % 8 === 0) kernels.chooseNearLoads(at);
  }
  expect(most).toBeLessThan(1e-9);
  let bearing = 0;
  for (let c = 0; c < count; c++) {
    const f = featureSize * c;
    const d = rowsSize * c;
    let gap = rows[d + gapOfRows];
    for (let i = 0; i < 3; i++)
      gap += rows[d + i] * (motions[6 * pairs[2 * c] + i] - motions[6 * pairs[2 * c + 1] + i]);
    for (let i = 3; i < 6; i++)
      gap +=
        rows[d + i] * motions[6 * pairs[2 * c] + i] - rows[d + 3 + i] * motions[6 * pairs[2 * c + 1] + i];
    const reach = features[f + reachAt];
    const load = features[f + loadAt];
    const wanted = gap < reach ? -features[f + kappaAt] * barrierSlope(gap, reach) : 0;
    expect(Math.abs(load - wanted)).toBeLessThan(2e-3 * (wanted + 1e-3));
    const rubs = Math.hypot(features[f + rubAt], features[f + rubAt + 1]);
    expect(rubs).toBeLessThanOrEqual(features[f + frictionAt] * load * (1 + 1e-12) + 1e-9);
    if (load > 0) bearing++;
  }
  expect(bearing).toBeGreaterThan(5);
});
