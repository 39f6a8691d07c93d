// What an engine did worse than asked is told to whoever started it: by `simulate`, by worlds, and by live runs.

import { expect, test } from 'vitest';
import { startLive } from '../../src/live/live.ts';
import { box, defineScene, floor } from '../../src/scene/index.ts';
import { type Complaint, Complaints, describeComplaint } from '../../src/sim/index.ts';
import { simulate, start } from '../../src/world/index.ts';

/** A heap that one sweep of the solver does not carry. */
const heap = defineScene({
  name: 'heap',
  engine: 'lcp',
  duration: 0.2,
  bodies: [
    floor(),
    ...Array.from({ length: 45 }, (_, k) =>
      box({
        name: `box ${k}`,
        size: [0.2, 0.2, 0.2],
        position: [
          0.21 * (k % 3) + 0.1 * (Math.floor(k / 9) % 2),
          0.11 + 0.201 * Math.floor(k / 9),
          0.21 * (Math.floor(k / 3) % 3),
        ],
      }),
    ),
  ],
});
const hasty = { maxSweeps: 1, tolerance: 1e-12 };

async function toldBySimulate(): Promise<readonly Complaint[]> {
  const told = new Complaints();
  await simulate(heap, { options: hasty, onComplaint: (complaint) => told.add(complaint) });
  return told.list;
}

test('simulate tells, in a sentence where wanted', async () => {
  const told = new Complaints();
  const recording = await simulate(heap, { options: hasty, onComplaint: (one) => told.add(one) });
  expect(told.list.map(({ what }) => what)).toEqual(['solves missed their tolerance']);
  expect(describeComplaint(recording.scene, told.list[0])).toMatch(/missed.* times, worst at .*"box/);
  const none: Complaint[] = [];
  await simulate(heap, {
    options: { tolerance: 1e-4, maxSweeps: 5000 },
    onComplaint: (one) => none.push(one),
  });
  expect(none).toEqual([]);
});

test('what its listener throws ends it', async () => {
  const onComplaint = () => {
    throw new Error('enough');
  };
  await expect(simulate(heap, { options: hasty, onComplaint })).rejects.toThrow('enough');
});

test('a world has what was told so far', async () => {
  const world = await start(heap, { options: hasty });
  expect(world.complaints).toEqual([]);
  world.advance(heap.duration as number);
  expect(world.complaints).toEqual(await toldBySimulate());
  world.close();
});

test('a live run tells before the frame', async () => {
  const live = await startLive({ scene: heap, options: hasty, worker: false });
  const told = new Complaints();
  let before = -1;
  live.on('complaint', (complaint) => {
    told.add(complaint);
    before = live.frameCount;
  });
  let first: number | undefined;
  live.on('frame', ({ index }) => {
    if (told.list.length > 0) first ??= index;
  });
  await live.done;
  expect(told.list).toEqual(await toldBySimulate());
  expect(first).toBeGreaterThan(0);
  expect(before).toBeGreaterThanOrEqual(first as number);
});
