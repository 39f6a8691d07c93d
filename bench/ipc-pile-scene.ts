// A heap to be: cubes of 0.2 m on a jittered lattice above a bin of 2 × 2 m.

import { Random } from '../src/num/index.ts';
import { box, resolveScene, type Scene } from '../src/scene/index.ts';

/** Side of a cube [m], and of the bin. */
const size = 0.2;
const width = 2;
/** Cubes in a row, and how far their centres are apart [m]. */
const row = 6;
const apart = 0.31;
/** By how much every other layer is set aside, so that no towers stand [m]. */
const offset = 0.07;
const wall = 0.1;

/** Height of the lattice of so many cubes [m]. */
export function latticeHeight(count: number): number {
  return Math.ceil(count / (row * row)) * apart;
}

/** How far the uppermost cubes fall about, until they lie on a heap that is as dense as poured cubes are [m]. */
export function dropOf(count: number): number {
  const solid = (count * size ** 3) / (width * width);
  return Math.max(0.1, latticeHeight(count) - solid / 0.6);
}

export function pileOf(count: number, seconds: number): Scene {
  const random = new Random(3);
  const shaken = (most: number): number => most * (2 * random.uniform() - 1);
  const height = latticeHeight(count) + 0.5;
  const stuff = { friction: 0.5, restitution: 0, density: 600 };
  const fixed = { ...stuff, motion: 'static' as const };
  const beside = 0.5 * (width + wall) + 0.001;
  const middle = 0.5 * height + 0.001;
  const bin = [
    box({ ...fixed, size: [width + 1, wall, width + 1], position: [0, -0.5 * wall, 0] }),
    box({ ...fixed, size: [wall, height, width], position: [beside, middle, 0] }),
    box({ ...fixed, size: [wall, height, width], position: [-beside, middle, 0] }),
    box({ ...fixed, size: [width, height, wall], position: [0, middle, beside] }),
    box({ ...fixed, size: [width, height, wall], position: [0, middle, -beside] }),
  ];
  const cubes = Array.from({ length: count }, (_, i) => {
    const x = (i % row) - 0.5 * (row - 1);
    const z = (Math.floor(i / row) % row) - 0.5 * (row - 1);
    const layer = Math.floor(i / (row * row));
    const aside = layer % 2 === 0 ? offset : -offset;
    return box({
      ...stuff,
      size: [size, size, size],
      position: [apart * x + aside + shaken(0.004), apart * (layer + 0.6), apart * z + aside + shaken(0.004)],
      rotation: { axis: [shaken(1), shaken(1), shaken(1)], radians: shaken(0.5) },
    });
  });
  const bodies = [...bin, ...cubes].map((body, i) => ({ ...body, name: `body ${i}` }));
  return resolveScene({ name: `pile-${count}`, duration: seconds, frameRateHz: 100, bodies }).scene;
}
