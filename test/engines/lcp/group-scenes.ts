// Groups of some dozen bodies that lean on each other or hang together, for tests.

import type { SceneFile } from '../../../src/scene/index.ts';

type Bodies = NonNullable<SceneFile['bodies']>[number][];
type Joints = NonNullable<SceneFile['joints']>[number][];
type Point = [number, number, number];

const material = { friction: 0.5 };
const floorAt = (y: number): Bodies[number] => ({
  name: 'floor',
  motion: 'static',
  shape: { kind: 'box', size: [20, 1, 20] },
  position: [0, y - 0.5, 0],
  ...material,
});

/** Boxes on each other, a little off each other, the last one heavy. */
export function stack(count: number, heavy: number): SceneFile {
  const bodies: Bodies = [floorAt(0)];
  for (let i = 0; i < count; i++)
    bodies.push({
      name: `box ${i}`,
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      position: [0.003 * (((7 * i) % 3) - 1), 0.1 + 0.2 * i, 0.002 * (((5 * i) % 3) - 1)],
      mass: i === count - 1 ? heavy : 1,
      ...material,
    });
  return { name: 'stack', bodies };
}

/** Hinged planks that hang between two banks, and boxes that fall on them. */
export function bridge(planks: number, slack = 1): SceneFile {
  const bodies: Bodies = [floorAt(-3)];
  const joints: Joints = [];
  const long = 0.3;
  const radius = (1.25 * planks * long) / slack;
  const ends: Point[] = Array.from({ length: planks + 1 }, (_, i) => {
    const angle = ((i - planks / 2) * long) / radius;
    return [radius * Math.sin(angle), radius * (1 - Math.cos(angle)), 0];
  });
  const hinge = (a: number, b: number, at: Point): Joints[number] => ({
    kind: 'hinge',
    a: `plank ${a}`,
    ...(b >= 0 ? { b: `plank ${b}` } : {}),
    at,
    axis: 'z',
  });
  for (let i = 0; i < planks; i++) {
    const [p, q] = [ends[i], ends[i + 1]];
    bodies.push({
      name: `plank ${i}`,
      shape: { kind: 'box', size: [long - 0.04, 0.04, 0.6] },
      position: [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0],
      rotation: { axis: 'z', degrees: (180 / Math.PI) * Math.atan2(q[1] - p[1], q[0] - p[0]) },
      density: 600,
      ...material,
    });
    joints.push(hinge(i, i - 1, p));
  }
  joints.push(hinge(planks - 1, -1, ends[planks]));
  for (let i = 0; i < planks / 2; i++)
    bodies.push({
      name: `box ${i}`,
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      position: [ends[2 * i + 1][0], ends[0][1] + 0.3 + 0.05 * i, 0.05 * (i % 3)],
      density: 500,
      ...material,
    });
  bodies[0] = floorAt(ends[planks / 2][1] - 2);
  return { name: 'bridge', bodies, joints };
}

/**
 * A net of balls, hung by its four corners in a bowl, that a box falls on.
 * @param kind   ball joints halfway between knots, or rods from each to the next
 * @param slack  0: a flat net
 */
export function net(side: number, kind: 'ball' | 'distance' = 'ball', slack = 1): SceneFile {
  const bodies: Bodies = [];
  const joints: Joints = [];
  const middle = 0.1 * (side - 1);
  const place = (i: number, k: number): Point => {
    const [x, z] = [0.2 * i, 0.2 * k];
    const rise = ((x - middle) / middle) ** 2 + ((z - middle) / middle) ** 2;
    return [x, -0.35 * slack * middle * (2 - rise), z];
  };
  const between = (p: Point, q: Point): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
  const join = (a: string, at: Point, i: number, k: number): Joints[number] => {
    const [b, to] = [`knot ${i} ${k}`, place(i, k)];
    return kind === 'ball' ? { kind, a, b, at: between(at, to) } : { kind, a, b, at, to };
  };
  for (let i = 0; i < side; i++)
    for (let k = 0; k < side; k++) {
      const a = `knot ${i} ${k}`;
      const at = place(i, k);
      bodies.push({
        name: a,
        shape: { kind: 'sphere', radius: 0.08 },
        position: at,
        density: 500,
        ...material,
      });
      if (i > 0) joints.push(join(a, at, i - 1, k));
      if (k > 0) joints.push(join(a, at, i, k - 1));
      if (i % (side - 1) === 0 && k % (side - 1) === 0) joints.push({ kind: 'ball', a, at });
    }
  bodies.push({
    name: 'load',
    shape: { kind: 'box', size: [0.4, 0.3, 0.4] },
    position: [middle, 0.4, middle],
    density: 1000,
    ...material,
  });
  return { name: 'net', bodies, joints };
}
