// Mass, centre and inertia of a mesh of any dimension, by exact integrals over its elements.
//
// Everything is gathered as moments about a nearby origin o:
//   m = ∫ρ,   f = ∫ρ (x - o),   C = ∫ρ (x - o)(x - o)ᵀ
// and the inertia tensor about the centre is tr(C) 1 - C.
//
// A closed shell is solid. By the divergence theorem its moments are the signed sum over faces
// (a, b, c) of the tetrahedra they span with the origin, d = a·(b×c), s = a + b + c:
//   V = d/6,   ∫x = d s/24,   ∫xxᵀ = d (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/120
// Faces of open shells are sheets of the given thickness, wires are round rods of that diameter
// and points balls of it. Their own cross-sections count in the inertia (t²/12 across a sheet,
// r²/4 across a rod, r²/5 in a ball), so that the tensor of a single straight wire or of one point
// is still positive definite.
//
// The moments are taken twice, the second time about the centre the first time gave: a mesh far
// from its file's origin then loses no digits to cancellation.
// Checked against closed forms in mass.test.ts.

import { areaTriple } from '../num/index.ts';
import { shellKinds } from './surface/closedness.ts';
import { type Mesh, meshBounds } from './mesh.ts';
import { MeshError } from './mesh-error.ts';
import { meshTopology } from './surface/topology.ts';

export interface MassOptions {
  /** [kg/m³] */
  readonly density: number;
  /** Of open sheets, and the diameter of wires and points [m]. */
  readonly thickness?: number;
  /** Instead of density × thickness [kg/m²]. */
  readonly surfaceDensity?: number;
  /** Instead of density × cross-section [kg/m]. */
  readonly lineDensity?: number;
  /** Instead of density × volume of a ball [kg]. */
  readonly pointMass?: number;
}

export interface MassProperties {
  /** [kg] */
  readonly mass: number;
  /** Centre of mass, model coordinates [m]. */
  readonly center: [number, number, number];
  /** Inertia tensor about the centre, model axes, row-major 3×3 [kg m²]. */
  readonly inertia: Float64Array;
  /** Of the solid parts alone [m³]. */
  readonly volume: number;
}

export const DEFAULT_THICKNESS = 1e-3;

/** Refuses meshes without mass, inside out, or whose closed shells are not oriented (orient.ts repairs both). */
export function massProperties(mesh: Mesh, options: MassOptions): MassProperties {
  const { density, thickness = DEFAULT_THICKNESS } = options;
  const radius = thickness / 2;
  const law: Law = {
    density,
    thickness,
    surfaceDensity: options.surfaceDensity ?? density * thickness,
    lineDensity: options.lineDensity ?? density * Math.PI * radius * radius,
    pointMass: options.pointMass ?? (density * 4 * Math.PI * radius * radius * radius) / 3,
    solid: solidFaces(mesh),
  };

  const bounds = meshBounds(mesh);
  const origin = [0, 1, 2].map((k) => bounds[k] / 2 + bounds[3 + k] / 2);
  const rough = momentsAbout(mesh, law, origin);
  requirePositive(rough[MASS]);
  for (let k = 0; k < 3; k++) origin[k] += rough[FIRST + k] / rough[MASS];
  const m = momentsAbout(mesh, law, origin);
  const mass = m[MASS];

  const [fx, fy, fz] = [m[FIRST] / mass, m[FIRST + 1] / mass, m[FIRST + 2] / mass];
  const xx = m[SECOND] - mass * fx * fx;
  const yy = m[SECOND + 1] - mass * fy * fy;
  const zz = m[SECOND + 2] - mass * fz * fz;
  const xy = m[SECOND + 3] - mass * fx * fy;
  const xz = m[SECOND + 4] - mass * fx * fz;
  const yz = m[SECOND + 5] - mass * fy * fz;
  return {
    mass,
    center: [origin[0] + fx, origin[1] + fy, origin[2] + fz],
    inertia: Float64Array.of(yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy),
    volume: m[VOLUME],
  };
}

/** Volume enclosed by the closed shells [m³]; negative where they are inside out. */
export function signedVolume(mesh: Mesh): number {
  const bounds = meshBounds(mesh);
  const origin = [0, 1, 2].map((k) => bounds[k] / 2 + bounds[3 + k] / 2);
  const solid = new Uint8Array(mesh.faces.length / 3).fill(1);
  const law = { density: 1, thickness: 0, surfaceDensity: 0, lineDensity: 0, pointMass: 0, solid };
  return momentsAbout(mesh, law, origin)[VOLUME];
}

// Layout of the gathered moments: mass, volume, first moments xyz, second moments xx yy zz xy xz yz.
const MASS = 0;
const VOLUME = 1;
const FIRST = 2;
const SECOND = 5;

interface Law {
  readonly density: number;
  readonly thickness: number;
  readonly surfaceDensity: number;
  readonly lineDensity: number;
  readonly pointMass: number;
  /** 1 for each face of a closed shell. */
  readonly solid: Uint8Array;
}

function momentsAbout(mesh: Mesh, law: Law, origin: ArrayLike<number>): Float64Array {
  const moments = new Float64Array(11);
  const { positions, faces, wires, points } = mesh;
  const p = new Float64Array(9);
  const load = (vertices: Uint32Array, from: number, count: number) => {
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) p[3 * i + k] = positions[3 * vertices[from + i] + k] - origin[k];
    }
  };
  for (let f = 0; f < faces.length; f += 3) {
    load(faces, f, 3);
    if (law.solid[f / 3] === 1) addTetrahedron(moments, p, law.density);
    else addSheet(moments, p, law.surfaceDensity, law.thickness);
  }
  for (let w = 0; w < wires.length; w += 2) {
    load(wires, w, 2);
    addRod(moments, p, law.lineDensity, law.thickness);
  }
  for (let i = 0; i < points.length; i++) {
    load(points, i, 1);
    addPoint(moments, p, 0, law.pointMass);
    addSpread(moments, (law.pointMass * law.thickness * law.thickness) / 20, 1, 1, 1, 0, 0, 0);
  }
  return moments;
}

function addTetrahedron(moments: Float64Array, p: Float64Array, density: number): void {
  const d =
    p[0] * (p[4] * p[8] - p[5] * p[7]) +
    p[1] * (p[5] * p[6] - p[3] * p[8]) +
    p[2] * (p[3] * p[7] - p[4] * p[6]);
  moments[VOLUME] += d / 6;
  moments[MASS] += (density * d) / 6;
  addSimplexMoments(moments, p, 3, (density * d) / 24, (density * d) / 120);
}

function addSheet(moments: Float64Array, p: Float64Array, surfaceDensity: number, thickness: number): void {
  const [nx, ny, nz] = areaTriple(p, 0, 3, 6);
  const doubleArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (doubleArea === 0) return;
  const mass = (surfaceDensity * doubleArea) / 2;
  moments[MASS] += mass;
  addSimplexMoments(moments, p, 3, mass / 3, mass / 12);
  const s = (mass * thickness * thickness) / 12 / (doubleArea * doubleArea);
  addSpread(moments, s, nx * nx, ny * ny, nz * nz, nx * ny, nx * nz, ny * nz);
}

function addRod(moments: Float64Array, p: Float64Array, lineDensity: number, thickness: number): void {
  const [dx, dy, dz] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const squared = dx * dx + dy * dy + dz * dz;
  if (squared === 0) return;
  const mass = lineDensity * Math.sqrt(squared);
  moments[MASS] += mass;
  addSimplexMoments(moments, p, 2, mass / 2, mass / 6);
  // r²/4 (1 - d dᵀ/|d|²), r half the thickness
  const s = (mass * thickness * thickness) / 16;
  addSpread(moments, s, 1, 1, 1, 0, 0, 0);
  addSpread(moments, -s / squared, dx * dx, dy * dy, dz * dz, dx * dy, dx * dz, dy * dz);
}

/** A simplex of `n` corners (and the origin): first · Σx, and second · (Σx Σxᵀ + Σ x xᵀ). */
function addSimplexMoments(
  moments: Float64Array,
  p: Float64Array,
  n: number,
  first: number,
  second: number,
): void {
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let i = 0; i < 3 * n; i += 3) {
    const [x, y, z] = [p[i], p[i + 1], p[i + 2]];
    sx += x;
    sy += y;
    sz += z;
    addSpread(moments, second, x * x, y * y, z * z, x * y, x * z, y * z);
  }
  moments[FIRST] += first * sx;
  moments[FIRST + 1] += first * sy;
  moments[FIRST + 2] += first * sz;
  addSpread(moments, second, sx * sx, sy * sy, sz * sz, sx * sy, sx * sz, sy * sz);
}

function addPoint(moments: Float64Array, p: Float64Array, at: number, mass: number): void {
  const [x, y, z] = [p[at], p[at + 1], p[at + 2]];
  moments[MASS] += mass;
  moments[FIRST] += mass * x;
  moments[FIRST + 1] += mass * y;
  moments[FIRST + 2] += mass * z;
  addSpread(moments, mass, x * x, y * y, z * z, x * y, x * z, y * z);
}

function addSpread(
  moments: Float64Array,
  s: number,
  xx: number,
  yy: number,
  zz: number,
  xy: number,
  xz: number,
  yz: number,
): void {
  moments[SECOND] += s * xx;
  moments[SECOND + 1] += s * yy;
  moments[SECOND + 2] += s * zz;
  moments[SECOND + 3] += s * xy;
  moments[SECOND + 4] += s * xz;
  moments[SECOND + 5] += s * yz;
}

function solidFaces(mesh: Mesh): Uint8Array {
  const topology = meshTopology(mesh);
  const { shells, rim, flipped } = shellKinds(mesh, topology);
  const solid = new Uint8Array(mesh.faces.length / 3);
  for (let f = 0; f < solid.length; f++) {
    const shell = shells.of[f];
    if (rim[shell] > 0) continue;
    if (flipped[shell] > 0) {
      throw new MeshError(
        'a closed shell has faces that look different ways',
        `face ${f}`,
        `${flipped[shell]} edges`,
        'orient the faces',
      );
    }
    solid[f] = 1;
  }
  return solid;
}

function requirePositive(mass: number): void {
  if (mass > 0 && mass < Infinity) return;
  if (mass < 0) {
    throw new MeshError('the mesh is inside out', 'mass', mass, 'turn its faces over');
  }
  throw new MeshError(
    'the mesh has no mass',
    'mass',
    mass,
    'give faces, wires or points of some size and a density > 0',
  );
}
