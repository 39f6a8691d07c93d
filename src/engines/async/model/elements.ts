// The elastic elements of sheets and wires: springs along edges, triangles, hinges at inner edges.
//
//   spring    V = ½ k (ℓ − ℓ₀)²,      k = Y (A₁ + A₂) / ℓ₀²       [N/m]
//   triangle  constant strain, Young's modulus times thickness Y
//   plate     constant curvature, plates.ts
//   hinge     V = ½ k (θ − θ₀)²,      k = D ℓ₀² / (A₁ + A₂)        [N m], in place of plates where they are chosen
//
// Y is the stretch stiffness [N/m], D the bend stiffness [N m], A₁ and A₂ the rest areas beside the edge. With
// these factors a mesh of equilateral triangles has exactly Y (Poisson ratio ⅓) and D (Seung, Nelson 1988), and
// a rectangular grid exactly D along its lines. Wires: k = Y (π/4) t / ℓ₀, a round rod of diameter t.
//
// Damping is proportional to stiffness: b = k τ with τ [s] of the scene. Steps: h = c / √(k W), where W is
// Σ |∇ᵢ|² / mᵢ of the length or angle over the element, and at most c' / (b W), rounded down to the ladder. A hinge steps no longer than
// what stretches at its vertices does: where a slow force kicks every tenth swing of a fast one, some pair of their frequencies
// resonates, and energy grows without end, the resonance of multiple time steps that molecular dynamics knows.

import { explicitStep, Sheet } from '../../../elastic/index.ts';
import { nestingOf, TICKS_PER_SECOND } from '../clock.ts';
import { type ElementTable, TableDraft } from './element-table.ts';
import type { Shapes } from './model.ts';
import { PlateDraft, type Tilts } from './plates.ts';
import type { AsyncOptions } from '../options.ts';
import { buildWind } from './wind.ts';

export const ACCELERATION = 0;
export const SPRING = 1;
export const TRIANGLE = 2;
export const HINGE = 3;
export const PLATE = 4;
export const WIND = 5;

export interface Elements {
  readonly springs: ElementTable;
  readonly triangles: ElementTable;
  readonly hinges: ElementTable;
  readonly plates: ElementTable;
  /** Of the edges between plates. */
  readonly tilts: Tilts;
  /** What the wind blows on. */
  readonly wind: ElementTable;
  /** Edges of sheets and wires: two vertices each, rest lengths [m]. */
  readonly edges: Int32Array;
  readonly edgeRest: Float64Array;
}

export function buildElements(shapes: Shapes, options: Readonly<AsyncOptions>): Elements {
  const { scene, bodies, firstVertex, inverseMasses, topologies } = shapes;
  const springs = new TableDraft();
  const triangles = new TableDraft();
  const hinges = new TableDraft();
  const plates = new PlateDraft(options.elasticStep);
  const edgeList: number[] = [];
  const edgeRest: number[] = [];
  scene.deformables.forEach((deformable, d) => {
    if (deformable.kind === 'particles' || deformable.track) return;
    const mesh = scene.meshes[deformable.mesh];
    const topology = topologies[bodies + d];
    const sheet = new Sheet(mesh.faces, deformable.restPositions ?? mesh.positions, topology);
    const first = firstVertex[bodies + d];
    const inverse = (v: number): number => inverseMasses[first + v];
    const stepOf = (stiffness: number, damping: number, inertia: number): number =>
      explicitStep(stiffness, damping, inertia, options.elasticStep) * TICKS_PER_SECOND;
    const [firstSpring, firstTriangle] = [springs.count, triangles.count];
    const { edges, faceEdgeCount } = topology;
    const byTriangles = options.membrane === 'triangles';
    const stretchSteps = new Float64Array(inverseMasses.length).fill(Number.POSITIVE_INFINITY);
    const noteStep = (vertices: readonly number[], step: number): void => {
      for (const v of vertices) stretchSteps[v] = Math.min(stretchSteps[v], step);
    };
    const { stretchStiffness: y, bendStiffness, stretchDamping, bendDamping, thickness } = deformable;
    for (let e = 0; e < edges.length / 2; e++) {
      const [a, b] = [edges[2 * e], edges[2 * e + 1]];
      const length = sheet.length(a, b);
      const inertia = inverse(a) + inverse(b);
      if (inertia === 0) continue;
      edgeList.push(first + a, first + b);
      edgeRest.push(length);
      const isWire = e >= faceEdgeCount;
      if (!(y > 0) || (byTriangles && !isWire)) continue;
      const stiffness = isWire
        ? (y * Math.PI * thickness) / (4 * length)
        : (y * sheet.areaBeside(e)) / (length * length);
      const damping = stiffness * stretchDamping;
      const reals = [length, stiffness, damping, 0];
      const ends = [first + a, first + b];
      springs.add(ends, reals, stepOf(stiffness, damping, inertia));
    }
    for (let f = 0; byTriangles && y > 0 && f < sheet.faces.length / 3; f++) {
      const corners = [...sheet.faces.subarray(3 * f, 3 * f + 3)];
      if (corners.every((v) => inverse(v) === 0)) continue;
      const [x1, x2, y2] = sheet.restShape(f);
      const area = 0.5 * x1 * y2;
      const nu = Math.min(deformable.material.poissonRatio, 0.49);
      const inverseRest = [1 / x1, -x2 / (x1 * y2), 1 / y2];
      const lambda = (area * y * nu) / (1 - nu * nu);
      const mu = (area * y) / (2 * (1 + nu));
      // a strain has this stiffness at most
      const stiffness = 2 * mu + lambda;
      const inertia = strainInertia(sheet, corners, area, inverse);
      const reals = [...inverseRest, lambda, mu, stretchDamping, 0, 0, 0, 0];
      const vertices = corners.map((v) => first + v);
      triangles.add(vertices, reals, stepOf(stiffness, stiffness * stretchDamping, inertia));
    }
    const nested = nestingOf([...springs.stepsFrom(firstSpring), ...triangles.stepsFrom(firstTriangle)]);
    springs.nest(firstSpring, nested, noteStep);
    triangles.nest(firstTriangle, nested, noteStep);
    if (bendStiffness > 0 && options.bending === 'plates') {
      plates.add(deformable, {
        sheet,
        start: mesh.positions,
        topology,
        first,
        inverse,
        stretchSteps,
        nested,
      });
      return;
    }
    for (let e = 0; bendStiffness > 0 && e < faceEdgeCount; e++) {
      const hinge = sheet.hinge(e);
      if (!hinge) continue;
      const { stencil, length, areas, angle, slopes } = hinge;
      const stiffness = (bendStiffness * length * length) / (areas[0] + areas[1]);
      const damping = stiffness * bendDamping;
      const inertia = slopes.reduce((sum, slope, i) => sum + slope * slope * inverse(stencil[i]), 0);
      if (inertia === 0) continue;
      const reals = [angle, stiffness, damping, 0];
      const vertices = stencil.map((v) => first + v);
      const own = stepOf(stiffness, damping, inertia);
      hinges.add(vertices, reals, nested(Math.min(own, ...vertices.map((v) => stretchSteps[v]))));
    }
  });
  return {
    springs: springs.table(),
    triangles: triangles.table(),
    hinges: hinges.table(),
    ...plates.tables(),
    wind: buildWind(shapes, options),
    edges: Int32Array.from(edgeList),
    edgeRest: Float64Array.from(edgeRest),
  };
}

/** How much strains of a triangle give way: |∇ strain|² ≤ Σ |∇λᵢ|², λᵢ the barycentric coordinates. */
function strainInertia(
  sheet: Sheet,
  corners: readonly number[],
  area: number,
  inverse: (v: number) => number,
): number {
  let inertia = 0;
  for (let k = 0; k < 3; k++) {
    const slope = sheet.length(corners[(k + 1) % 3], corners[(k + 2) % 3]) / (2 * area);
    inertia += 2 * slope * slope * inverse(corners[k]);
  }
  return inertia;
}
