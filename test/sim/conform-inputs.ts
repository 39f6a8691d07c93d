// What every engine must keep when bodies are pushed, put elsewhere, enabled and disabled: part of the suite in conformance.ts.

import { describe, expect, test } from 'vitest';
import type { Frame, FrameRecord, Input, InputKind, StepSink } from '../../src/record/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import type { Body, Scene } from '../../src/scene/index.ts';
import type { Simulation } from '../../src/sim/engine.ts';
import { run } from '../../src/sim/run.ts';
import { copyState, hashState, restoreState } from '../../src/sim/snapshot.ts';

export interface InputConformance {
  readonly scene: Scene;
  readonly columns: number;
  readonly start: (scene: Scene) => Simulation;
  /** Kinds that it takes, of `changes`; it refuses the others by name. */
  readonly takes: readonly InputKind[];
}

export const changes: readonly InputKind[] = ['impulse', 'velocity', 'pose', 'enable', 'disable'];

/** Values that make sense for a body far from all others. */
const valuesOf: Readonly<Partial<Record<InputKind, readonly number[]>>> = {
  impulse: [1, -2, 3, 0.1, 0.2, -0.3, 0.01, 0.02, -0.03],
  velocity: [1, 2, 3, 0.4, -0.5, 0.6],
  pose: [-50, 20, 10, 0.5, 0.5, -0.5, 0.5],
  enable: [-50, 20, 10, 0.5, 0.5, -0.5, 0.5, 1, 2, 3, 0.4, -0.5, 0.6],
  disable: [],
};

export function conformInputs({ scene: given, columns, start, takes }: InputConformance): void {
  const { scene, lone } = withLoneBody(given);
  const begin = () => {
    const simulation = start(scene);
    simulation.advance(0, silence());
    return simulation;
  };
  const input = (kind: InputKind, values = valuesOf[kind] ?? [], target = lone): Input => ({
    time: 0,
    kind,
    target,
    values,
  });
  const takesAll = changes.every((kind) => takes.includes(kind));

  test.each(changes.filter((kind) => !takes.includes(kind)))('refuses %s by name', (kind) => {
    expectRefusal(begin(), input(kind), kind);
  });

  describe.skipIf(!takesAll)('inputs', () => {
    test('an impulse changes momentum by itself, and by its moment about the centre', () => {
      const [pushed, alone] = [begin(), begin()];
      const { mass, inertia } = scene.bodies[lone];
      const [jx, jy, jz, tx, ty, tz, px, py, pz] = valuesOf['impulse'] as number[];
      pushed.apply(input('impulse'));
      for (const until of [0, 0.5 * scene.duration]) {
        const frames = [pushed, alone].map((each) => {
          each.advance(until, silence());
          return frameOf(each, scene);
        });
        const [p, q] = frames.map(({ velocities }) => velocities.subarray(6 * lone, 6 * lone + 6));
        for (let k = 0; k < 3; k++) expect(mass * (p[k] - q[k])).toBeCloseTo([jx, jy, jz][k], 9);
        if (until > 0) continue;
        const pose = frames[0].poses.subarray(7 * lone, 7 * lone + 7);
        const [rx, ry, rz] = turned(pose, [px, py, pz]);
        const wanted = [tx + ry * jz - rz * jy, ty + rz * jx - rx * jz, tz + rx * jy - ry * jx];
        const spin = [p[3] - q[3], p[4] - q[4], p[5] - q[5]];
        const turns = turned(
          pose,
          unturned(pose, spin).map((w, k) => w * inertia[k]),
        );
        for (let k = 0; k < 3; k++) expect(turns[k]).toBeCloseTo(wanted[k], 9);
      }
    });

    test('what is put elsewhere keeps its velocities, what is set has those, and nothing else changes', () => {
      const simulation = begin();
      const before = frameOf(simulation, scene);
      const expectMotion = (poses: readonly number[], velocities: readonly number[]) => {
        const now = frameOf(simulation, scene);
        for (let b = 0; b < scene.bodies.length; b++) {
          for (let k = 0; k < 7; k++)
            expect(now.poses[7 * b + k]).toBe(b === lone ? poses[k] : before.poses[7 * b + k]);
          for (let k = 0; k < 6; k++)
            expect(now.velocities[6 * b + k]).toBeCloseTo(
              b === lone ? velocities[k] : before.velocities[6 * b + k],
              12,
            );
        }
      };
      const pose = valuesOf['pose'] as number[];
      simulation.apply(input('pose'));
      expectMotion(pose, [...before.velocities.subarray(6 * lone, 6 * lone + 6)]);
      simulation.apply(input('velocity'));
      expectMotion(pose, valuesOf['velocity'] as number[]);
    });

    test('a velocity is set, a pose is taken and the path jumps there', () => {
      const simulation = begin();
      simulation.advance(0.25 * scene.duration, silence());
      simulation.apply(input('velocity'));
      const knots: { time: number; poses: Float64Array }[] = [];
      const before = frameOf(simulation, scene);
      simulation.apply(input('pose'));
      simulation.advance(
        0.5 * scene.duration,
        silence((time, poses) => knots.push({ time, poses: poses.slice() })),
      );
      const after = frameOf(simulation, scene);
      const pose = valuesOf['pose'] as number[];
      const velocity = valuesOf['velocity'] as number[];
      const fall = 0.25 * scene.duration * Math.hypot(...scene.gravity);
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(after.velocities[6 * lone + k] - velocity[k])).toBeLessThan(2 * fall + 1e-9);
        expect(Math.abs(after.poses[7 * lone + k] - pose[k])).toBeLessThan(scene.duration * (4 + fall));
      }
      // two knots at one time: where it was, or the frame before, and where it was put
      const at = knots.findIndex(({ poses }) => Math.abs(poses[7 * lone] - pose[0]) < 10);
      expect(at).toBeGreaterThanOrEqual(0);
      const jump = knots[at];
      const last = at > 0 ? knots[at - 1] : { time: before.time, poses: before.poses };
      expect(jump.time).toBe(last.time);
      expect([...jump.poses.subarray(7 * lone, 7 * lone + 7)]).toEqual(pose);
      expect(Math.abs(last.poses[7 * lone] - pose[0])).toBeGreaterThan(10);
      // nobody else jumped
      for (let b = 0; b < scene.bodies.length; b++) {
        if (b === lone) continue;
        for (let k = 0; k < 7; k++) expect(jump.poses[7 * b + k]).toBe(last.poses[7 * b + k]);
      }
    });

    test('a body that is disabled is absent from frames and contacts and keeps its pose until it is enabled', () => {
      const target = firstDynamic(scene);
      const plan: Readonly<Record<number, Input[]>> = {
        2: [input('disable', [], target)],
        4: [input('enable', valuesOf['enable'], target)],
      };
      const frames = [...run(start(scene), { scene, reportColumns: columns, inputs: (i) => plan[i] ?? [] })];
      expect(frames.length).toBeGreaterThan(4);
      const kept = frames[2].frame.poses.slice(7 * target, 7 * target + 7);
      frames.forEach(({ frame, contacts }, i) => {
        expect([...(frame.absent ?? [])]).toEqual(i === 2 || i === 3 ? [target] : []);
        if (i !== 2 && i !== 3) return;
        // a step that was taken beyond the clock already is told still
        for (let c = 0; c < contacts.count; c++)
          if (contacts.start[c] >= frames[i - 1].frame.time)
            expect([contacts.body[c], contacts.other[c]]).not.toContain(target);
        expect(frame.poses.slice(7 * target, 7 * target + 7)).toEqual(kept);
        expect([...frame.velocities.subarray(6 * target, 6 * target + 6)]).toEqual([0, 0, 0, 0, 0, 0]);
      });
      const [x] = frames[4].frame.poses.subarray(7 * target);
      expect(Math.abs(x + 50)).toBeLessThan(5);
    });

    test('a body that the scene has not enabled is not there until it is', () => {
      const bodies = scene.bodies.map((body, b) => (b === lone ? { ...body, enabled: false } : body));
      const without: Scene = { ...scene, bodies };
      const simulation = start(without);
      const plan: Readonly<Record<number, Input[]>> = { 3: [input('enable', [])] };
      const frames = [
        ...run(simulation, { scene: without, reportColumns: columns, inputs: (i) => plan[i] ?? [] }),
      ];
      frames.forEach(({ frame }, i) => {
        expect([...(frame.absent ?? [])]).toEqual(i < 3 ? [lone] : []);
        if (i < 3)
          expect([...frame.poses.subarray(7 * lone, 7 * lone + 3)]).toEqual([...bodies[lone].pose.position]);
      });
    });

    test('inputs replay from what was logged, and from a snapshot on the way', () => {
      const target = firstDynamic(scene);
      const plan: Readonly<Record<number, Input[]>> = {
        1: [input('impulse'), input('impulse', [0.01, 0, 0, 0, 0, 0], target)],
        2: [input('velocity'), input('disable', [], target)],
        3: [
          input('pose'),
          input(
            'enable',
            valuesOf['enable']?.map((v, k) => (k === 0 ? 60 : v)),
            target,
          ),
        ],
        4: [input('disable')],
        5: [input('enable', [])],
      };
      const first = start(scene);
      const logged: FrameRecord[] = [];
      const snapshots: ReturnType<typeof copyState>[] = [];
      for (const record of run(first, { scene, reportColumns: columns, inputs: (i) => plan[i] ?? [] })) {
        logged.push(record);
        snapshots.push(copyState(first.state));
      }
      const again = (firstFrame: number) => {
        const simulation = start(scene);
        if (firstFrame > 0) restoreState(simulation, snapshots[firstFrame - 1]);
        const inputs = (i: number) => logged[i].inputs;
        const frames = [...run(simulation, { scene, reportColumns: columns, firstFrame, inputs })];
        frames.forEach((record, i) => {
          const { frame, contacts, path } = logged[firstFrame + i];
          expect(record.frame).toEqual(frame);
          expect(record.contacts).toEqual(contacts);
          expect(record.path).toEqual(path);
        });
        return hashState(simulation.state);
      };
      const wanted = hashState(first.state);
      for (const firstFrame of [0, 3, 4, 5]) expect(again(firstFrame)).toBe(wanted);
    });

    test('a snapshot between an input and the next step has it', () => {
      const simulation = begin();
      simulation.advance(0.3 * scene.duration, silence());
      simulation.apply(input('pose'));
      const copy = copyState(simulation.state);
      const fresh = start(scene);
      restoreState(fresh, copy);
      const knots = [simulation, fresh].map((each) => {
        const times: number[] = [];
        each.advance(
          0.6 * scene.duration,
          silence((time, poses) => times.push(time, ...poses)),
        );
        return times;
      });
      expect(knots[1]).toEqual(knots[0]);
      expect(hashState(fresh.state)).toBe(hashState(simulation.state));
    });

    const still = scene.bodies.findIndex(({ motion }) => motion !== 'dynamic');
    const wrong: [string, Input][] = [
      ['an impulse of four numbers', input('impulse', [1, 2, 3, 4])],
      ['a velocity that is no number', input('velocity', [Number.NaN, 0, 0, 0, 0, 0])],
      ['a pose without a direction', input('pose', [0, 0, 0, 0, 0, 0, 0])],
      ['a pose of no body', input('pose', valuesOf['pose'], scene.bodies.length)],
      ['an enable of what is there', input('enable')],
      ...(still < 0
        ? []
        : ([
            ['an impulse on what does not move', input('impulse', valuesOf['impulse'], still)],
            ['a pose of what does not move', input('pose', valuesOf['pose'], still)],
          ] as [string, Input][])),
    ];
    test.each(wrong)('refuses %s and stays as it was', (_, given) => {
      expectRefusal(begin(), given);
    });

    test('refuses what is sent to a body that is not there', () => {
      for (const kind of ['impulse', 'velocity', 'pose', 'disable'] as const) {
        const simulation = begin();
        simulation.apply(input('disable', []));
        expectRefusal(simulation, input(kind));
      }
    });

    test('bodies that are not dynamic can be disabled and enabled, but not put elsewhere', () => {
      if (still < 0) return;
      const simulation = begin();
      simulation.apply(input('disable', [], still));
      expect([...(simulation.absent ?? [])]).toEqual([still]);
      expectRefusal(simulation, input('enable', valuesOf['pose'], still));
    });
  });
}

function expectRefusal(simulation: Simulation, input: Input, name = ''): void {
  const before = hashState(simulation.state);
  let error: unknown;
  try {
    simulation.apply(input);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(FaultError);
  for (const { what, where, value, remedy } of (error as FaultError).faults) {
    for (const text of [what, where, value, remedy]) expect(text).toBeTruthy();
    expect(`${what} ${value}`).toContain(name);
  }
  expect(hashState(simulation.state)).toBe(before);
}

/** The first that is dynamic, and that no joint holds where it is. */
function firstDynamic({ bodies, joints }: Scene): number {
  return bodies.findIndex(
    ({ motion }, b) => motion === 'dynamic' && !joints.some((joint) => joint.a === b || joint.b === b),
  );
}

/** The scene, a body far from all others on which nothing but gravity acts, and before it another for scenes whose joints hold all. */
function withLoneBody(scene: Scene): { scene: Scene; lone: number } {
  const like = scene.bodies.find(({ motion }) => motion === 'dynamic');
  if (!like) return { scene, lone: 0 };
  const body: Body = {
    ...like,
    name: 'lone',
    pose: { position: [40, 30, 20], orientation: [0, 0, 0.6, 0.8] },
    velocity: [0, 0, 0],
    angularVelocity: [0.3, 0, 0],
    force: [0, 0, 0],
    torque: [0, 0, 0],
    fixed: [false, false, false, false, false, false],
    group: -1,
  };
  const spare: Body = { ...body, name: 'spare', pose: { ...body.pose, position: [-30, 40, -20] } };
  return { scene: { ...scene, bodies: [...scene.bodies, spare, body] }, lone: scene.bodies.length + 1 };
}

function silence(knot: StepSink['knot'] = () => {}): StepSink {
  return { wants: { path: true, contacts: false }, knot, turn: () => {}, stray: () => {}, contact: () => {} };
}

function frameOf(simulation: Simulation, scene: Scene): Frame {
  const frame: Frame = {
    time: 0,
    poses: new Float64Array(7 * scene.bodies.length),
    velocities: new Float64Array(6 * scene.bodies.length),
    vertices: new Float64Array(0),
  };
  simulation.writeFrame(frame);
  return frame;
}

/** R v of a pose. */
function turned(pose: ArrayLike<number>, [x, y, z]: readonly number[]): number[] {
  const [a, b, c, w] = [pose[3], pose[4], pose[5], pose[6]];
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
}

function unturned(pose: ArrayLike<number>, v: readonly number[]): number[] {
  return turned([0, 0, 0, -pose[3], -pose[4], -pose[5], pose[6]], v);
}
