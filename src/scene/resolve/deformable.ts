// Cloth, shells, ribbons and particles: world positions, masses and stiffnesses per vertex.
//
// A sheet's mass is spread over its faces, a third of each to every corner, measured on the rest shape;
// a wire's over its ends. What a sheet does not say of itself its fabric says, in the mean of warp and weft, and else the
// stiffnesses are those of an elastic plate of thickness t:
//   stretch E t [N/m],   bend E t³ / (12 (1 - ν²)) [N m],
// those of a rod of diameter t
//   stretch E π t² / 4 [N],   bend E π t⁴ / 64 [N m²],   twist G π t⁴ / 32 [N m²].
// A solid's mass is density times volume, shared by the areas about its vertices.

import { areaTriple, lengthTriple } from '../../num/index.ts';
import {
  DEFAULT_THICKNESS,
  type Mesh,
  moveMesh,
  scaleMesh,
  signedVolume,
  vertexCount,
} from '../../geometry/index.ts';
import { closednessOf } from '../../geometry/surface/index.ts';
import type { Collector } from '../fault/collector.ts';
import { resolvePath } from '../path.ts';
import { atOrigin, noRotation, readRotation } from '../pose.ts';
import type { CacheFile, DeformableFile } from '../schema/deformable.ts';
import type { ShapeLoader } from '../shape.ts';
import type { Deformable, Material, Pin, Vec3, VertexTrack } from '../types.ts';
import { readColor } from './color.ts';
import { type Filled, fillSolid, moveInside, scaleFilled } from './filling.ts';
import type { Layers } from './layers.ts';
import type { MaterialResolver } from './material.ts';
import { resolveTrack, trackOf } from './track.ts';

export interface DeformableTools {
  readonly collector: Collector;
  readonly materials: MaterialResolver;
  readonly layers: Layers;
  readonly loader: ShapeLoader;
  /** Index of a body; a fault is noted where there is none. */
  body(name: string, where: string): number | undefined;
  meshIndex(mesh: Mesh): number;
}

const zero: Vec3 = [0, 0, 0];
/** [Pa] */
const ATMOSPHERE = 101325;

export function resolveDeformable(
  file: DeformableFile,
  name: string,
  where: string,
  tools: DeformableTools,
): Deformable | undefined {
  const { collector } = tools;
  const material = tools.materials.resolve(file.material, file, where);
  const given = tools.loader.mesh(file.shape, `${where}.shape`);
  const filled = given && filledOf(file, given, where, tools);
  const model = filled && filled !== 'unfilled' ? filled.surface : given;
  const isStraight = file.rest === 'straight';
  const rest =
    file.rest === undefined || file.rest === 'straight'
      ? model
      : tools.loader.mesh(file.rest, `${where}.rest`);
  const orientation = file.rotation === undefined ? noRotation : readRotation(file.rotation);
  if (orientation === undefined) {
    collector.add(
      'the rotation has no direction',
      `${where}.rotation`,
      file.rotation,
      'give an axis or quaternion that is not zero',
    );
  }
  if (model === undefined || rest === undefined || orientation === undefined) return undefined;
  if (!fits(file, model, rest, where, collector) || filled === 'unfilled') return undefined;

  const [x, y, z] = scaleOf(file);
  const scaled = scaleMesh(model, x, y, z);
  const mesh = moveMesh(scaled, orientation, file.position ?? zero);
  const restMesh = rest === model ? mesh : scaleMesh(rest, x, y, z);
  const fabric = fabricOf(file, material);
  const thickness = file.thickness ?? fabric.thickness ?? DEFAULT_THICKNESS;
  const position = file.position ?? zero;
  const inside = filled && scaleFilled(filled, [x, y, z]);
  const insideAt = inside && moveInside(inside.inside, orientation, position);
  const masses = massesOf({ ...fabric, ...file }, restMesh, thickness, material.density);
  if (!masses.every((mass) => mass > 0 && mass < Infinity)) {
    const vertex = masses.findIndex((mass) => !(mass > 0 && mass < Infinity));
    collector.add(
      'a vertex has no mass',
      where,
      `vertex ${vertex}: ${masses[vertex]} kg`,
      'remove flat faces and unused vertices, and give a mass > 0',
    );
    return undefined;
  }
  const placement = { scale: [x, y, z] as const, orientation, position };
  const trackFrom = (cache: CacheFile, at: string) =>
    resolveTrack(cache, vertexCount(mesh), placement, at, tools.loader, collector);
  const track = file.cache && trackFrom(file.cache, `${where}.cache`);
  if (track !== undefined && (file.pins ?? []).length > 0)
    collector.add(
      'pins hold what a cache moves',
      `${where}.pins`,
      undefined,
      'remove the pins, or give the cache to them',
    );
  const pins = (file.pins ?? []).flatMap(
    (pin, i) => resolvePin(pin, mesh, trackFrom, `${where}.pins[${i}]`, tools) ?? [],
  );
  const color = readColor(file.color);
  return {
    name,
    kind: file.kind,
    // A kinematic one starts where its cache does.
    mesh: tools.meshIndex(
      track === undefined ? mesh : { ...mesh, positions: track.positions.slice(0, mesh.positions.length) },
    ),
    ...(track === undefined ? {} : { track }),
    ...(rest === model ? {} : { restPositions: restMesh.positions }),
    ...(isStraight ? { isStraight } : {}),
    ...(file.twist === undefined ? {} : { twist: file.twist }),
    ...(inside && insideAt
      ? {
          filling: {
            nodesEach: inside.nodesEach,
            nodes: inside.nodes,
            inside: insideAt.map((at, k) => at - mesh.positions[k % 3]),
            velocities: velocitiesOf(file, mesh, masses, insideAt),
          },
        }
      : {}),
    masses,
    velocities: velocitiesOf(file, mesh, masses, mesh.positions),
    thickness,
    ...stiffnessOf({ ...fabric, ...file }, material, thickness),
    stretchDamping: file.stretchDamping ?? 0,
    bendDamping: file.bendDamping ?? 0,
    ...(file.strainLimit === undefined ? {} : { strainLimit: file.strainLimit }),
    ...(file.pressure === undefined ? {} : { pressure: file.pressure }),
    ...(file.gas === undefined ? {} : { gas: { outside: file.gas.outside ?? ATMOSPHERE } }),
    pins,
    material,
    group: file.group ?? -1,
    ...tools.layers.of(file, where),
    ...(color === undefined ? {} : { color }),
  };
}

/** What fills a solid that deforms; a fault is noted where it cannot be. */
function filledOf(
  file: DeformableFile,
  given: Mesh,
  where: string,
  { collector, loader }: DeformableTools,
): Filled | 'unfilled' | undefined {
  if (file.kind !== 'solid') return undefined;
  // an open one is refused with the other kinds of wrong shapes
  if (!file.tetrahedra && !closednessOf(given).closed) return undefined;
  if (file.cache) return undefined;
  return collector.attempt(where, () => fillSolid(file, given, loader.up)) ?? 'unfilled';
}

type SheetWords = Pick<DeformableFile, 'thickness' | 'areaDensity' | 'stretchStiffness' | 'bendStiffness'>;

/** What its material says of a sheet: of a fabric all, unless the scene says it by E or by density, of others how thick it is. */
function fabricOf(file: DeformableFile, { textile, thickness }: Material): SheetWords {
  if (!['cloth', 'shell', 'ribbon'].includes(file.kind)) return {};
  if (textile === undefined) return thickness === undefined ? {} : { thickness };
  const mean = ([warp, weft]: readonly [number, number]): number => (warp + weft) / 2;
  const isWeighed = file.density !== undefined || file.mass !== undefined;
  return {
    thickness: textile.thickness,
    ...(isWeighed ? {} : { areaDensity: textile.areaDensity }),
    ...(file.youngsModulus === undefined
      ? { stretchStiffness: mean(textile.stretch), bendStiffness: mean(textile.bend) }
      : {}),
  };
}

function stiffnessOf(
  file: DeformableFile,
  material: Material,
  t: number,
): Pick<Deformable, 'stretchStiffness' | 'bendStiffness' | 'twistStiffness'> {
  const { youngsModulus: E, poissonRatio } = material;
  if (file.kind !== 'rod')
    return {
      stretchStiffness: file.stretchStiffness ?? E * t,
      bendStiffness: file.bendStiffness ?? plateStiffness(material, t),
    };
  const second = (Math.PI * t * t * t * t) / 64;
  return {
    stretchStiffness: file.stretchStiffness ?? (E * Math.PI * t * t) / 4,
    bendStiffness: file.bendStiffness ?? E * second,
    twistStiffness: file.twistStiffness ?? (E / (2 * (1 + poissonRatio))) * 2 * second,
  };
}

function plateStiffness({ youngsModulus, poissonRatio }: Material, t: number): number {
  return (youngsModulus * t * t * t) / (12 * (1 - poissonRatio * poissonRatio));
}

function scaleOf(file: DeformableFile): Vec3 {
  const scale = file.scale ?? 1;
  return typeof scale === 'number' ? [scale, scale, scale] : scale;
}

function fits(file: DeformableFile, model: Mesh, rest: Mesh, where: string, collector: Collector): boolean {
  const before = collector.faults.length;
  if (scaleOf(file).some((s) => s === 0)) {
    collector.add(
      'the scale flattens the mesh',
      `${where}.scale`,
      file.scale,
      'give numbers that are not zero',
    );
  }
  if (file.kind === 'particles' && model.points.length !== vertexCount(model)) {
    collector.add(
      'particles have faces or edges',
      `${where}.shape`,
      file.shape.kind,
      'use "lattice", or inline vertices without faces and edges',
    );
  }
  if (file.kind === 'rod' && (model.wires.length === 0 || model.faces.length > 0)) {
    collector.add(
      'a rod needs edges without faces',
      `${where}.shape`,
      file.shape.kind,
      'use inline vertices with edges, or "chain-link-wire"',
    );
  }
  if (file.kind === 'solid' && !closednessOf(model).closed) {
    collector.add(
      'a solid needs a closed surface',
      `${where}.shape`,
      file.shape.kind,
      'use a primitive such as "box", or a mesh without holes',
    );
  }
  if (file.kind !== 'rod') {
    const straight = file.rest === 'straight' ? file.rest : undefined;
    for (const [word, value] of Object.entries({
      twistStiffness: file.twistStiffness,
      twist: file.twist,
      rest: straight,
    }))
      if (value !== undefined)
        collector.add(
          `a ${file.kind} has no ${word}${value === straight ? ' "straight"' : ''}`,
          `${where}.${word}`,
          value,
          'remove it; it is for rods',
        );
  }
  if (file.kind === 'solid' && file.rest !== undefined && file.rest !== 'straight') {
    collector.add(
      'a solid is at rest as it is filled',
      `${where}.rest`,
      file.rest.kind,
      'remove it, and deform the solid by pins or forces',
    );
  }
  refuseLoads(file, model, where, collector);
  for (const word of ['resolution', 'elements', 'tetrahedra'] as const)
    if (file[word] !== undefined && file.kind !== 'solid')
      collector.add(`a ${file.kind} has no ${word}`, `${where}.${word}`, word, 'remove it; it is for solids');
  if (file.tetrahedra !== undefined && file.shape.kind !== 'inline')
    collector.add(
      'tetrahedra join vertices that are not given',
      `${where}.tetrahedra`,
      file.shape.kind,
      'use a shape of inline vertices',
    );
  if (
    !['particles', 'rod', 'solid'].includes(file.kind) &&
    model.faces.length === 0 &&
    model.wires.length === 0
  ) {
    collector.add(
      `a ${file.kind} needs faces`,
      `${where}.shape`,
      file.shape.kind,
      'use "grid", "strip" or a mesh with faces',
    );
  }
  const given = [file.density, file.areaDensity, file.mass].filter((value) => value !== undefined);
  if (given.length > 1) {
    collector.add(
      'mass is said in more than one way',
      where,
      undefined,
      'give one of density, areaDensity and mass',
    );
  }
  if (vertexCount(rest) !== vertexCount(model)) {
    collector.add(
      'the rest shape has another number of vertices',
      `${where}.rest`,
      vertexCount(rest),
      `give ${vertexCount(model)} vertices`,
    );
  }
  return collector.faults.length === before;
}

function refuseLoads(
  { kind, pressure = 0, gas, cache, strainLimit }: DeformableFile,
  model: Mesh,
  where: string,
  collector: Collector,
): void {
  if (strainLimit !== undefined && (model.faces.length === 0 || kind === 'solid'))
    collector.add(
      `a ${kind} has no strainLimit`,
      `${where}.strainLimit`,
      strainLimit,
      'remove it; it is for sheets',
    );
  const word = gas === undefined ? 'pressure' : 'gas';
  if (pressure === 0 && gas === undefined) return;
  if (model.faces.length === 0)
    collector.add(
      `a ${kind} has no faces to press on`,
      `${where}.${word}`,
      kind,
      'remove it; it is for surfaces',
    );
  else if (cache !== undefined)
    collector.add(
      'what a cache moves feels no pressure',
      `${where}.${word}`,
      undefined,
      'remove one of them',
    );
  else if (gas !== undefined && !closednessOf(model).closed)
    collector.add(
      'an open surface holds no gas',
      `${where}.gas`,
      kind,
      'close it, or give a pressure alone, which pushes its faces along their normals',
    );
  else if (gas !== undefined && !(pressure + (gas.outside ?? ATMOSPHERE) > 0))
    collector.add(
      'a gas presses outwards',
      `${where}.pressure`,
      `${pressure} Pa within ${gas.outside ?? ATMOSPHERE} Pa around`,
      'give a pressure above the opposite of that outside',
    );
}

function massesOf(file: DeformableFile, mesh: Mesh, thickness: number, density: number): Float64Array {
  const masses = new Float64Array(vertexCount(mesh));
  const { positions, faces, wires, points } = mesh;
  const surface = file.areaDensity ?? density * (file.kind === 'solid' ? meanDepth(mesh) : thickness);
  const line = (density * Math.PI * thickness * thickness) / 4;
  const ball = (density * Math.PI * thickness * thickness * thickness) / 6;
  for (let f = 0; f < faces.length; f += 3) {
    const third = (surface * areaOf(positions, faces[f], faces[f + 1], faces[f + 2])) / 3;
    for (let k = 0; k < 3; k++) masses[faces[f + k]] += third;
  }
  for (let w = 0; w < wires.length; w += 2) {
    const [a, b] = [3 * wires[w], 3 * wires[w + 1]];
    const [dx, dy, dz] = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const half = (line * Math.sqrt(dx * dx + dy * dy + dz * dz)) / 2;
    masses[wires[w]] += half;
    masses[wires[w + 1]] += half;
  }
  for (const point of points) masses[point] += ball;
  if (file.mass === undefined) return masses;
  const factor = file.mass / masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map((mass) => mass * factor);
}

/** Volume over surface [m]. */
function meanDepth(mesh: Mesh): number {
  const { positions, faces } = mesh;
  let area = 0;
  for (let f = 0; f < faces.length; f += 3) area += areaOf(positions, faces[f], faces[f + 1], faces[f + 2]);
  return Math.abs(signedVolume(mesh)) / area;
}

function areaOf(p: Float64Array, a: number, b: number, c: number): number {
  return lengthTriple(areaTriple(p, 3 * a, 3 * b, 3 * c)) / 2;
}

/** v + ω × (x - centre of mass) at some places. */
function velocitiesOf(
  file: DeformableFile,
  { positions }: Mesh,
  masses: Float64Array,
  places: Float64Array,
): Float64Array {
  const [vx, vy, vz] = file.velocity ?? zero;
  const [wx, wy, wz] = file.angularVelocity ?? zero;
  const centre = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < masses.length; i++) {
    total += masses[i];
    for (let k = 0; k < 3; k++) centre[k] += masses[i] * positions[3 * i + k];
  }
  const velocities = new Float64Array(places.length);
  for (let i = 0; i < velocities.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => places[i + k] - centre[k] / total);
    velocities[i] = vx + wy * z - wz * y;
    velocities[i + 1] = vy + wz * x - wx * z;
    velocities[i + 2] = vz + wx * y - wy * x;
  }
  return velocities;
}

/** Vertices that are named or lie in a box, in rising order. */
export function chosenVertices(
  { vertices, within }: Pick<NonNullable<DeformableFile['pins']>[number], 'vertices' | 'within'>,
  mesh: Mesh,
  where: string,
  collector: Collector,
): number[] {
  const count = vertexCount(mesh);
  const chosen = new Set<number>();
  for (const [i, vertex] of (vertices ?? []).entries()) {
    if (vertex < count) chosen.add(vertex);
    else
      collector.add(
        'there is no such vertex',
        `${where}.vertices[${i}]`,
        vertex,
        `there are ${count}, counted from 0`,
      );
  }
  for (let v = 0; within !== undefined && v < count; v++) {
    const x = mesh.positions.subarray(3 * v, 3 * v + 3);
    if (x.every((at, k) => at >= within.min[k] && at <= within.max[k])) chosen.add(v);
  }
  return [...chosen].sort((a, b) => a - b);
}

function resolvePin(
  pin: NonNullable<DeformableFile['pins']>[number],
  mesh: Mesh,
  trackFrom: (cache: CacheFile, where: string) => VertexTrack | undefined,
  where: string,
  { collector, body: bodyOf }: Pick<DeformableTools, 'collector' | 'body'>,
): Pin | undefined {
  const vertices = chosenVertices(pin, mesh, where, collector);
  if (vertices.length === 0) {
    collector.add('holds no vertex', where, undefined, 'name vertices, or a box with some in it');
    return undefined;
  }
  if ([pin.path, pin.cache, pin.force, pin.body].filter((way) => way !== undefined).length > 1) {
    collector.add(
      'is moved or pulled in two ways',
      where,
      undefined,
      'give a path, a cache, a force or a body',
    );
  }
  const start = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
  const path =
    pin.path === undefined
      ? undefined
      : resolvePath(
          pin.path,
          { position: start.position, rotation: [...start.rotation] },
          atOrigin,
          `${where}.path`,
          collector,
        );
  const body = pin.body === undefined ? undefined : bodyOf(pin.body, `${where}.body`);
  if (pin.body !== undefined && body === undefined) return undefined;
  const whole = pin.cache && trackFrom(pin.cache, `${where}.cache`);
  return {
    vertices,
    ...(path === undefined ? {} : { path }),
    ...(whole === undefined ? {} : { track: trackOf(whole, vertices) }),
    ...(body === undefined ? {} : { body }),
    ...(pin.force === undefined ? {} : { force: pin.force }),
  };
}
