// A closed tube: a ring of sections, each a closed ring of vertices, the last joined to the first.

import { type Mesh, makeMesh } from '../mesh.ts';

/**
 * @param at  position [m] of corner `around` of section `along`, sections following one another to
 *            the side from which their corners run counter-clockwise
 */
export function closedTube(
  sections: number,
  corners: number,
  at: (along: number, around: number) => readonly [number, number, number],
): Mesh {
  const positions: number[] = [];
  for (let s = 0; s < sections; s++) for (let c = 0; c < corners; c++) positions.push(...at(s, c));
  const index = (s: number, c: number) => (s % sections) * corners + (c % corners);
  const faces: number[] = [];
  for (let s = 0; s < sections; s++) {
    for (let c = 0; c < corners; c++) {
      const [a, b] = [index(s, c), index(s, c + 1)];
      const [d, e] = [index(s + 1, c), index(s + 1, c + 1)];
      faces.push(a, b, e, a, e, d);
    }
  }
  return makeMesh(positions, faces);
}
