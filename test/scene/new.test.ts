import { expect, test } from 'vitest';
import { newRobotScene } from '../../src/scene/new/index.ts';
import { ARM, CART, FINGER, GRIPPER } from './urdf/robots.ts';

const finger = new TextEncoder().encode(FINGER);
const robot = (text: string, chosen: (name: string) => 'static' | 'none' | undefined = () => undefined) =>
  newRobotScene(
    { path: 'my/robot.urdf', bytes: new TextEncoder().encode(text) },
    { name: 'robot', chosen },
    (path) => (path === 'meshes/finger.off' ? finger : undefined),
  );

test('a robot keeps its meshes, gets a floor where nothing holds it, and can be held by name', () => {
  const made = robot(GRIPPER);
  expect([...made.meshes]).toEqual([['meshes/finger.off', finger]]);
  expect(made.hasFloor).toBe(true);
  expect(made.file.bodies?.map(({ name }) => name)).toEqual(['floor', 'palm', 'left', 'right', 'slide']);
  expect(robot(ARM).hasFloor).toBe(false);
  const held = robot(CART, (name) => (name === 'chassis' ? 'static' : undefined));
  expect(held.hasFloor).toBe(false);
  expect(held.file.bodies?.[0]).toMatchObject({ name: 'chassis', motion: 'static' });
});

test('what is left out takes its joints along', () => {
  const made = robot(CART, (name) => (name === 'wheel3' ? 'none' : undefined));
  expect(made.file.joints?.map(({ name }) => name)).toEqual(['axle0', 'axle1', 'axle2']);
});
