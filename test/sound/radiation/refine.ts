import type { Mesh } from '../../../src/geometry/index.ts';

/** Splits edges longer than `longest` in the middle, the longest first: triangles stay of even size. */
export function refine(mesh: Mesh, longest: number): { positions: Float64Array; faces: Uint32Array } {
  const positions = Array.from(mesh.positions);
  let faces = Array.from(mesh.faces);
  const lengthOf = (a: number, b: number): number =>
    Math.hypot(
      positions[3 * a] - positions[3 * b],
      positions[3 * a + 1] - positions[3 * b + 1],
      positions[3 * a + 2] - positions[3 * b + 2],
    );
  for (;;) {
    const edges = new Map<string, { a: number; b: number; length: number; faces: number[] }>();
    for (let f = 0; f < faces.length; f += 3) {
      for (let v = 0; v < 3; v++) {
        const [a, b] = [faces[f + v], faces[f + ((v + 1) % 3)]].sort((p, q) => p - q);
        const edge = edges.get(`${a} ${b}`) ?? { a, b, length: lengthOf(a, b), faces: [] };
        edge.faces.push(f);
        edges.set(`${a} ${b}`, edge);
      }
    }
    const order = [...edges.values()].sort((p, q) => q.length - p.length);
    if (order[0].length <= longest)
      return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
    // of this round: about as long as the longest, no two of one triangle
    const bound = Math.max(longest, 0.8 * order[0].length);
    const touched = new Map<number, { a: number; b: number; middle: number }>();
    for (const { a, b, length, faces: beside } of order) {
      if (length <= bound || beside.some((f) => touched.has(f))) continue;
      const middle = positions.length / 3;
      for (let k = 0; k < 3; k++) positions.push((positions[3 * a + k] + positions[3 * b + k]) / 2);
      for (const f of beside) touched.set(f, { a, b, middle });
    }
    const next: number[] = [];
    for (let f = 0; f < faces.length; f += 3) {
      const t = faces.slice(f, f + 3);
      const cut = touched.get(f);
      if (!cut) {
        next.push(...t);
        continue;
      }
      const v = [0, 1, 2].find((c) => t[c] !== cut.a && t[c] !== cut.b) ?? 0;
      const [p, q] = [t[(v + 1) % 3], t[(v + 2) % 3]];
      next.push(t[v], p, cut.middle, t[v], cut.middle, q);
    }
    faces = next;
  }
}
