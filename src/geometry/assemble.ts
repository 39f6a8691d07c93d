// Raw lists of elements to a mesh that keeps the rules of mesh.ts.
//
// Drops what a mesh may not contain (faces that name a vertex twice, wires along faces, points that
// something else uses) and vertices nobody uses, with a note instead of silently.

import { compactMesh } from './surface/components.ts';
import type { Mesh } from './mesh.ts';

export interface RawElements {
  readonly faces: number[];
  readonly wires: number[];
  readonly points: number[];
}

/**
 * Turns lists of indices, already checked for range, into a mesh; undefined where nothing is left.
 * @param name   what the notes call it; empty where it has no name
 * @param notes  appended to
 */
export function assembleMesh(
  name: string,
  positions: ArrayLike<number>,
  raw: RawElements,
  notes: string[],
): Mesh | undefined {
  const about = name === '' ? '' : ` of "${name}"`;
  const stride = positions.length / 3;
  const key = (a: number, b: number) => Math.min(a, b) * stride + Math.max(a, b);

  const faces: number[] = [];
  for (let f = 0; f < raw.faces.length; f += 3) {
    const [a, b, c] = [raw.faces[f], raw.faces[f + 1], raw.faces[f + 2]];
    if (a === b || b === c || c === a) continue;
    faces.push(a, b, c);
  }
  const flat = (raw.faces.length - faces.length) / 3;
  if (flat > 0) notes.push(`dropped ${flat} faces${about} that name a vertex twice`);

  const wires: number[] = [];
  if (raw.wires.length > 0) {
    const taken = new Set<number>();
    for (let f = 0; f < faces.length; f += 3) {
      taken.add(key(faces[f], faces[f + 1]));
      taken.add(key(faces[f + 1], faces[f + 2]));
      taken.add(key(faces[f + 2], faces[f]));
    }
    for (let w = 0; w < raw.wires.length; w += 2) {
      const [a, b] = [raw.wires[w], raw.wires[w + 1]];
      if (a === b || taken.has(key(a, b))) continue;
      taken.add(key(a, b));
      wires.push(a, b);
    }
    const dropped = (raw.wires.length - wires.length) / 2;
    if (dropped > 0) notes.push(`dropped ${dropped} lines${about} that are doubled or bound a face`);
  }
  const points: number[] = [];
  if (raw.points.length > 0) {
    const used = new Set<number>();
    for (const list of [faces, wires]) for (const v of list) used.add(v);
    for (const v of raw.points) {
      if (used.has(v)) continue;
      used.add(v);
      points.push(v);
    }
  }
  const empty = faces.length + wires.length + points.length === 0;
  return empty ? undefined : compactMesh(positions, { faces, wires, points });
}
