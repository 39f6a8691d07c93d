import { describe, expect, test } from 'vitest';
import { resolveScene } from '../../../src/scene/resolve/resolve.ts';
import { importUrdf } from '../../../src/scene/urdf/import.ts';
import { ARM, CART, FINGER, GRIPPER } from './robots.ts';

const files: Readonly<Record<string, string>> = { 'meshes/finger.off': FINGER };
const loadFile = (path: string) =>
  Object.hasOwn(files, path) ? new TextEncoder().encode(files[path]) : undefined;
const imported = (text: string) => importUrdf(text, 'robot.urdf', loadFile);
const resolved = (text: string) => {
  const { file, loadFile: load } = imported(text);
  return resolveScene(file, { loadFile: load }).scene;
};
const close = (a: readonly number[] | undefined, b: readonly number[]) => {
  expect(a).toHaveLength(b.length);
  a?.forEach((x, k) => {
    expect(x).toBeCloseTo(b[k], 9);
  });
};

describe('an arm', () => {
  const { file, notes, unmapped } = imported(ARM);
  const [upper, lower] = file.bodies ?? [];

  test('links become bodies, those fixed to each other one, others of it frames', () => {
    expect(file).toMatchObject({ name: 'arm', up: 'z' });
    expect(file.bodies?.map(({ name }) => name)).toEqual(['upper', 'lower']);
    expect(upper).toMatchObject({ mass: 2, color: [0.8, 0.1, 0.1] });
    expect(notes).toEqual([]);
    // 1 kg at -0.2 and 1 kg at -0.4, both in the lower link.
    close(lower.centre, [0, 0, -0.3]);
    close(lower.inertia?.moments, [0.011 + 2 * 0.01, 0.011 + 2 * 0.01, 0.011]);
    expect(file.frames?.map(({ name, body }) => [name, body])).toEqual([
      ['tool', 'lower'],
      ['tip', 'lower'],
    ]);
    close(file.frames?.[1].position, [0, 0, -0.44]);
  });

  test('joints stand at 0, or as near as their limits let them, which are counted from there', () => {
    const [shoulder, elbow] = file.joints ?? [];
    expect(shoulder).toMatchObject({
      name: 'shoulder',
      kind: 'hinge',
      a: 'upper',
      spring: { stiffness: 0, damping: 0.1 },
      motor: { targetSpeed: 0, maxForce: 0.2 },
    });
    expect(shoulder.b).toBeUndefined();
    expect(elbow).toMatchObject({ kind: 'hinge', a: 'lower', b: 'upper', limits: [0, 1] });
    close(elbow.at as number[], [0, 0, 1]);
    close(elbow.axis as number[], [0, 1, 0]);
    // Turned by 0.5 about y, what hangs down swings towards -x.
    const scene = resolved(ARM);
    close(scene.bodies[1].pose.position, [-0.3 * Math.sin(0.5), 0, 1 - 0.3 * Math.cos(0.5)]);
    expect(scene.joints).toHaveLength(2);
  });

  test('collision shapes are what touches; what does not map is listed with its place', () => {
    expect(upper.shape).toMatchObject({ parts: [{ shape: { kind: 'box', size: [0.05, 0.05, 0.5] } }] });
    expect(unmapped.map(({ what, where }) => `${where}: ${what}`)).toEqual([
      'file: line 6: link "upper": visual',
      'file: line 24: joint "elbow": effort and velocity',
      'file: line 3: robot "arm": <transmission>',
    ]);
  });
});

test('a gripper: fingers that follow are coupled, and meshes of its package found below its folder', () => {
  const { file } = imported(GRIPPER);
  expect(file.bodies?.[2].shape).toMatchObject({
    parts: [{ shape: { kind: 'file', path: 'meshes/finger.off' }, scale: [0.01, 0.01, 0.03] }],
  });
  expect(file.joints?.filter(({ kind }) => kind === 'gear' || kind === 'rack')).toMatchObject([
    { kind: 'gear', first: 'leads', second: 'follows', ratio: -1 },
    { kind: 'rack', first: 'leads', second: 'slides', ratio: 0.01 },
  ]);
  // Led by 0.1: -0.1 + 0.05.
  expect(file.joints?.[1].limits?.[0]).toBeCloseTo(-1 + 0.05, 12);
  expect(resolved(GRIPPER).joints).toHaveLength(5);
});

test('a cart has four wheels that do not touch it', () => {
  const scene = resolved(CART);
  expect(scene.bodies).toHaveLength(5);
  expect(scene.joints.map(({ kind, collide }) => `${kind} ${collide}`)).toEqual(
    Array<string>(4).fill('hinge false'),
  );
});

describe('is refused with a word about it:', () => {
  const link = (
    name: string,
    inside = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>',
  ) => `<link name="${name}">${inside}</link>`;
  const joint = (name: string, parent: string, child: string, inside = '', type = 'continuous') =>
    `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
  const robot = (inside: string) => `<robot name="r">${inside}</robot>`;
  const mesh = (filename: string) =>
    link('a', `<collision><geometry><mesh filename="${filename}"/></geometry></collision>`);

  test.each<[string, string, RegExp]>([
    [
      'a circle',
      robot(link('a') + link('b') + joint('j', 'a', 'b') + joint('k', 'b', 'a')),
      /the links go round in a circle \(a under b under a\)/,
    ],
    [
      'two parents',
      robot(link('a') + link('b') + link('c') + joint('j', 'a', 'c') + joint('k', 'b', 'c')),
      /link "c" has two parents \(joints "j" and "k"\)/,
    ],
    ['a link that is not there', robot(link('a') + joint('j', 'a', 'z')), /joint "j" names no link \(z\)/],
    ['two of a name', robot(link('a') + link('a')), /there are two of <link> \(a\)/],
    [
      'no mass',
      robot(link('a', '<inertial><mass value="0"/><inertia ixx="1" iyy="1" izz="1"/></inertial>')),
      /link "a" has no mass \(0\)/,
    ],
    [
      'no inertia',
      robot(link('a', '<inertial><mass value="1"/><inertia ixx="0" iyy="0" izz="0"/></inertial>')),
      /link "a" has no inertia that a body could have/,
    ],
    [
      'neither mass nor shape',
      robot(link('a') + link('b', '') + joint('j', 'a', 'b')),
      /link "b" has neither mass nor shape/,
    ],
    [
      'a missing mesh',
      robot(mesh('meshes/gone.stl')),
      /line 1: link "a": there is no such mesh file \(meshes\/gone\.stl\)/,
    ],
    ['a mesh outside', robot(mesh('../finger.stl')), /climbs out/],
    ['a mesh of a package outside', robot(mesh('package://x/../../finger.stl')), /climbs out/],
    ['an absolute mesh', robot(mesh('file:///finger.stl')), /absolute/],
    ['COLLADA', robot(mesh('a.dae')), /COLLADA meshes \(\.dae\) are not read \(a\.dae\); save it as \.obj/],
    [
      'an unknown joint',
      robot(link('a') + link('b') + joint('j', 'a', 'b', '', 'ball')),
      /joint "j" has no type that is known \(ball\)/,
    ],
    [
      'no axis',
      robot(link('a') + link('b') + joint('j', 'a', 'b', '<axis xyz="0 0 0"/>')),
      /the axis of joint "j" has no direction/,
    ],
    [
      'a follower of a follower',
      robot(link('a') + link('b') + joint('j', 'a', 'b', '<mimic joint="j"/>')),
      /joint "j" follows no joint that leads/,
    ],
    [
      'a word for a number',
      robot(link('a') + link('b') + joint('j', 'a', 'b', '<origin xyz="0 0 one"/>')),
      /xyz of <origin> is not a number \(one\)/,
    ],
    [
      'a document type',
      `<!DOCTYPE robot [<!ENTITY x "y">]>${robot(link('a'))}`,
      /document types are not read/,
    ],
    ['xacro', '<robot name="r"><xacro:include filename="x"/></robot>', /this is xacro/],
    ['another XML', '<sdf/>', /this is not URDF \(<sdf>\)/],
    ['something cut short', '<robot name="r"><link name="a">', /not whole XML/],
    ['wrong ends', '<robot name="r"><link name="a"></robot></link>', /ends something else/],
    ['depth', '<robot>' + '<a>'.repeat(100), /nested too deeply/],
  ])('%s', (_, text, reason) => {
    expect(() => imported(text)).toThrow(reason);
  });
});
