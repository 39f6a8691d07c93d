// Solids that are a plane region moved along a line or around an axis, filled layer by layer.
//
// Thin walls get one layer of quadratic tetrahedra across, longer than thick by up to about three: as many unknowns as
// a shell needs, where uniform cells would need a hundred times as many.

import { cbrt, cos, sin } from '../../../num/elementary/index.ts';
import { MeshError } from '../../mesh-error.ts';
import { type Extrusion, frameOf } from './extruded.ts';
import { area2, Polyline, thicknessOfRegion } from './outline.ts';
import { qualityOf } from '../quality.ts';
import { Region } from './region.ts';
import type { Revolution } from './revolved.ts';
import { scaleTo } from '../scale.ts';
import { sweepRegion } from './sweep.ts';
import type { TetraMesh, TetraQuality } from '../tetra-mesh.ts';
import { turnedFrom } from './turned.ts';

interface Limits {
  /** Elements across the thinnest part; chosen unless given. */
  readonly resolution: number | undefined;
  readonly mostElements: number;
}

type Filled = { readonly mesh: TetraMesh; readonly quality: TetraQuality };

/** Layers around the axis of a thin wall, by how many tetrahedra it may have. */
const FEWEST_AROUND = 24;
const MOST_AROUND = 48;
/** Area of a triangle of a wall as long as it may be, over the square of its side. */
const SLENDER = 0.1;
/** Fewer tetrahedra than this lose pitch, more are avoided by stretching them. */
const FEWEST = 2400;
const USUAL_MOST = 15_000;
/** Sides of triangles over the thickness of the region, and the most where the budget is short. */
const USUAL_STRETCH = 1.25;
const MOST_STRETCH = 3.2;
/** Height of a prism over the sides of its triangles. */
const PRISM = 1.6;
/** Wedges near the axis are narrow: a body with more of its volume there is stuffed instead, */
const NEAR_AXIS = 0.06;
/** but where cubes as small as its thinnest part would be more than this: a glass on its stem. */
const THIN = 800;

export function fillExtruded(extrusion: Extrusion, volume: number, limits: Limits): Filled | undefined {
  const { loops, axes, from, to } = extrusion;
  const height = to - from;
  const thickness = thicknessOfRegion(loops);
  const layersFor = (size: number): number =>
    Math.max(limits.resolution ?? 1, Math.ceil(height / (PRISM * size) - 1e-9));
  // triangles are no larger than suits the thickness of the plate
  const sized = findRegion(loops, Math.min(thickness, 2 * height), layersFor, limits);
  if (!sized) return undefined;
  const { region, size } = sized;
  const layers = layersFor(size);
  const [u, v, w] = axes;
  const { mesh } = sweepRegion(region, {
    layers,
    around: false,
    onAxis: () => false,
    place: (out, p, q, layer) => {
      const z = layer === layers ? to : from + (height * layer) / layers;
      for (let k = 0; k < 3; k++) out[k] = p * u[k] + q * v[k] + z * w[k];
    },
  });
  const { quality } = finished(mesh, volume, volume, layers === 1 || size > thickness);
  return { mesh, quality };
}

export function fillRevolved(revolution: Revolution, volume: number, limits: Limits): Filled | undefined {
  const { loops, axis, center } = revolution;
  const thickness = thicknessOfRegion(loops);
  let radius = 0;
  for (const loop of loops) for (let i = 0; i < loop.length; i += 2) radius = Math.max(radius, loop[i]);
  const isThin = volume > THIN * thickness * thickness * thickness;
  const area = loops.reduce((sum, loop) => sum + area2(loop) / 2, 0);
  const most = isThin && limits.resolution === undefined ? layersOfThin(area, thickness, limits) : Infinity;
  const around = (size: number): number =>
    Math.min(most, Math.max(12, 2 * Math.ceil((Math.PI * radius) / (PRISM * size))));
  const sized = findRegion(loops, thickness, around, limits);
  if (!sized || (!isThin && volumeNearAxis(sized.region, sized.size) > NEAR_AXIS)) return undefined;
  const { region, size } = sized;
  const layers = around(size);
  const [u, v, w] = frameOf(axis);
  const { mesh, pointOf } = sweepRegion(region, {
    layers,
    around: true,
    onAxis: (p) => region.points[2 * p] === 0,
    place: (out, r, z, layer) => {
      const angle = (2 * Math.PI * layer) / layers;
      const [x, y] = [r * cos(angle), r * sin(angle)];
      for (let k = 0; k < 3; k++) out[k] = center[k] + x * u[k] + y * v[k] + z * w[k];
    },
  });
  const filled = finished(mesh, turnedVolume(loops), volume, size > thickness);
  const turned = turnedFrom(mesh, region, pointOf, { axes: [u, v, w], center, scale: filled.scale });
  return { mesh: { ...mesh, turned }, quality: filled.quality };
}

/** How often a thin wall is cut around its axis at most: its modes come from its profile (modes/turned), so lobes count alone. */
function layersOfThin(area: number, thickness: number, { mostElements }: Limits): number {
  const longest = MOST_STRETCH * thickness;
  const triangles = area / (SLENDER * longest * longest);
  return Math.min(MOST_AROUND, Math.max(FEWEST_AROUND, 2 * Math.floor(mostElements / (6 * triangles))));
}

/** A circle to more digits than curved elements have. */
export function cylinderExtrusion(
  radius: number,
  length: number,
  axis: readonly [number, number, number],
): Extrusion {
  const points = new Float64Array(2880);
  for (let i = 0; i < points.length; i += 2) {
    const angle = (2 * Math.PI * i) / points.length;
    points[i] = radius * cos(angle);
    points[i + 1] = radius * sin(angle);
  }
  return { loops: [points], axes: frameOf(axis), from: -length / 2, to: length / 2 };
}

/** Triangles of a size that gives neither too few nor too many tetrahedra; undefined where the outline crosses itself. */
function findRegion(
  loops: readonly Float64Array[],
  thickness: number,
  layersFor: (size: number) => number,
  { resolution, mostElements }: Limits,
): { readonly region: Region; readonly size: number } | undefined {
  const lines = loops.map((loop) => new Polyline(loop));
  const area = loops.reduce((sum, loop) => sum + area2(loop) / 2, 0);
  const perTriangle = (size: number): number => (3 * layersFor(size) * area) / (0.25 * size * size);
  let size = (USUAL_STRETCH * thickness) / (resolution ?? 1);
  const largest = (MOST_STRETCH * thickness) / (resolution ?? 1);
  // estimated before memory is taken
  const usual = resolution === undefined ? Math.min(USUAL_MOST, mostElements) : mostElements;
  while (perTriangle(size) > usual && size < largest) size = Math.min(largest, 1.1 * size);
  if (perTriangle(size) > 4 * mostElements) throw tooMany(thickness, mostElements, perTriangle(size));
  for (let attempt = 1; ; attempt++) {
    const region = new Region(lines, size);
    if (!region.simple) return undefined;
    const count = region.triangles.length * layersFor(size);
    if (count > usual && size < largest && attempt <= 8) size = Math.min(largest, 1.15 * size);
    else if (count > mostElements) throw tooMany(thickness, mostElements, count);
    else if (count < FEWEST && resolution === undefined && attempt <= 8)
      size *= Math.max(0.5, 0.98 * cbrt(count / FEWEST));
    else return { region, size };
  }
}

function tooMany(thickness: number, most: number, count: number): MeshError {
  return new MeshError(
    `its walls of ${Number(thickness.toPrecision(3))} m are too thin for so few tetrahedra`,
    'mesh',
    `at most ${most}, it needs about ${Math.ceil(count)}`,
    'thicken it, or fill it elsewhere and give the .msh',
  );
}

/** The part of a body of revolution that lies within a size of its axis. */
function volumeNearAxis({ points, triangles }: Region, size: number): number {
  let near = 0;
  let total = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [2 * triangles[t], 2 * triangles[t + 1], 2 * triangles[t + 2]];
    const area =
      (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
      (points[b + 1] - points[a + 1]) * (points[c] - points[a]);
    const r = (points[a] + points[b] + points[c]) / 3;
    total += area * r;
    if (r < size) near += area * r;
  }
  return near / total;
}

/** Of the true body of revolution [m³]: 2π ∫ r dA, where a surface of flats has a little less. */
function turnedVolume(loops: readonly Float64Array[]): number {
  let sum = 0;
  for (const loop of loops)
    for (let i = 0, j = loop.length - 2; i < loop.length; j = i, i += 2) {
      const [a, b] = [loop[j], loop[i]];
      sum += ((a * a + a * b + b * b) / 6) * (loop[i + 1] - loop[j + 1]);
    }
  return 2 * Math.PI * sum;
}

/** @param ideal  what the mesh should have [m³] @param volume  what the surface given has */
function finished(
  mesh: TetraMesh,
  ideal: number,
  volume: number,
  isWall: boolean,
): Filled & { readonly scale: number } {
  const quality = qualityOf(mesh, ideal, isWall ? 'walls' : 'mapped');
  const scale = quality.volumeError > 1e-12 || ideal !== volume ? scaleTo(mesh, volume) : 1;
  return { mesh, quality, scale };
}
