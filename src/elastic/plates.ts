// The plates of a sheet: one for every face, with the tilts that its edges have (plate.ts).
//
// A face all of whose vertices are held is a clamp: it does not bend, and the normals at its edges are its own. An edge that is
// held at both ends but belongs to no such face is a support, about which the sheet is free to turn.

import { workOn } from '../num/kernels/machine.ts';
import { addAngleForce } from './plate.ts';
import { placeIn3, plateStiffness, plateSwing, type Symmetric3 } from './plate-stiffness.ts';
import type { Sheet } from './sheet.ts';

/** A face that bends. */
export interface Plate {
  /** Which one. */
  readonly face: number;
  /** Its corners, then the vertices across its edges; where there is none, a corner again, on which nothing acts. */
  readonly vertices: readonly number[];
  /** Edges of the sheet whose tilts it feels, -1: none. */
  readonly edges: readonly number[];
  /** As plate.ts has them: rest angles, shares, signs, K. */
  readonly reals: readonly number[];
  /** K [N m]. */
  readonly stiffness: Symmetric3;
  /** ω² of its swing with all tilts held [1/s²]. */
  readonly swing: number;
}

/**
 * @param faceEdges    three edges a face, as the topology has them
 * @param bend         D [N m]
 * @param inverseMass  of a vertex [1/kg]; 0 where it is held
 */
export function platesOf(
  sheet: Sheet,
  faceEdges: Uint32Array,
  bend: number,
  poisson: number,
  inverseMass: (vertex: number) => number,
): Plate[] {
  const isHeld = (f: number): boolean => [0, 1, 2].every((k) => inverseMass(sheet.faces[3 * f + k]) === 0);
  const plates: Plate[] = [];
  for (let f = 0; f < sheet.faces.length / 3; f++) {
    const shape = sheet.restShape(f);
    if (isHeld(f) || !(shape[2] > 0)) continue;
    const corners = [...sheet.faces.subarray(3 * f, 3 * f + 3)];
    const neighbours = sheet.neighbours(f);
    const across = neighbours.map((other, k) => (other < 0 ? corners[k] : sheet.vertexAcross(f, k, other)));
    const isRim = neighbours.map((other) => other < 0);
    const isClamped = neighbours.map((other) => other >= 0 && isHeld(other));
    const stiffness = plateStiffness(shape, bend, poisson, isRim);
    const shares = isRim.map((rim, k) => (rim ? 0 : isClamped[k] ? 1 : 0.5));
    const signs = neighbours.map((other, k) => {
      if (isRim[k] || isClamped[k]) return 0;
      return f < other || !sheet.isOriented(f, k, other) ? 1 : -1;
    });
    plates.push({
      face: f,
      vertices: [...corners, ...across],
      edges: signs.map((sign, k) => (sign === 0 ? -1 : faceEdges[3 * f + k])),
      reals: [
        ...across.map((d, k) => (isRim[k] ? 0 : sheet.angle(f, k, d))),
        ...shares,
        ...signs,
        ...stiffness,
      ],
      stiffness,
      swing: plateSwing(stiffness, inertiaOf(sheet, [...corners, ...across], shares, inverseMass)),
    });
  }
  return plates;
}

const PLACES = 0;
const SLOPES = 18;
const memory = new Float64Array(SLOPES + 3 * 18);

/** Σ ∂αᵢ·∂αⱼ / m over the vertices, at rest. */
function inertiaOf(
  sheet: Sheet,
  vertices: readonly number[],
  shares: readonly number[],
  inverseMass: (vertex: number) => number,
): Symmetric3 {
  workOn(memory);
  memory.fill(0);
  vertices.forEach((v, i) => {
    memory.set(sheet.place(v), PLACES + 3 * i);
  });
  for (let k = 0; k < 3; k++) addAngleForce(PLACES, k, -shares[k], SLOPES + 18 * k);
  const inertia: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      // one vertex may lie across several edges
      for (let v = 0; v < 6; v++)
        for (let w = 0; w < 6; w++) {
          if (vertices[v] !== vertices[w]) continue;
          const [a, b] = [SLOPES + 18 * i + 3 * v, SLOPES + 18 * j + 3 * w];
          const dot = memory[a] * memory[b] + memory[a + 1] * memory[b + 1] + memory[a + 2] * memory[b + 2];
          sum += inverseMass(vertices[v]) * dot;
        }
      inertia[placeIn3(i, j)] = sum;
    }
  return inertia;
}
