// Recordings of format version 1, one of each engine, open for ever: what is read of them is what was read when they were made.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contentHash } from '../../src/record/hash.ts';
import { openRecording } from '../../src/record/recording.ts';
import { bytesSource } from '../../src/record/container/source.ts';
import { verify } from '../../src/verify/index.ts';
import expected from './version-1/expected.json' with { type: 'json' };

const folder = new URL('version-1/', import.meta.url);

describe.each(Object.entries(expected))('a recording of %s in version 1', (name, was) => {
  const bytes = new Uint8Array(readFileSync(new URL(`${name}.carom`, folder)));

  test('has the frames, knots, turns, contacts and inputs that it had, to the bit', async () => {
    const recording = await openRecording(bytesSource(bytes));
    const digest = createHash('sha256');
    const counts = { knots: 0, turns: 0, contacts: 0, inputs: 0 };
    for (let i = 0; i < recording.frameCount; i++) {
      const { poses, velocities, vertices, bends = new Float64Array(0) } = await recording.frame(i);
      const path = await recording.path(i);
      const t = await recording.turns(i);
      const c = await recording.contacts(i);
      const turns = [t.vertices, t.times, t.positions];
      const contacts = [c.pair, c.body, c.other, c.feature, c.point, c.normal, c.normalImpulse];
      const more = [c.tangentialImpulse, c.start, c.duration, c.friction, await recording.report(i)];
      for (const array of [
        ...[poses, velocities, vertices, bends, path.times, path.poses],
        ...[...turns, ...contacts, ...more],
      ])
        digest.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      counts.knots += path.times.length;
      counts.turns += t.times.length;
      counts.contacts += c.count;
      counts.inputs += (await recording.inputs(i)).length;
      expect(c.gap.length).toBe(c.count);
      expect(c.slip.every(Number.isNaN)).toBe(true);
    }
    expect(counts).toEqual({
      knots: was.knots,
      turns: was.turns,
      contacts: was.contacts,
      inputs: was.inputs,
    });
    expect(digest.digest('hex')).toBe(was.digest);
    expect(Object.keys(await recording.snapshot())).toHaveLength(was.state);
    expect(await contentHash(recording)).toBe(was.contentHash);
  });

  test('is judged as it was', async () => {
    const { kept } = await verify(await openRecording(bytesSource(bytes)));
    expect(kept).toBe(was.kept);
  });
});
