import type { Mesh } from '../../../src/geometry/mesh.ts';

/** Splits every edge that is longer than `longest` in the middle, over and over: triangles stay of even size. */
export function refine(mesh: Mesh, longest: number): { positions: Float64Array; faces: Uint32Array } {
  const positions = Array.from(mesh.positions);
  let faces = Array.from(mesh.faces);
  for (;;) {
    let most = 0;
    let pair = [0, 0];
    for (let f = 0; f < faces.length; f += 3) {
      for (let v = 0; v < 3; v++) {
        const [a, b] = [faces[f + v], faces[f + ((v + 1) % 3)]];
        const l = Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k] - positions[3 * b + k]));
        if (l > most + 1e-9) [most, pair] = [l, [a, b]];
      }
    }
    if (most <= longest) return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
    const middle = positions.length / 3;
    for (let k = 0; k < 3; k++) positions.push((positions[3 * pair[0] + k] + positions[3 * pair[1] + k]) / 2);
    const next: number[] = [];
    for (let f = 0; f < faces.length; f += 3) {
      const t = faces.slice(f, f + 3);
      const v = [0, 1, 2].find((v) => pair.includes(t[v]) && pair.includes(t[(v + 1) % 3]));
      if (v === undefined) next.push(...t);
      else next.push(t[v], middle, t[(v + 2) % 3], middle, t[(v + 1) % 3], t[(v + 2) % 3]);
    }
    faces = next;
  }
}
