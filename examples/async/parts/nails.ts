// A bed of nails: pyramids of four sliver triangles each on a flat square, points up, as one static body.

import { makeMesh } from '../../../src/geometry/index.ts';
import { type BodyFile, mesh } from '../../../src/scene/index.ts';

export interface Nails {
  /** Nails a side. */
  readonly count: number;
  /** Between nails, how long they are, and how wide at the foot [m]. */
  readonly pitch: number;
  readonly length: number;
  readonly foot: number;
}

/** The feet stand a hair above the bed at y = 0, so that bodies do not touch. */
export function bedOfNails({ count, pitch, length, foot }: Nails): BodyFile[] {
  const positions: number[] = [];
  const faces: number[] = [];
  const half = foot / 2;
  const lift = 0.01 * length;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const x = pitch * (i - (count - 1) / 2);
      const z = pitch * (j - (count - 1) / 2);
      const v = positions.length / 3;
      positions.push(x - half, lift, z - half, x + half, lift, z - half, x + half, lift, z + half);
      positions.push(x - half, lift, z + half, x, length, z);
      for (let k = 0; k < 4; k++) faces.push(v + ((k + 1) % 4), v + k, v + 4);
    }
  }
  const side = pitch * (count + 10);
  return [
    { name: 'bed', motion: 'static', shape: { kind: 'plane', width: side, depth: side }, color: '#a8a29e' },
    mesh(makeMesh(positions, faces), { name: 'nails', motion: 'static', friction: 0.3, color: '#6b7280' }),
  ];
}
