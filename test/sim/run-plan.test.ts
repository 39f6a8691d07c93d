// Which frames a run makes, what it asks and tells on the way, and when what was made is committed; of a simulation that a
// test plays.

import { describe, expect, test } from 'vitest';
import { flight } from '../../src/engines/flight/index.ts';
import { blankContact, type Input, type RecordingWriter, type State } from '../../src/record/index.ts';
import { withAppliedInputs } from '../../src/sim/applied-inputs.ts';
import { Collector } from '../../src/sim/collector.ts';
import { describeRun } from '../../src/sim/describe-run.ts';
import type { Engine, Simulation } from '../../src/sim/engine.ts';
import { recordRun } from '../../src/sim/record-run.ts';
import { lastFrameOf, run, type RunPlan } from '../../src/sim/run.ts';
import { restoreState } from '../../src/sim/snapshot.ts';
import { startSteps } from '../../src/sim/stepped-state.ts';
import { bending } from '../record/synthetic.ts';
import { tinyBody, tinyCloth, tinyScene } from './tiny.ts';

/** Says what it is asked, and counts its own steps. */
function telling(more: Partial<Simulation> = {}) {
  const told: string[] = [];
  const values = Float64Array.of(0, 5);
  const state = { count: Float64Array.of(0) };
  const simulation: Simulation = {
    state,
    restore: (given) => void told.push(`restore ${Object.keys(given).join()}`),
    apply: ({ kind, time }) => void told.push(`${kind} at ${time}`),
    advance(until, sink) {
      told.push(`to ${until}`);
      state.count[0]++;
      values[0] = until;
      if (sink.wants.path) sink.knot(until, new Float64Array(14).fill(until));
      if (sink.wants.contacts) sink.contact({ ...blankContact(), start: until });
      return { steps: 3, values };
    },
    writeFrame(frame) {
      frame.time = 99;
      frame.poses.fill(state.count[0]);
      frame.velocities.fill(1);
      frame.vertices.fill(2);
      frame.bends?.fill(3);
    },
    ...more,
  };
  return { told, simulation, state };
}

const scene = tinyScene({
  bodies: [tinyBody(), tinyBody()],
  deformables: [tinyCloth()],
  duration: 1,
  frameRateHz: 4,
});
const plan = (more: Partial<RunPlan> = {}): RunPlan => ({ scene, reportColumns: 2, ...more });

describe('a run', () => {
  test('advances from frame to frame, and gives each with its own numbers', () => {
    const { told, simulation } = telling();
    let clock = 0;
    const records = [...run(simulation, plan({ now: () => (clock += 5) }))];
    expect(told).toEqual(['to 0', 'to 0.25', 'to 0.5', 'to 0.75', 'to 1']);
    expect(records.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    records.forEach(({ frame, report, steps, wallMs, path, contacts, stray, inputs }, index) => {
      expect(frame).toEqual({
        time: index / 4,
        poses: new Float64Array(14).fill(index + 1),
        velocities: new Float64Array(12).fill(1),
        vertices: new Float64Array(12).fill(2),
      });
      expect([...report]).toEqual([index / 4, 5]);
      expect([steps, wallMs, contacts.count, stray, inputs]).toEqual([3, 5, 1, Number.POSITIVE_INFINITY, []]);
      expect(path).toEqual({
        times: Float64Array.of(index / 4),
        poses: new Float64Array(14).fill(index / 4),
      });
    });
  });

  test('begins and ends where it is told, at another rate where one is wanted', () => {
    const timesOf = (more: Partial<RunPlan>) =>
      [...run(telling().simulation, plan(more))].map((r) => r.frame.time);
    expect(timesOf({ firstFrame: 3 })).toEqual([0.75, 1]);
    expect(timesOf({ firstFrame: 5 })).toEqual([]);
    expect(timesOf({ lastFrame: 1 })).toEqual([0, 0.25]);
    expect(timesOf({ lastFrame: 0 })).toEqual([0]);
    expect(timesOf({ frameRateHz: 2 })).toEqual([0, 0.5, 1]);
    expect(timesOf({ firstFrame: 1, lastFrame: 1 })).toEqual([0.25]);
  });

  test('hands inputs on with the time of the frame before, and none before the first', () => {
    const { told, simulation } = telling();
    const asked: string[] = [];
    const inputs = (index: number, time: number): Input[] => {
      asked.push(`${index} ${time}`);
      return index === 2 ? [{ time: 77, kind: 'force', target: 0, values: [1] }] : [];
    };
    const records = [...run(simulation, plan({ inputs, lastFrame: 3 }))];
    expect(asked).toEqual(['1 0', '2 0.25', '3 0.5']);
    expect(told).toEqual(['to 0', 'to 0.25', 'force at 0.25', 'to 0.5', 'to 0.75']);
    expect(records[2].inputs).toEqual([{ time: 0.25, kind: 'force', target: 0, values: [1] }]);
  });

  test('keeps between frames what is wanted', () => {
    const kept = (path: boolean, contacts: boolean) => {
      const [record] = run(telling().simulation, plan({ wants: { path, contacts } }));
      return [record.path.times.length, record.contacts.count];
    };
    expect([kept(true, true), kept(true, false), kept(false, true)]).toEqual([
      [1, 1],
      [1, 0],
      [0, 1],
    ]);
  });

  test('says who is absent and how bodies bend where any are or do', () => {
    const absent = Uint32Array.of(1);
    const [bent] = run(telling({ absent, bending }).simulation, plan());
    expect(bent.frame.absent).toEqual(absent);
    expect(bent.frame.absent).not.toBe(absent);
    expect([...(bent.frame.bends ?? [])]).toEqual([3, 3]);
    const [plain] = run(telling({ absent: new Uint32Array(0) }).simulation, plan());
    expect(plain.frame).not.toHaveProperty('absent');
    expect(plain.frame).not.toHaveProperty('bends');
  });

  test('strays nowhere where nothing deforms', () => {
    const rigid = { ...scene, deformables: [] };
    const [record] = run(telling().simulation, plan({ scene: rigid }));
    expect(record.stray).toBe(0);
  });

  test('has one frame where it lasts no time', () => {
    expect(lastFrameOf(tinyScene({ duration: 0 }))).toBe(0);
    expect(lastFrameOf(tinyScene({ duration: -1 }))).toBe(0);
    expect(lastFrameOf(tinyScene({ duration: 0.1, frameRateHz: 30 }))).toBe(3);
    expect(lastFrameOf(tinyScene({ duration: 1, frameRateHz: 30 }), 7)).toBe(7);
  });
});

describe('what is recorded', () => {
  /** A writer that says what it is asked; so many bytes a frame are pending. */
  function logged(bytes = 1) {
    const log: string[] = [];
    let pending = 0;
    let next = 0;
    const writer = {
      get nextFrame() {
        return next;
      },
      get pendingFrames() {
        return pending;
      },
      get pendingBytes() {
        return bytes * pending;
      },
      bend: () => void log.push('bend'),
      add: () => {
        next++;
        pending++;
      },
      commit: (state: State) => {
        log.push(`commit ${pending}: ${state['count']?.[0] ?? '-'}`);
        pending = 0;
      },
      close: () => void log.push('close'),
    };
    return { log, writer: writer as unknown as RecordingWriter };
  }

  const all = (policy: object, { bytes = 1, wall = 0, firstFrame = 0, more = {} } = {}) => {
    const { simulation } = telling(more);
    const { log, writer } = logged(bytes);
    let clock = 0;
    const frames = run(simulation, plan({ now: () => (clock += wall), firstFrame }));
    for (const _ of recordRun(simulation, frames, writer, policy));
    return log;
  };

  test('is committed after the first frame, and then by frames, bytes or time', () => {
    expect(all({})).toEqual(['commit 1: 1', 'commit 4: 5', 'close']);
    expect(all({ frames: 2 })).toEqual(['commit 1: 1', 'commit 2: 3', 'commit 2: 5', 'commit 0: 5', 'close']);
    expect(all({ bytes: 30 }, { bytes: 10 })).toEqual(['commit 1: 1', 'commit 3: 4', 'commit 1: 5', 'close']);
    expect(all({ wallMs: 20 }, { wall: 10 })).toEqual([
      'commit 1: 1',
      'commit 2: 3',
      'commit 2: 5',
      'commit 0: 5',
      'close',
    ]);
  });

  test('is committed at the latest after 64 frames, 16 MB or 5 s', () => {
    expect(all({}, { bytes: 2 ** 23 })[1]).toBe('commit 2: 3');
    expect(all({}, { bytes: 2 ** 23 - 1 })[1]).toBe('commit 3: 4');
    expect(all({}, { wall: 2500 })[1]).toBe('commit 2: 3');
    expect(all({}, { wall: 2499 })[1]).toBe('commit 3: 4');
    const { simulation } = telling();
    const { log, writer } = logged(0);
    const frames = run(simulation, plan({ lastFrame: 130, now: () => 0 }));
    for (const _ of recordRun(simulation, frames, writer));
    expect(log).toEqual(['commit 1: 1', 'commit 64: 65', 'commit 64: 129', 'commit 2: 131', 'close']);
  });

  test('says first how bodies bend, and not again where it goes on', () => {
    expect(all({}, { more: { bending } })[0]).toBe('bend');
    expect(all({})[0]).not.toBe('bend');
    const { simulation } = telling({ bending });
    const { log, writer } = logged();
    writer.add({} as never);
    for (const _ of recordRun(simulation, run(simulation, plan({ firstFrame: 1 })), writer));
    expect(log).toEqual(['commit 5: 4', 'close']);
  });
});

test('a simulation whose inputs were applied already is the same but for these', () => {
  const { told, simulation } = telling({ absent: Uint32Array.of(1), bending });
  const applied = withAppliedInputs(simulation);
  applied.apply({ time: 0, kind: 'force', target: 0, values: [] });
  expect(told).toEqual([]);
  expect(applied.state).toBe(simulation.state);
  expect(applied.absent).toBe(simulation.absent);
  expect(applied.bending).toBe(bending);
  applied.restore({ a: new Float64Array(1) });
  expect(applied.advance(2, new Collector({ path: true, contacts: true }, false)).steps).toBe(3);
  expect(told).toEqual(['restore a', 'to 2']);
  const frame = {
    time: 0,
    poses: new Float64Array(1),
    velocities: new Float64Array(0),
    vertices: new Float64Array(0),
  };
  applied.writeFrame(frame);
  expect(frame.time).toBe(99);
});

test('arrays that a state has only while they say something may come and go', () => {
  const { told, simulation } = telling();
  const count = Float64Array.of(4);
  const sometimes = { absent: new Uint32Array(1), jumped: new Float64Array(1), taps: new Float64Array(1) };
  restoreState(simulation, { count, ...sometimes });
  expect(told).toEqual(['restore count,absent,jumped,taps']);
  expect(() => restoreState(simulation, { count, absent: new Float64Array(1) })).toThrow(/absent/);
  expect(() => restoreState(simulation, { count, more: new Float64Array(1) })).toThrow(/more/);
});

test('an engine of fixed steps begins where it is, and one step back is there too', () => {
  const [poses, velocities, momenta] = [7, 6, 3].map((length) => Float64Array.from({ length }, (_, i) => i));
  const state = startSteps(poses, velocities, momenta);
  expect([...state.clock, ...state.tick]).toEqual([-1, 0]);
  expect(state.applied).toEqual(new Float64Array(6));
  for (const [now, before] of [
    ['poses', 'previousPoses'],
    ['velocities', 'previousVelocities'],
    ['momenta', 'previousMomenta'],
  ] as const) {
    expect(state[before]).toEqual(state[now]);
    expect(state[before]).not.toBe(state[now]);
  }
});

test('a run says at its head what it is', () => {
  const facts = { options: { gravity: true }, lastFrame: 9, keeps: { path: true, contacts: false } };
  const said = describeRun(flight as Engine, scene, facts);
  expect(said).toMatchObject({
    engine: 'flight',
    ...facts,
    frameRateHz: 4,
    seed: 1,
    promise: { kind: 'none' },
  });
  expect(said.columns.length).toBe(flight.columns.length);
  expect(said).not.toHaveProperty('apart');
  expect(describeRun(flight as Engine, scene, { ...facts, apart: [] }).apart).toEqual([]);
});

describe('what is collected', () => {
  const wants = { path: true, contacts: true };

  test('has every column of contacts and of joints in its place', () => {
    const collector = new Collector(wants, false);
    const names = Object.keys(blankContact());
    collector.contact(Object.fromEntries(names.map((name, i) => [name, i])) as never);
    const at = (name: string) => names.indexOf(name);
    const rows = collector.takeContacts();
    const three = (x: string, y: string, z: string) => Float64Array.of(at(x), at(y), at(z));
    expect(rows).toMatchObject({
      count: 1,
      point: three('px', 'py', 'pz'),
      normal: three('nx', 'ny', 'nz'),
      tangentialImpulse: three('tx', 'ty', 'tz'),
      slip: three('sx', 'sy', 'sz'),
    });
    for (const name of ['pair', 'body', 'other', 'feature'] as const)
      expect(rows[name]).toEqual(Uint32Array.of(at(name)));
    for (const name of ['normalImpulse', 'gap', 'start', 'duration', 'friction'] as const)
      expect(rows[name]).toEqual(Float64Array.of(at(name)));
    collector.reaction(4, 0.5, 0.25, Float64Array.of(9, 1, 2, 3, 4, 5, 6), 1);
    expect(collector.takeReactions()).toEqual({
      joint: Uint32Array.of(4),
      start: Float64Array.of(0.5),
      duration: Float64Array.of(0.25),
      force: Float64Array.of(1, 2, 3),
      torque: Float64Array.of(4, 5, 6),
    });
    expect(collector.takeReactions().joint).toHaveLength(0);
  });

  test('grows past its first 64 numbers, in one piece or many', () => {
    for (const length of [1, 63, 64, 65, 129, 1000]) {
      const collector = new Collector(wants, false);
      const poses = Float64Array.from({ length }, (_, i) => i + 1);
      collector.knot(1, poses);
      collector.knot(2, poses);
      for (let i = 0; i < length; i++) collector.turn(i, i, 0, 0, 0);
      expect(collector.takePath().poses).toEqual(Float64Array.of(...poses, ...poses));
      expect([...collector.takeTurns().vertices]).toEqual(Array.from({ length }, (_, i) => i));
      // and is as good as new
      collector.knot(3, Float64Array.of(7));
      expect(collector.takePath()).toEqual({ times: Float64Array.of(3), poses: Float64Array.of(7) });
    }
  });

  test('has knots of deformables in their order, each where its vertices begin', () => {
    const collector = new Collector(wants, true, [0, 40]);
    collector.vertexKnot(0.5, 1, Float64Array.of(1, 2, 3));
    collector.vertexKnot(0.25, 0, Float64Array.of(4, 5, 6));
    collector.vertexKnot(0.75, 1, Float64Array.of(7, 8, 9));
    expect(collector.takeStray()).toBe(0);
    expect(collector.takeVertexKnots()).toEqual([
      { deformable: 0, firstVertex: 0, times: Float64Array.of(0.25), positions: Float64Array.of(4, 5, 6) },
      {
        deformable: 1,
        firstVertex: 40,
        times: Float64Array.of(0.5, 0.75),
        positions: Float64Array.of(1, 2, 3, 7, 8, 9),
      },
    ]);
    expect(collector.takeVertexKnots()).toEqual([]);
    expect(collector.takeStray()).toBe(Number.POSITIVE_INFINITY);
    collector.turn(0, 1, 2, 3, 4);
    expect(collector.takeStray()).toBe(0);
  });

  test('has nothing of what is not wanted', () => {
    const collector = new Collector({ path: false, contacts: false }, true);
    collector.turn(0, 0, 0, 0, 0);
    collector.vertexKnot(0, 0, new Float64Array(3));
    collector.reaction(0, 0, 0, new Float64Array(6), 0);
    expect(collector.takeTurns().times).toHaveLength(0);
    expect(collector.takeVertexKnots()).toEqual([]);
    expect(collector.takeReactions().joint).toHaveLength(0);
  });
});
