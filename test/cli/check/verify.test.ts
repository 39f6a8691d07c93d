import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flight } from '../../../src/engines/flight/index.ts';
import { fileSink } from '../../../src/record/index.node.ts';
import { type Guarantee, RecordingWriter } from '../../../src/record/index.ts';
import { box, resolveScene } from '../../../src/scene/index.ts';
import { defaultsOf, recordRun, run } from '../../../src/sim/index.ts';
import { describeRun, lonelyContext } from '../../sim/tiny.ts';
import { carom, lastLine } from '../carom.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-verify-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two boxes fly, by default through each other, under a promise that is none of free flight's. */
function recordLie(
  path: string,
  velocity: [number, number, number] = [1, 0, 0],
  promise: Guarantee = { kind: 'never intersects' },
): void {
  const { scene } = resolveScene({
    name: 'lie',
    gravity: 0,
    duration: 0.5,
    bodies: [
      box({ name: 'left', size: [0.2, 0.2, 0.2], position: [-0.3, 0, 0], velocity }),
      box({ name: 'right', size: [0.2, 0.2, 0.2], position: [0.3, 0.01, 0.02] }),
    ],
  });
  const sink = fileSink(path);
  const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
  const writer = RecordingWriter.create(sink, scene, { ...describeRun(flight, scene), promise });
  const frames = run(simulation, { scene, reportColumns: flight.columns.length });
  for (const _ of recordRun(simulation, frames, writer));
  sink.close();
}

test('a broken promise ends with 1 and says which bodies, when', async () => {
  recordLie(join(folder, 'lie.carom'));
  const ended = await carom(['verify', 'lie.carom', '--json', '--faults', '2'], folder);
  expect(ended.status).toBe(1);
  const result = lastLine(ended);
  expect(result.kept).toBe(false);
  expect(result.intersections).toBeGreaterThan(0);
  expect(result.deepest).toBeGreaterThan(0.01);
  expect(ended.stderr).toMatch(/promise broken/);
  expect(ended.stderr).toMatch(/intersection.*"left".*"right"|intersection.*"right".*"left"/s);
});

test('one flipped bit ends with an error that names the member, whatever the judge would have said', async () => {
  const path = join(folder, 'flipped.carom');
  recordLie(path, [-1, 0, 0]);
  expect((await carom(['verify', 'flipped.carom'], folder)).status).toBe(0);
  const bytes = readFileSync(path);
  // somewhere in the numbers: behind the name come at most 69 bytes of a gap and 128 of the array's own header
  const member = 'pose/00000001.npy';
  bytes[bytes.indexOf(member) + member.length + 69 + 128 + 50] ^= 4;
  writeFileSync(path, bytes);
  const ended = await carom(['verify', 'flipped.carom'], folder);
  expect(ended.status).not.toBe(0);
  expect(ended.stderr).toMatch(/pose\/00000001\.npy/);
  expect(ended.stderr).toMatch(/copy it again/);
});

test('a separation is told in words and numbers, and what is nearer ends with 1', async () => {
  const promise = { kind: 'separation', least: 0.02 } as const;
  recordLie(join(folder, 'near.carom'), [0.762, 0, 0], promise);
  const near = await carom(['verify', 'near.carom', '--json'], folder);
  expect(near.status).toBe(1);
  expect(lastLine(near)).toMatchObject({ kept: false, intersections: 0, tunnelled: 0 });
  expect(lastLine(near).separation).toMatchObject({ a: 0, b: 1, smallest: expect.closeTo(0.019, 6) });
  expect(near.stderr).toMatch(
    /promise broken \(promises to keep at least 20 mm apart\): .*2 nearer than promised, smallest separation 19 mm at 0.5\d* s/,
  );
  expect(near.stderr).toMatch(/near at 0.5.*"left".*"right".*, 0.019\d* m apart/);

  recordLie(join(folder, 'apart.carom'), [0.758, 0, 0], promise);
  const apart = await carom(['verify', 'apart.carom'], folder);
  expect(apart.status).toBe(0);
  expect(apart.stdout).toMatch(
    /verified \(promises to keep at least 20 mm apart\): .*0 nearer than promised, smallest separation 21 mm/,
  );
  expect(apart.stdout).toMatch(/nearest: body 0 "left" \(face \d+\) and body 1 "right"/);
});
