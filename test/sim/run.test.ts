import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flight } from '../../src/engines/flight/index.ts';
import {
  bytesSource,
  type Contact,
  MemorySink,
  openRecording,
  RecordingWriter,
  type State,
} from '../../src/record/index.ts';
import { Collector } from '../../src/sim/collector.ts';
import { StepError, Stopped } from '../../src/sim/engine.ts';
import { defaultsOf } from '../../src/sim/options.ts';
import { recordRun } from '../../src/sim/record-run.ts';
import { frameTime, lastFrameOf, run } from '../../src/sim/run.ts';
import { copyState, hashState, restoreState } from '../../src/sim/snapshot.ts';
import { describeRun, lonelyContext, tinyBody, tinyScene } from './tiny.ts';

const columns = flight.columns.length;
const start = (scene = tinyScene()) => flight.start(scene, defaultsOf(flight), lonelyContext());

describe('run', () => {
  test('frames are at whole multiples of the frame time, wherever it begins', () => {
    const scene = tinyScene({ duration: 2, frameRateHz: 60 });
    const records = [...run(start(scene), { scene, reportColumns: columns })];
    expect(records).toHaveLength(121);
    records.forEach((record, index) => {
      expect(record.index).toBe(index);
      expect(record.frame.time).toBe(index / 60);
    });
  });

  test('the number of frames is what people mean', () => {
    fc.assert(
      fc.property(fc.nat(100000), fc.integer({ min: 1, max: 1000 }), (frames, rate) => {
        const scene = tinyScene({ duration: frames / rate, frameRateHz: rate });
        expect(lastFrameOf(scene)).toBe(frames);
        expect(frameTime(frames, rate)).toBe(frames / rate);
      }),
    );
    expect(lastFrameOf(tinyScene({ duration: 0.99, frameRateHz: 10 }))).toBe(9);
  });

  test('stops between frames when asked', () => {
    const scene = tinyScene();
    let made = 0;
    const frames = run(start(), { scene, reportColumns: columns, stop: () => made >= 3 });
    expect(() => {
      for (const _ of frames) made++;
    }).toThrow(Stopped);
    expect(made).toBe(3);
  });

  test('inputs replay to the same bits from what was recorded', () => {
    const scene = tinyScene();
    const live = start();
    const records = [
      ...run(live, {
        scene,
        reportColumns: columns,
        inputs: (index) =>
          index % 7 === 3
            ? [{ time: 99, kind: 'force', target: index % 2, values: [index, 0, 1, 0, 0.1, 0] }]
            : [],
      }),
    ];
    expect(records.flatMap((record) => record.inputs)).toHaveLength(4);
    expect(records[3].inputs[0].time).toBe(2 / 30);
    const replay = start();
    for (const _ of run(replay, { scene, reportColumns: columns, inputs: (index) => records[index].inputs }));
    expect(hashState(replay.state)).toBe(hashState(live.state));
    const other = start();
    for (const _ of run(other, { scene, reportColumns: columns }));
    expect(hashState(other.state)).not.toBe(hashState(live.state));
  });
});

describe('recordRun', () => {
  const open = (sink: MemorySink) => openRecording(bytesSource(sink.bytes()));
  const prepare = (scene = tinyScene()) => {
    const sink = new MemorySink();
    const simulation = start(scene);
    const writer = RecordingWriter.create(sink, scene, describeRun(flight, scene));
    return { sink, simulation, writer, frames: run(simulation, { scene, reportColumns: columns }) };
  };

  test('commits the first frame at once and the rest as told', async () => {
    const { sink, simulation, writer, frames } = prepare();
    let early = 0;
    for (const record of recordRun(simulation, frames, writer, { frames: 10 })) {
      if (record.index === 0) early = (await open(sink)).frameCount;
    }
    expect(early).toBe(1);
    const recording = await open(sink);
    expect(recording.firstFrames).toEqual([0, 1, 11, 21]);
    expect(recording.frameCount).toBe(31);
  });

  test('a caller who stops asking gets a closed recording that resumes', async () => {
    const { sink, simulation, writer, frames } = prepare();
    for (const record of recordRun(simulation, frames, writer)) if (record.index === 17) break;
    const recording = await open(sink);
    expect(recording.torn).toBe(false);
    expect(recording.frameCount).toBe(18);
    expect(hashState(await recording.snapshot())).toBe(hashState(simulation.state));
  });

  test('a step that fails leaves everything before it, with the state of the last whole frame', async () => {
    const scene = tinyScene({ bodies: [tinyBody({ force: [1e308, 0, 0], mass: 0.25 })], forces: [] });
    const { sink, simulation, writer, frames } = prepare(scene);
    expect(() => {
      for (const _ of recordRun(simulation, frames, writer));
    }).toThrow(StepError);
    const recording = await open(sink);
    expect(recording.torn).toBe(false);
    const again = start(scene);
    restoreState(again, await recording.snapshot());
    const plan = { scene, reportColumns: columns, firstFrame: recording.frameCount };
    expect(() => [...run(again, plan)]).toThrow(StepError);
    expect(hashState(again.state)).toBe(hashState(simulation.state));
  });
});

describe('recordRun, between two commits', () => {
  test('a step that fails after it moved the state leaves the state of the last frame, which goes on to the same bits', async () => {
    const scene = tinyScene();
    const sink = new MemorySink();
    const simulation = start(scene);
    const writer = RecordingWriter.create(sink, scene, describeRun(flight, scene));
    const states: string[] = [];
    function* failing() {
      for (const record of run(simulation, { scene, reportColumns: columns })) {
        // by now the state is that of this frame, and no frame is told
        if (record.index === 7) throw new StepError(7 / 30, 'this step fails', []);
        states.push(hashState(simulation.state));
        yield record;
      }
    }
    expect(() => [...recordRun(simulation, failing(), writer)]).toThrow('this step fails');
    const recording = await openRecording(bytesSource(sink.bytes()));
    expect(recording.frameCount).toBe(7);
    expect(hashState(await recording.snapshot())).toBe(states[6]);
    expect(hashState(simulation.state)).not.toBe(states[6]);

    const again = start(scene);
    restoreState(again, await recording.snapshot());
    for (const _ of run(again, { scene, reportColumns: columns, firstFrame: 7 }));
    const unbroken = start(scene);
    for (const _ of run(unbroken, { scene, reportColumns: columns }));
    expect(hashState(again.state)).toBe(hashState(unbroken.state));
  });
});

describe('snapshots', () => {
  test('copies are apart from what they copy and use old memory again', () => {
    const state = { a: Float64Array.of(1, 2), b: Uint32Array.of(3) };
    const copy = copyState(state);
    state.a[0] = 9;
    expect(copy.a[0]).toBe(1);
    const again = copyState(state, copy);
    expect(again.a).toBe(copy.a);
    expect(again.a[0]).toBe(9);
    expect(copyState({ a: new Float64Array(3) }, copy).a).toHaveLength(3);
  });

  test('arrays that are not those of the simulation are refused', () => {
    const simulation = start();
    expect(() => restoreState(simulation, {})).toThrow(/nothing/);
    const { tick, ...rest } = copyState(simulation.state);
    expect(() => restoreState(simulation, { ...rest, tick: Float64Array.from(tick) })).toThrow(/tick/);
  });

  test('hashes see every name, kind, length and bit', () => {
    const states: State[] = [
      {},
      { a: new Float64Array(2) },
      { b: new Float64Array(2) },
      { a: new Float64Array(3) },
      { a: new Uint32Array(4) },
      { a: new Int32Array(4) },
      { a: Float64Array.of(0, -0) },
      { a: new Float64Array(1), b: new Float64Array(1) },
    ];
    expect(new Set(states.map(hashState)).size).toBe(states.length);
    expect(hashState({ x: Float64Array.of(1), y: Float64Array.of(2) })).toBe(
      hashState({ y: Float64Array.of(2), x: Float64Array.of(1) }),
    );
  });
});

describe('the collector', () => {
  const contact: Contact = {
    pair: 1,
    body: 2,
    other: 3,
    px: 4,
    py: 5,
    pz: 6,
    feature: 7,
    nx: 8,
    ny: 9,
    nz: 10,
    normalImpulse: 11,
    tx: 12,
    ty: 13,
    tz: 14,
    gap: 18,
    sx: 19,
    sy: 20,
    sz: 21,
    start: 15,
    duration: 16,
    friction: 17,
  };

  test('keeps what is wanted, however much, and is empty afterwards', () => {
    const collector = new Collector({ path: true, contacts: true }, true);
    for (let i = 0; i < 1000; i++) {
      collector.contact({ ...contact, pair: i });
      collector.knot(i, Float64Array.of(i, 0, 0, 0, 0, 0, 1));
      collector.turn(i, i, 1, 2, 3);
    }
    const rows = collector.takeContacts();
    expect(rows.count).toBe(1000);
    expect(rows.pair[999]).toBe(999);
    expect([...rows.tangentialImpulse.subarray(0, 3)]).toEqual([12, 13, 14]);
    expect(rows.friction[5]).toBe(17);
    expect(collector.takePath().poses[7 * 999]).toBe(999);
    expect(collector.takeTurns().positions).toHaveLength(3000);
    expect(collector.takeContacts().count).toBe(0);
  });

  test('leaves out what is not wanted', () => {
    const collector = new Collector({ path: false, contacts: false }, false);
    collector.contact(contact);
    collector.knot(0, new Float64Array(7));
    expect(collector.takeContacts().count).toBe(0);
    expect(collector.takePath().times).toHaveLength(0);
  });

  test('a bound on straying is the largest, and unknown where nothing was said', () => {
    const cloth = new Collector({ path: true, contacts: true }, true);
    expect(cloth.takeStray()).toBe(Number.POSITIVE_INFINITY);
    cloth.stray(1e-3);
    cloth.stray(1e-4);
    expect(cloth.takeStray()).toBe(1e-3);
    expect(new Collector({ path: true, contacts: true }, false).takeStray()).toBe(0);
  });
});
