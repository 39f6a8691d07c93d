import { describe, expect, test } from 'vitest';
import { ipc } from '../../src/engines/ipc/index.ts';
import { lcp } from '../../src/engines/lcp/index.ts';
import {
  blankContact,
  bytesSource,
  type Contact,
  MemorySink,
  openRecording,
  RecordingWriter,
} from '../../src/record/index.ts';
import { defineScene, floor, resolveScene, sphere } from '../../src/scene/index.ts';
import { Collector } from '../../src/sim/collector.ts';
import { type ContactEvent, ContactEvents, contactEvents } from '../../src/sim/contact-events.ts';
import type { Engine } from '../../src/sim/engine.ts';
import { defaultsOf } from '../../src/sim/options.ts';
import { recordRun } from '../../src/sim/record-run.ts';
import { run } from '../../src/sim/run.ts';
import { describeRun, lonelyContext } from './tiny.ts';

/** Frames of rows [a, b, start, duration, normal impulse], both sides told. */
function eventsOf(frames: readonly { readonly time: number; readonly rows: readonly number[][] }[]) {
  const events = new ContactEvents();
  const collector = new Collector({ path: false, contacts: true }, false);
  return frames.map(({ time, rows }) => {
    for (const [a, b, start, duration, normalImpulse] of rows) {
      const row: Contact = {
        ...blankContact(),
        start,
        duration,
        normalImpulse,
        ny: 1,
        gap: 1e-4 * b,
        sx: 0.1,
      };
      collector.contact({ ...row, body: a, other: b });
      collector.contact({ ...row, body: b, other: a, ny: -1, sx: -0.1 });
    }
    return events.take({ frame: { time }, contacts: collector.takeContacts() });
  });
}

const words = (events: readonly ContactEvent[]) =>
  events.map(
    ({ kind, a, b, time, normalImpulse }) => `${kind} ${a}-${b} ${time.toFixed(3)} ${normalImpulse}`,
  );

describe('contact events', () => {
  test('a touch over several frames begins, stays and ends once, with all its impulse', () => {
    const told = eventsOf([
      { time: 0, rows: [] },
      { time: 0.02, rows: [[0, 1, 0.01, 0.01, 2]] },
      {
        time: 0.04,
        rows: [
          [0, 1, 0.02, 0.01, 3],
          [0, 1, 0.03, 0.01, 4],
        ],
      },
      { time: 0.06, rows: [] },
      { time: 0.08, rows: [] },
    ]);
    expect(told.map(words)).toEqual([
      [],
      ['begin 0-1 0.010 2'],
      ['stay 0-1 0.040 7'],
      ['end 0-1 0.040 0'],
      [],
    ]);
    expect(told[1][0]).toMatchObject({ impulse: [0, 2, 0], gap: 1e-4, slip: 0.1, contacts: 1, since: 0.01 });
  });

  test('a bounce within a frame begins and ends there, and two bounces are two', () => {
    const told = eventsOf([
      {
        time: 0.1,
        rows: [
          [0, 1, 0.02, 0.01, 1],
          [0, 1, 0.06, 0.01, 5],
        ],
      },
    ]);
    expect(words(told[0])).toEqual([
      'begin 0-1 0.020 1',
      'end 0-1 0.030 0',
      'begin 0-1 0.060 5',
      'end 0-1 0.070 0',
    ]);
  });

  test('contacts of a step are counted, and pairs do not mix', () => {
    const told = eventsOf([
      {
        time: 0.01,
        rows: [
          [0, 1, 0, 0.01, 1],
          [0, 1, 0, 0.01, 1],
          [1, 2, 0, 0.01, 1],
        ],
      },
    ]);
    expect(told[0].map(({ a, b, contacts }) => [a, b, contacts])).toEqual([
      [0, 1, 2],
      [1, 2, 1],
    ]);
  });

  test('every row has its own normal, friction, gap and slip, and a copy goes on by itself', () => {
    const collector = new Collector({ path: false, contacts: true }, false);
    const tell = (start: number, rows: readonly Partial<Contact>[]) => {
      for (const row of rows)
        collector.contact({ ...blankContact(), other: 1, start, duration: 0.01, ...row });
      return { frame: { time: start + 0.01 }, contacts: collector.takeContacts() };
    };
    const events = new ContactEvents();
    const first = tell(0, [
      { nx: 1, normalImpulse: 2, ty: 0.5, gap: 0.3, sx: 1, sy: 2, sz: 2 },
      { ny: 1, normalImpulse: 3, tz: 0.25, gap: 0.1, sx: 2, sy: 3, sz: 6 },
      { nz: 1, normalImpulse: 5, tx: 0.125, gap: 0.2, sx: 0, sy: 0, sz: 4 },
    ]);
    expect(events.take(first)).toMatchObject([
      { kind: 'begin', impulse: [2.125, 3.5, 5.25], normalImpulse: 10, gap: 0.1, slip: 7, contacts: 3 },
    ]);
    const copy = events.copy();
    const later = tell(0.01, [{ nx: 1, normalImpulse: 1, gap: 0.4, sx: 0.5 }]);
    const told = [
      { kind: 'stay', since: 0, impulse: [1, 0, 0], normalImpulse: 1, gap: 0.4, slip: 0.5, contacts: 1 },
    ];
    expect(events.take(later)).toMatchObject(told);
    expect(copy.take(later)).toMatchObject(told);
    expect(copy.pairs()).toEqual([[0, 1]]);
  });

  test('steps that follow within one step’s length are one touch, and no more', () => {
    const gapOf = (start: number) =>
      eventsOf([
        {
          time: 1,
          rows: [
            [0, 1, 0, 0.125, 1],
            [0, 1, start, 0.125, 1],
          ],
        },
      ])[0].map(({ kind }) => kind);
    expect(gapOf(0.25)).toEqual(['begin', 'end']);
    expect(gapOf(0.2500001)).toEqual(['begin', 'end', 'begin', 'end']);
    const overAt = (time: number) =>
      eventsOf([{ time, rows: [[0, 1, 0, 0.125, 1]] }])[0].map(({ kind }) => kind);
    expect(overAt(0.25)).toEqual(['begin']);
    expect(overAt(0.2500001)).toEqual(['begin', 'end']);
  });

  test('are in the order of their times, then of their bodies, whatever order contacts were told in', () => {
    const told = eventsOf([
      {
        time: 0.02,
        rows: [
          [1, 3, 0.01, 0.01, 1],
          [1, 2, 0.01, 0.01, 1],
          [0, 3, 0.01, 0.01, 1],
          [4, 5, 0, 0.01, 1],
        ],
      },
    ]);
    expect(told[0].map(({ a, b, time }) => [a, b, time])).toEqual([
      [4, 5, 0],
      [0, 3, 0.01],
      [1, 2, 0.01],
      [1, 3, 0.01],
    ]);
    const late = eventsOf([
      {
        time: 0.03,
        rows: [
          [0, 1, 0.01, 0.01, 2],
          [0, 1, 0, 0.01, 3],
        ],
      },
    ]);
    expect(late[0]).toMatchObject([{ kind: 'begin', since: 0, normalImpulse: 5, contacts: 1 }]);
  });

  test.each([
    ['ipc', ipc],
    ['lcp', lcp],
  ] as const)(
    'a ball of %s that falls begins to touch the floor when it gets there, and a recording says the same',
    async (_, engine) => {
      const file = defineScene({
        name: 'drop',
        duration: 0.5,
        bodies: [
          floor({ size: [2, 2] }),
          sphere({ name: 'ball', radius: 0.1, subdivisions: 2, position: [0, 0.3, 0], mass: 1 }),
        ],
      });
      const { scene } = resolveScene(file);
      const simulation = engine.start(scene, defaultsOf(engine as Engine<object>) as never, lonelyContext());
      const sink = new MemorySink();
      const writer = RecordingWriter.create(sink, scene, describeRun(engine as Engine<object>, scene));
      const events = new ContactEvents();
      const told: ContactEvent[] = [];
      for (const record of recordRun(
        simulation,
        run(simulation, { scene, reportColumns: engine.columns.length }),
        writer,
      ))
        told.push(...events.take(record));
      const begins = told.filter(({ kind }) => kind === 'begin');
      expect(begins).toHaveLength(1);
      // √(2 · 0.2 / 9.81) = 0.202 s
      expect(begins[0].time).toBeGreaterThan(0.17);
      expect(begins[0].time).toBeLessThan(0.23);
      const upward = told.reduce((sum, { a, impulse }) => sum + (a === 0 ? -impulse[1] : impulse[1]), 0);
      const [last] = [told.at(-1)!];
      expect(last.kind).toBe('stay');
      // All the floor gave is the weight over the whole time.
      expect(upward).toBeCloseTo(9.81 * 0.5, 1);
      const again: ContactEvent[] = [];
      for await (const event of contactEvents(await openRecording(bytesSource(sink.bytes()))))
        again.push(event);
      // of a recording gaps and slip are rounded to single precision, and all else is as it was
      const rounded = (value: number) => expect.closeTo(value, 7);
      expect(again).toEqual(
        told.map((event) => ({ ...event, gap: rounded(event.gap), slip: rounded(event.slip) })),
      );
    },
  );
});
