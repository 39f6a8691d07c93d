// What inputs may say, and what of them is refused, with the words that a sender reads.

import { describe, expect, test } from 'vitest';
import type { Input, InputKind } from '../../src/record/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import type { Scene } from '../../src/scene/index.ts';
import { readBodyChange, setAbsent, setGravity, writeTwist } from '../../src/sim/index.ts';
import {
  readDrag,
  readEnable,
  readForce,
  readImpulse,
  readMotor,
  readParameter,
  readPose,
  readVelocity,
  refuserOf,
} from '../../src/sim/inputs.ts';
import { tinyBody, tinyScene } from './tiny.ts';

const input = (values: number[], kind: InputKind = 'force', target = 0): Input => ({
  time: 0.5,
  kind,
  target,
  values,
});
const counted = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** What is refused, as one fault. */
function refused(act: () => unknown) {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(FaultError);
    const [fault, ...more] = (error as FaultError).faults;
    expect(more).toEqual([]);
    expect(fault.where).toBe('input at 0.5 s');
    return fault;
  }
  throw new Error('it was taken');
}

test('a value that is no finite number is refused, whatever it is for', () => {
  expect(refuserOf(input([1, 2, 3]))).toBeTypeOf('function');
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(refused(() => refuserOf(input([1, wrong]))).what).toMatch(/finite/);
});

describe('each kind takes as many values as it has', () => {
  const refuse = refuserOf(input([]));
  const kinds: [string, (given: Input) => unknown, number[]][] = [
    ['force', (given) => readForce(given, refuse), [6]],
    ['impulse', (given) => readImpulse(given, refuse), [6, 9]],
    ['velocity', (given) => readVelocity(given, refuse), [6]],
    ['pose', (given) => readPose(given, refuse), [7]],
    ['enable', (given) => readEnable(given, refuse), [0, 7, 13]],
    ['drag', (given) => readDrag(given, 2, refuse), [0, 6, 8]],
    ['motor', (given) => readMotor(given, true, refuse), [1, 2]],
  ];
  for (const [name, read, counts] of kinds)
    test(`${name}: ${counts.join(', ')}`, () => {
      for (let count = 0; count <= 14; count++) {
        const act = () => read(input(counted(count)));
        if (counts.includes(count)) expect(act).not.toThrow();
        else expect(refused(act).value).toContain(`${count} values`);
      }
    });
});

describe('what is read', () => {
  const refuse = refuserOf(input([]));

  test('forces and velocities are the values; an impulse without a point acts at the centre', () => {
    expect(readForce(input(counted(6)), refuse)).toEqual(counted(6));
    expect(readVelocity(input(counted(6)), refuse)).toEqual(counted(6));
    expect(readImpulse(input(counted(6)), refuse)).toEqual([...counted(6), 0, 0, 0]);
    expect(readImpulse(input(counted(9)), refuse)).toEqual(counted(9));
  });

  test('quaternions are made units, and zero is refused', () => {
    expect(readPose(input([1, 2, 3, 2, -4, 4, 8]), refuse)).toEqual([1, 2, 3, 0.2, -0.4, 0.4, 0.8]);
    expect(refused(() => readPose(input([1, 2, 3, 0, 0, 0, 0]), refuse)).value).toBe('quaternion 0 0 0 0');
  });

  test('what is enabled is put nowhere, somewhere, or somewhere with velocities', () => {
    const place = [1, 2, 3, 0, 0, 0, 5];
    const pose = [1, 2, 3, 0, 0, 0, 1];
    expect(readEnable(input([]), refuse)).toEqual({});
    expect(readEnable(input(place), refuse)).toEqual({ pose });
    expect(readEnable(input([...place, ...counted(6)]), refuse)).toEqual({ pose, velocity: counted(6) });
  });

  test('a drag without numbers of its own swings at 2 Hz, critically damped; with its own it must pull', () => {
    const rate = 4 * Math.PI;
    const [stiffness, damping, ...points] = readDrag(input(counted(6)), 3, refuse);
    expect([stiffness, damping]).toEqual([3 * rate * rate, 2 * 3 * rate]);
    expect(points).toEqual(counted(6));
    expect(readDrag(input([7, 0, ...counted(6)]), 3, refuse)).toEqual([7, 0, ...counted(6)]);
    expect(readDrag(input([]), 3, refuse)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(refused(() => readDrag(input([0, 1, ...counted(6)]), 3, refuse)).what).toMatch(/stiffness/);
    expect(refused(() => readDrag(input([1, -1, ...counted(6)]), 3, refuse)).value).toContain('-1');
  });

  test('a motor is driven where there is one, by a force that is not negative', () => {
    expect(readMotor(input([-3], 'motor'), true, refuse)).toEqual([-3]);
    expect(readMotor(input([-3, 0], 'motor'), true, refuse)).toEqual([-3, 0]);
    expect(refused(() => readMotor(input([1, -1], 'motor'), true, refuse)).value).toBe('-1');
    expect(refused(() => readMotor(input([1], 'motor', 4), false, refuse)).value).toBe('motor 4');
  });

  test('a parameter is within its range, ends included', () => {
    const parameters = [{ name: 'pull', target: '/gravity', min: 1, max: 10 }];
    const scene = { parameters } as unknown as Scene;
    for (const value of [1, 5, 10])
      expect(readParameter(scene, input([value]), refuse)).toBe(scene.parameters[0]);
    for (const value of [0.999, 10.001])
      expect(refused(() => readParameter(scene, input([value]), refuse)).remedy).toContain('from 1 to 10');
    expect(refused(() => readParameter(scene, input([5], 'parameter', 1), refuse)).value).toBe('parameter 1');
    expect(refused(() => readParameter(scene, input([5, 5]), refuse)).what).toMatch(/no parameter/);
  });
});

test('gravity is set as a whole against up, or by its components', () => {
  const gravity = Float64Array.of(1, 2, 3);
  expect(setGravity(gravity, 'y', '/gravity/2', 7)).toBe(true);
  expect([...gravity]).toEqual([1, 2, 7]);
  expect(setGravity(gravity, 'y', '/gravity', 5)).toBe(true);
  expect([...gravity]).toEqual([0, -5, 0]);
  expect(setGravity(gravity, 'z', '/gravity', 5)).toBe(true);
  expect([...gravity]).toEqual([0, 0, -5]);
  expect(setGravity(gravity, 'y', '/bodies/0', 3)).toBe(false);
  expect([...gravity]).toEqual([0, 0, -5]);
});

describe('changes of bodies', () => {
  const scene = tinyScene({
    bodies: [
      tinyBody({ name: 'wall', motion: 'static' }),
      tinyBody({ name: 'ball' }),
      tinyBody({ name: 'gone' }),
    ],
  });
  const state = {};
  setAbsent(state, 2, true);
  const change = (kind: InputKind, target: number, values: number[] = []) => {
    const given = input(values, kind, target);
    return readBodyChange(scene, state, given, refuserOf(given));
  };

  test('are what was asked for', () => {
    expect(change('impulse', 1, counted(6))).toEqual({ impulse: [...counted(6), 0, 0, 0] });
    expect(change('velocity', 1, counted(6))).toEqual({ velocity: counted(6) });
    expect(change('pose', 1, [1, 2, 3, 0, 0, 0, 1])).toEqual({ pose: [1, 2, 3, 0, 0, 0, 1] });
    expect(change('disable', 1)).toEqual({ absent: true });
    expect(change('disable', 0)).toEqual({ absent: true });
    expect(change('enable', 2)).toEqual({ absent: false });
    expect(change('enable', 2, [1, 2, 3, 0, 0, 0, 1])).toEqual({
      absent: false,
      pose: [1, 2, 3, 0, 0, 0, 1],
    });
  });

  test('are refused where the body is not what they need', () => {
    expect(refused(() => change('impulse', 3, counted(6))).value).toBe('impulse 3');
    expect(refused(() => change('disable', 2)).what).toMatch(/not there already/);
    expect(refused(() => change('enable', 1)).what).toMatch(/there already/);
    for (const kind of ['impulse', 'velocity'] as const) {
      expect(refused(() => change(kind, 0, counted(6))).what).toMatch(/no dynamic body/);
      expect(refused(() => change(kind, 2, counted(6))).value).toBe(`${kind} 2 "gone"`);
    }
  });

  test('a static body that comes back is where the scene has it', () => {
    const absent = {};
    setAbsent(absent, 0, true);
    const given = input([1, 2, 3, 0, 0, 0, 1], 'enable');
    expect(refused(() => readBodyChange(scene, absent, given, refuserOf(given))).what).toMatch(/static/);
    expect(readBodyChange(scene, absent, input([], 'enable'), refuserOf(given))).toEqual({ absent: false });
  });
});

test('an impulse at a point of a turned body twists it by arm × impulse, and by its own twist', () => {
  const twist = new Float64Array(3);
  // a quarter about z: the point (2, 3, 5) of the body is (−3, 2, 5) in the world
  const quarter = Float64Array.of(9, 0, 0, Math.SQRT1_2, Math.SQRT1_2);
  writeTwist(twist, [1, 10, 100, 0.1, 0.2, 0.3, 2, 3, 5], quarter, 1);
  const expected = [0.1 + 2 * 100 - 5 * 10, 0.2 + 5 * 1 + 3 * 100, 0.3 - 3 * 10 - 2 * 1];
  for (let k = 0; k < 3; k++) expect(twist[k]).toBeCloseTo(expected[k], 10);
});
