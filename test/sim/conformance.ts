// What every engine must keep, in one suite: call it from the engine's own test.
//
//   conform({ engine: ipc, scene: fallingBoxes, seconds: 0.5 });

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createArena } from '../../src/num/kernels/index.ts';
import { openRecordingFile, resumeRecordingFile } from '../../src/record/index.node.ts';
import {
  bytesSource,
  contentHash,
  type Frame,
  type InputKind,
  MemorySink,
  openRecording,
  RecordingWriter,
  type StepSink,
} from '../../src/record/index.ts';
import type { Scene } from '../../src/scene/index.ts';
import type { Engine, Simulation } from '../../src/sim/engine.ts';
import { columnsOf, StepError, Stopped } from '../../src/sim/engine.ts';
import { defaultsOf } from '../../src/sim/options.ts';
import { createNodePool } from '../../src/sim/pool.node.ts';
import { recordRun } from '../../src/sim/record-run.ts';
import { run } from '../../src/sim/run.ts';
import { copyState, hashState, restoreState } from '../../src/sim/snapshot.ts';
import { conformInputs } from './conform-inputs.ts';
import { describeRun, lonelyContext } from './tiny.ts';

export interface Conformance<Options extends object> {
  readonly engine: Engine<Options>;
  readonly scene: Scene;
  readonly options?: Options;
  /** How long to simulate; the scene's duration by default. */
  readonly seconds?: number;
  /** A scene of which every fault must be found, and one that starts and then fails in a step. */
  readonly refused?: Scene;
  readonly failing?: Scene;
  /** Kinds of inputs that change a body at once, of those in conform-inputs.ts; the others are refused. */
  readonly takes?: readonly InputKind[];
  /** How many places of the recording to cut it at. */
  readonly cuts?: number;
}

export function conform<Options extends object>(about: Conformance<Options>): void {
  const { engine, cuts = 12 } = about;
  const options = about.options ?? defaultsOf(engine);
  const seconds = about.seconds ?? about.scene.duration;
  const scene: Scene = { ...about.scene, duration: seconds };
  const columns = columnsOf(engine, about.scene).length;
  const start = (of: Scene = scene) => engine.start(of, options, lonelyContext());
  const quiet = (simulation: Simulation, plan = {}) => {
    for (const _ of run(simulation, { scene, reportColumns: columns, ...plan }));
    return hashState(simulation.state);
  };
  const record = (): Uint8Array => {
    const sink = new MemorySink();
    const simulation = start();
    const writer = RecordingWriter.create(sink, scene, describeRun(engine, scene, options));
    const frames = run(simulation, { scene, reportColumns: columns });
    for (const _ of recordRun(simulation, frames, writer, { frames: 4 }));
    return sink.bytes();
  };

  describe(`${engine.id} on "${scene.name}"`, () => {
    test('accepts the scene, and asking twice gives the same answer and changes nothing', () => {
      const before = JSON.stringify(scene);
      expect(engine.refuse(scene, options)).toEqual([]);
      expect(engine.refuse(scene, options)).toEqual([]);
      expect(JSON.stringify(scene)).toBe(before);
    });

    test.skipIf(!about.refused)('refuses a scene with what, where and remedy, the same every time', () => {
      const refused = about.refused as Scene;
      const before = JSON.stringify(refused);
      const faults = engine.refuse(refused, options);
      expect(faults.length).toBeGreaterThan(0);
      for (const fault of faults) {
        expect(fault.what).not.toBe('');
        expect(fault.where).not.toBe('');
        expect(fault.remedy).not.toBe('');
      }
      expect(engine.refuse(refused, options)).toEqual(faults);
      expect(JSON.stringify(refused)).toBe(before);
    });

    test('the same scene gives the same bits twice', () => {
      expect(quiet(start())).toBe(quiet(start()));
    });

    test('two simulations at once do not disturb each other', () => {
      const alone = quiet(start());
      const [a, b] = [start(), start()];
      const [framesOfA, framesOfB] = [a, b].map((each) => run(each, { scene, reportColumns: columns }));
      while (!framesOfA.next().done) framesOfB.next();
      framesOfB.next();
      expect(hashState(a.state)).toBe(alone);
      expect(hashState(b.state)).toBe(alone);
    });

    test('the options and the scene are not changed by running', () => {
      const before = JSON.stringify([scene, options]);
      quiet(start());
      expect(JSON.stringify([scene, options])).toBe(before);
    });

    test('a snapshot restored replays bit for bit, here and in a new simulation', () => {
      const sink = collecting();
      const simulation = start();
      simulation.advance(0, sink);
      simulation.advance(0.4 * seconds, sink);
      const midway = copyState(simulation.state);
      simulation.advance(seconds, sink);
      const first = hashState(simulation.state);

      restoreState(simulation, midway);
      expect(hashState(simulation.state)).toBe(hashState(midway));
      simulation.advance(seconds, sink);
      expect(hashState(simulation.state)).toBe(first);

      const fresh = start();
      restoreState(fresh, midway);
      fresh.advance(seconds, sink);
      expect(hashState(fresh.state)).toBe(first);
      const frames = [simulation, fresh].map((each) => frameOf(each, scene));
      expect(frames[1]).toEqual(frames[0]);
    });

    test('a snapshot does not change while the simulation goes on', () => {
      const simulation = start();
      simulation.advance(0.3 * seconds, collecting());
      const copy = copyState(simulation.state);
      const before = hashState(copy);
      restoreState(simulation, copy);
      simulation.advance(seconds, collecting());
      expect(hashState(copy)).toBe(before);
    });

    test('the frame rate does not change the physics', () => {
      const rates = [scene.frameRateHz, 2 * scene.frameRateHz, 7 * scene.frameRateHz];
      const hashes = rates.map((frameRateHz) => {
        const lastFrame =
          Math.floor(scene.duration * scene.frameRateHz + 1e-9) * (frameRateHz / scene.frameRateHz);
        return quiet(start(), { frameRateHz, lastFrame });
      });
      expect(new Set(hashes).size).toBe(1);
    });

    test('recording more or less does not change the physics', () => {
      const nothing = quiet(start(), { wants: { path: false, contacts: false } });
      expect(quiet(start(), { wants: { path: true, contacts: true } })).toBe(nothing);
    });

    test('frames and reports are finite, quaternions are unit, knots lie between their frames', () => {
      let before = Number.NEGATIVE_INFINITY;
      for (const { frame, report, path, contacts, steps } of run(start(), {
        scene,
        reportColumns: columns,
      })) {
        for (const numbers of [frame.poses, frame.velocities, frame.vertices, report, path.poses]) {
          expect(numbers.every(Number.isFinite)).toBe(true);
        }
        expect(report.length).toBe(columns);
        expect(Number.isInteger(steps) && steps >= 0).toBe(true);
        for (let b = 0; b < scene.bodies.length; b++) {
          const [x, y, z, w] = frame.poses.subarray(7 * b + 3, 7 * b + 7);
          expect(Math.abs(x * x + y * y + z * z + w * w - 1)).toBeLessThan(1e-9);
        }
        expect(path.poses.length).toBe(path.times.length * 7 * scene.bodies.length);
        for (const time of path.times) {
          expect(time).toBeGreaterThanOrEqual(before);
          expect(time).toBeLessThanOrEqual(frame.time);
          before = time;
        }
        expect(contacts.count % 2).toBe(0);
        for (const numbers of [contacts.gap, contacts.slip])
          expect(numbers.every(Number.isFinite)).toBe(true);
        before = frame.time;
      }
    });

    test('a stop request ends a step with Stopped', () => {
      const simulation = engine.start(scene, options, lonelyContext({ stop: () => true }));
      expect(() => simulation.advance(seconds, collecting())).toThrow(Stopped);
    });

    test.skipIf(!about.failing)(
      'a step that fails says so and leaves a state to look at and to go on from',
      () => {
        const simulation = start(about.failing);
        let failure: unknown;
        try {
          for (const _ of run(simulation, { scene: about.failing as Scene, reportColumns: columns }));
        } catch (error) {
          failure = error;
        }
        expect(failure).toBeInstanceOf(StepError);
        expect((failure as StepError).faults.length).toBeGreaterThan(0);
        for (const array of Object.values(simulation.state))
          expect(Array.from(array).every(Number.isFinite)).toBe(true);
        const frame = frameOf(simulation, about.failing as Scene);
        expect(frame.poses.every(Number.isFinite)).toBe(true);
        expect(frame.time).toBeLessThanOrEqual((failure as StepError).time);
      },
    );

    test('a recording cut anywhere resumes to the same content', async () => {
      const whole = record();
      const wanted = await contentHash(await openRecording(bytesSource(whole)));
      const folder = mkdtempSync(join(tmpdir(), 'carom-conform-'));
      try {
        for (let cut = 0; cut < cuts; cut++) {
          const path = join(folder, `${cut}.carom`);
          // Evenly over the part that can be resumed at all: behind the first commit.
          writeFileSync(path, whole.subarray(0, Math.ceil(whole.length * (1 - (0.9 * cut) / cuts))));
          const resumed = await resumeRecordingFile(path).catch(() => undefined);
          if (!resumed) continue;
          const { recording, writer, sink } = resumed;
          // From what the file says alone, as after a crash.
          const simulation = start(recording.scene);
          restoreState(simulation, await recording.snapshot());
          const frames = run(simulation, { scene, reportColumns: columns, firstFrame: recording.frameCount });
          for (const _ of recordRun(simulation, frames, writer, { frames: 3 }));
          sink.close();
          await recording.close();
          const again = await openRecordingFile(path);
          expect(again.torn).toBe(false);
          expect(await contentHash(again)).toBe(wanted);
          await again.close();
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    test('one thread and two give the same bits', async () => {
      const hashes: string[] = [];
      for (const threads of [1, 2]) {
        const arena = createArena();
        const pool = await createNodePool({ arena, threads });
        hashes.push(quiet(engine.start(scene, options, lonelyContext({ arena, pool }))));
        pool.close();
      }
      expect(hashes[1]).toBe(hashes[0]);
    });

    test('shared and unshared memory give the same bits', () => {
      const unshared = createArena({ shared: false, maximumBytes: 1 << 26 });
      const hash = quiet(engine.start(scene, options, lonelyContext({ arena: unshared })));
      expect(hash).toBe(quiet(start()));
    });

    conformInputs({ scene, columns, start, takes: about.takes ?? [] });
  });
}

function collecting(): StepSink {
  return {
    wants: { path: true, contacts: true },
    knot: () => {},
    turn: () => {},
    stray: () => {},
    contact: () => {},
  };
}

function frameOf(simulation: Simulation, scene: Scene): Frame {
  let vertices = 0;
  for (const { mesh } of scene.deformables) vertices += scene.meshes[mesh].positions.length;
  const frame: Frame = {
    time: 0,
    poses: new Float64Array(7 * scene.bodies.length),
    velocities: new Float64Array(6 * scene.bodies.length),
    vertices: new Float64Array(vertices),
  };
  simulation.writeFrame(frame);
  return frame;
}
