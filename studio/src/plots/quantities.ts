// What can be plotted of a body, from its pose and velocities in a frame.

import { conjugateQuaternion, rotateByQuaternion } from '../../../src/num/index.ts';
import type { Body, Scene } from '../../../src/scene/index.ts';

/** Numbers kept of a body in a frame: pose (7), then linear and angular velocity (3 each). */
export const ROW = 13;

export interface Quantity {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly group: string;
  /** @param row  numbers of the body, from `at` on */
  readonly of: (row: Float64Array, at: number, body: Body, scene: Scene) => number;
}

const component = (id: string, title: string, unit: string, group: string, offset: number): Quantity => ({
  id,
  title,
  unit,
  group,
  of: (row, at) => row[at + offset],
});

const length = (row: Float64Array, at: number) => Math.hypot(row[at], row[at + 1], row[at + 2]);

export const quantities: readonly Quantity[] = [
  {
    id: 'height',
    title: 'Height',
    unit: 'm',
    group: 'Position',
    of: (row, at, _, { up }) => row[at + (up === 'z' ? 2 : 1)],
  },
  component('x', 'Position x', 'm', 'Position', 0),
  component('y', 'Position y', 'm', 'Position', 1),
  component('z', 'Position z', 'm', 'Position', 2),
  { id: 'speed', title: 'Speed', unit: 'm/s', group: 'Velocity', of: (row, at) => length(row, at + 7) },
  component('vx', 'Velocity x', 'm/s', 'Velocity', 7),
  component('vy', 'Velocity y', 'm/s', 'Velocity', 8),
  component('vz', 'Velocity z', 'm/s', 'Velocity', 9),
  {
    id: 'spin',
    title: 'Angular speed',
    unit: 'rad/s',
    group: 'Rotation',
    of: (row, at) => length(row, at + 10),
  },
  component('wx', 'Angular velocity x', 'rad/s', 'Rotation', 10),
  component('wy', 'Angular velocity y', 'rad/s', 'Rotation', 11),
  component('wz', 'Angular velocity z', 'rad/s', 'Rotation', 12),
  { id: 'kinetic', title: 'Kinetic energy', unit: 'J', group: 'Energy', of: kineticEnergy },
];

export function quantityById(id: string): Quantity | undefined {
  return quantities.find((one) => one.id === id);
}

const back = new Float64Array(4);
const spin = new Float64Array(3);

/** ½ m v² + ½ ω·Iω, where I is diagonal in the body's own axes [J]. */
function kineticEnergy(row: Float64Array, at: number, { mass, inertia }: Body): number {
  conjugateQuaternion(back, 0, row, at + 3);
  rotateByQuaternion(spin, 0, back, 0, row, at + 10);
  const speed = length(row, at + 7);
  let twice = mass * speed * speed;
  for (let k = 0; k < 3; k++) twice += inertia[k] * spin[k] * spin[k];
  return 0.5 * twice;
}
