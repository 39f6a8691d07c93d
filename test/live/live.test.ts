// Live simulations in Node, where the page itself makes the frames; what browsers add is in test/browser/live.test.ts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flight } from '../../src/engines/flight/index.ts';
import { startLive } from '../../src/live/live.ts';
import { loggedInputs } from '../../src/live/logged-inputs.ts';
import {
  bytesSource,
  contentHash,
  type Input,
  MemorySink,
  openRecording,
  RecordingError,
  RecordingWriter,
} from '../../src/record/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import { defaultsOf, recordRun, run } from '../../src/sim/index.ts';
import { describeRun, lonelyContext, tinyBody, tinyScene } from '../sim/tiny.ts';

const worker = false;
const scene = tinyScene({ duration: 0.5, engine: 'flight' });

const input = fc.record({
  // Also between frames, and twice at one time.
  time: fc.integer({ min: 0, max: 60 }).map((n) => n / 120),
  kind: fc.constant('force' as const),
  target: fc.constantFrom(0, 1),
  values: fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 6, maxLength: 6 }),
});

describe('inputs from a log', () => {
  test('give the same run, unbroken or broken anywhere, and log themselves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(input, { maxLength: 4 }),
        fc.integer({ min: 0, max: 14 }),
        async (inputs, cut) => {
          const whole = await startLive({ scene, worker, inputs });
          await whole.done;
          const recording = await whole.recording();
          const hash = await contentHash(recording);
          const logged = await loggedInputs(recording);
          expect(logged.length).toBe(inputs.filter(({ time }) => time <= 14 / 30).length);

          const first = await startLive({ scene, worker, inputs, lastFrame: cut });
          await first.done;
          for (const log of [inputs, logged]) {
            const second = await startLive({ resume: first.blob(), worker, inputs: log, lastFrame: 15 });
            expect(second.started.firstFrame).toBe(cut + 1);
            expect(await second.done).toEqual({ ended: 'finished' });
            expect(await contentHash(await second.recording())).toBe(hash);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test('what the engine cannot take is told, and not logged', async () => {
    const wrong: Input = { time: 0.1, kind: 'motor', target: 7, values: [1] };
    const live = await startLive({ scene, worker, inputs: [wrong], paused: true });
    const told: string[] = [];
    live.on('unapplied', ({ kind }, faults) => told.push(`${kind} ${faults.length}`));
    live.resume();
    expect(await live.done).toEqual({ ended: 'finished' });
    expect(told).toEqual(['motor 1']);
    expect(await loggedInputs(await live.recording())).toEqual([]);
  });
});

test('bodies are pushed, put elsewhere, removed and brought back, and the log replays it', async () => {
  const live = await startLive({ scene, worker, paused: true });
  const absent: number[][] = [];
  const told: string[] = [];
  live.on('unapplied', ({ kind }, faults) => told.push(`${kind}: ${faults[0].what}`));
  const at = { position: [5, 6, 7], orientation: [0, 0, 0.6, 0.8] } as const;
  live.on('frame', ({ index, frame }) => {
    absent.push([...(frame.absent ?? [])]);
    if (index === 2) live.impulse(0, [1, 0, 0], [0, 0.1, 0]);
    if (index === 4) live.setVelocity(1, [0, 0, 3]);
    if (index === 6) live.put(0, at);
    if (index === 8) live.disable(1);
    if (index === 10) live.enable(1, at, [1, 0, 0]);
    if (index === 12) live.enable(1);
  });
  live.resume();
  expect(await live.done).toEqual({ ended: 'finished' });
  expect(absent.some((list) => list.includes(1))).toBe(true);
  expect(absent.at(-1)).toEqual([]);
  expect(told).toEqual(['enable: the body is there already']);
  const recording = await live.recording();
  const logged = await loggedInputs(recording);
  expect(logged.map(({ kind }) => kind)).toEqual(['impulse', 'velocity', 'pose', 'disable', 'enable']);
  const again = await startLive({ scene, worker, inputs: logged });
  await again.done;
  expect(await contentHash(await again.recording())).toBe(await contentHash(recording));
});

describe('going on', () => {
  test('keeps what the recording keeps, at its frame rate', async () => {
    const keeps = { path: false, contacts: false };
    const record = (lastFrame: number) => {
      const sink = new MemorySink();
      const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
      const description = { ...describeRun(flight, scene), keeps, frameRateHz: 50 };
      const writer = RecordingWriter.create(sink, scene, description);
      const plan = { scene, reportColumns: flight.columns.length, wants: keeps, frameRateHz: 50, lastFrame };
      for (const _ of recordRun(simulation, run(simulation, plan), writer));
      return sink.bytes();
    };
    const live = await startLive({ resume: record(6), worker, lastFrame: 20 });
    await live.done;
    const whole = await openRecording(bytesSource(record(20)));
    expect(await contentHash(await live.recording())).toBe(await contentHash(whole));
  });

  test('a run that was at its end already is closed again, and not changed', async () => {
    const first = await startLive({ scene, worker });
    await first.done;
    const again = await startLive({ resume: first.blob(), worker });
    expect(await again.done).toEqual({ ended: 'finished' });
    expect(new Uint8Array(await again.blob().arrayBuffer())).toEqual(
      new Uint8Array(await first.blob().arrayBuffer()),
    );
  });

  test.each([
    ['nothing', new Uint8Array(0)],
    ['something else', new TextEncoder().encode('once upon a time')],
  ])('refuses %s', async (_, resume) => {
    await expect(startLive({ resume, worker })).rejects.toThrow();
  });
});

test('a scene without an engine takes the one for what it is made of, and says its reasons where it refuses', async () => {
  const any = tinyScene({ duration: 0.1, bodies: [tinyBody()], forces: [] });
  expect(any.engine).toBe(undefined);
  const live = await startLive({ scene: any, worker });
  // As on the command line, whatever ran here before.
  expect(live.started.engine).toBe('ipc');
  await live.done;
  const overlapping = startLive({ scene: tinyScene({ duration: 0.1 }), worker });
  await expect(overlapping).rejects.toThrow(/cannot run on ipc[\s\S]*overlaps/);
  // @ts-expect-error there is no such option
  const refused = startLive({ scene: any, worker, options: { nonsense: 1 } });
  await expect(refused).rejects.toThrow(FaultError);
  await expect(refused).rejects.toThrow(/cannot run on ipc[\s\S]*nonsense/);
});

test('a refusal is the error that it was, with its class and what it carries', async () => {
  const refused = startLive({ resume: new Blob(['no recording']), worker });
  await expect(refused).rejects.toBeInstanceOf(RecordingError);
  await expect(refused).rejects.toMatchObject({ name: 'RecordingError', where: 'file' });
  const run = await startLive({ scene, worker });
  await run.done;
  const bytes = new Uint8Array(await run.blob().arrayBuffer());
  // the head, whose checksum is then wrong
  bytes[200] ^= 4;
  await expect(startLive({ resume: new Blob([bytes]), worker })).rejects.toMatchObject({
    name: 'RecordingError',
    where: 'recording.json',
  });
  const overlapping = startLive({ scene: tinyScene({ duration: 0.1, engine: 'ipc' }), worker });
  await expect(overlapping).rejects.toBeInstanceOf(FaultError);
  await expect(overlapping).rejects.toMatchObject({ faults: [{ code: 'overlap' }] });
});
