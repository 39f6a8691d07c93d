// Soft ground for a contact in its middle: half a cube around the origin, below y = 0, of small tetrahedra there and larger ones
// farther out, in shells that grow by the same factor.

import { sixVolume } from '../../../../src/geometry/tetra/index.ts';
import type { DeformableFile } from '../../../../src/scene/index.ts';
import { solidBox } from './solid-box.ts';

type Triple = [number, number, number];
type Four = [number, number, number, number];

/**
 * @param cells  from the middle to the first shell
 * @param size   of these [m]
 * @param until  half the cube's edge [m]
 */
export function ground(
  cells: number,
  size: number,
  factor: number,
  until: number,
): Pick<DeformableFile, 'shape' | 'tetrahedra'> {
  const core = cells * size;
  const { shape, tetrahedra: inner = [] } = solidBox(
    [2 * core, core, 2 * core],
    [2 * cells, cells, 2 * cells],
    ([x, y, z]) => [x, y - core / 2, z],
  );
  if (shape.kind !== 'inline') throw new Error('a box of tetrahedra has inline vertices');
  const vertices = shape.vertices.map(([x, y, z]): Triple => [x, Math.abs(y) < 1e-12 ? 0 : y, z]);
  const tetrahedra: Four[] = [...inner];
  const rim = outside(inner).filter((face) => face.some((v) => vertices[v][1] < -1e-12));
  const corners = [...new Set(rim.flat())].sort((a, b) => a - b);
  const shells = Math.round(Math.log(until / core) / Math.log(factor));
  let below = new Map(corners.map((v) => [v, v]));
  for (let s = 1; s <= shells; s++) {
    const scale = (until / core) ** (s / shells);
    const above = new Map(
      corners.map((v) => {
        const [x, y, z] = vertices[v];
        return [v, vertices.push([x * scale, y * scale, z * scale]) - 1];
      }),
    );
    const at = (map: Map<number, number>, v: number): number => map.get(v) as number;
    // a prism on each face, cut so that neighbours agree: by rising numbers
    for (const [p, q, r] of rim) {
      const [a, b, c] = [p, q, r].map((v) => at(below, v));
      const [d, e, f] = [p, q, r].map((v) => at(above, v));
      tetrahedra.push(
        ...([
          [a, b, c, f],
          [a, b, e, f],
          [a, d, e, f],
        ] as Four[]),
      ); // prettier-ignore
    }
    below = above;
  }
  const places = Float64Array.from(vertices.flat());
  return {
    shape: { kind: 'inline', vertices },
    tetrahedra: tetrahedra.map(([a, b, c, d]) =>
      sixVolume(places, a, b, c, d) > 0 ? [a, b, c, d] : [a, b, d, c],
    ),
  };
}

/** Faces of one tetrahedron only, each by rising numbers. */
function outside(tetrahedra: readonly (readonly number[])[]): Triple[] {
  const open = new Map<string, Triple>();
  for (const four of tetrahedra)
    for (let left = 0; left < 4; left++) {
      const [a, b, c] = four.filter((_, k) => k !== left).sort((p, q) => p - q);
      const key = `${a} ${b} ${c}`;
      if (!open.delete(key)) open.set(key, [a, b, c]);
    }
  return [...open.values()];
}
