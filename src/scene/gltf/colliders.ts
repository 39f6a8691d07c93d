// Colliders of KHR_physics_rigid_bodies as meshes and, where nothing is lost, as shapes of the scene.
//
// All implicit shapes stand about their node's origin, round ones along y. Capsules and cylinders with two radii are
// convex, so they are the hulls of their ends.

import { convexHull } from '../../geometry/surface/index.ts';
import { type Mesh, MeshError } from '../../geometry/index.ts';
import { box, capsule, cylinder, plane, sphere } from '../../geometry/primitives/index.ts';
import { type Json, numbersAt } from '../../geometry/files/index.ts';
import { cos, sin } from '../../num/elementary/index.ts';
import type { ShapeFile } from '../builder.ts';
import type { ColliderFile } from './physics.ts';
import { numberAt } from './physics.ts';
import type { GltfSource } from './source.ts';

/** An endless plane is drawn this wide [file units]. */
const endless = 1000;
const segments = 32;

/** In the node's own coordinates; undefined, and listed, where there is no such shape. */
export function colliderMesh(source: GltfSource, collider: ColliderFile): Mesh | undefined {
  const { geometry, node } = collider;
  if (geometry.kind === 'mesh') {
    const mesh = source.mesh(geometry.mesh);
    if (mesh === undefined || mesh.faces.length === 0) {
      source.draft.list('collider', source.where(node), 'its mesh has no faces');
      return undefined;
    }
    if (!collider.convexHull) return mesh;
    const hull = convexHull(mesh.positions);
    if (hull === undefined) source.draft.list('collider', source.where(node), 'its convex hull is flat');
    return hull;
  }
  const made = shapeMesh(geometry.type, geometry.parameters, `nodes[${node}] ${geometry.type}`);
  if (made === undefined)
    source.draft.list(`collider shape "${geometry.type}"`, source.where(node), 'the shape is not known');
  else if (geometry.type === 'plane' && geometry.parameters['sizeX'] === undefined)
    source.draft.list('endless plane', source.where(node), `drawn ${endless} units wide`);
  return made;
}

function shapeMesh(type: string, json: Json, where: string): Mesh | undefined {
  const { radius, top, bottom, height, size, sizeX, sizeZ } = parametersOf(type, json, where);
  switch (type) {
    case 'sphere':
      return sphere.make({ radius });
    case 'box':
      return box.make({ size });
    case 'plane':
      return plane.make({ width: sizeZ, depth: sizeX, axis: 'y' });
    case 'cylinder':
      if (top === bottom) return cylinder.make({ radius: top, length: height, axis: 'y' });
      return convexHull(Float64Array.from([...ring(top, height / 2), ...ring(bottom, -height / 2)]));
    case 'capsule': {
      if (top === bottom) return capsule.make({ radius: top, length: height, axis: 'y' });
      const end = (r: number, y: number) => {
        if (r === 0) return [0, y, 0];
        return [...sphere.make({ radius: r }).positions].map((x, i) => (i % 3 === 1 ? x + y : x));
      };
      return convexHull(Float64Array.from([...end(top, height / 2), ...end(bottom, -height / 2)]));
    }
    default:
      return undefined;
  }
}

function ring(radius: number, y: number): number[] {
  if (radius === 0) return [0, y, 0];
  return Array.from({ length: segments }, (_, i) => {
    const angle = (2 * Math.PI * i) / segments;
    return [radius * cos(angle), y, radius * sin(angle)];
  }).flat();
}

/** The extension's own defaults; nothing may be without size. */
function parametersOf(type: string, json: Json, where: string) {
  const round = type === 'capsule' || type === 'cylinder';
  const length = (key: string, missing: number, least = 1e-6): number => {
    const value = numberAt(json, key, where) ?? missing;
    if (value >= least && value <= 1e6) return value;
    throw new MeshError(
      'the size is not possible',
      `${where}.${key}`,
      value,
      'give a number from 1e-6 to 1e6',
    );
  };
  const size = numbersAt(json, 'size', 3, where) ?? [1, 1, 1];
  if (size.some((x) => !(x >= 1e-6 && x <= 1e6)))
    throw new MeshError('the size is not possible', `${where}.size`, size.join(' '), 'give numbers > 0');
  const [top, bottom] = round
    ? [length('radiusTop', 0.25, 0), length('radiusBottom', 0.25, 0)]
    : [0.25, 0.25];
  if (Math.max(top, bottom) < 1e-6)
    throw new MeshError('both radii are 0', where, undefined, 'give a radius > 0');
  return {
    radius: length('radius', 0.5),
    top,
    bottom,
    height: length('height', 0.5),
    size: [size[0], size[1], size[2]] as [number, number, number],
    sizeX: length('sizeX', endless),
    sizeZ: length('sizeZ', endless),
  };
}

/**
 * The collider of a node as a shape of the scene that stands in the node's own frame; undefined where only a mesh
 * can say it.
 * @param stretch  how the frame is stretched, row-major
 */
export function exactShape({ geometry, node }: ColliderFile, stretch: Float64Array): ShapeFile | undefined {
  if (geometry.kind === 'mesh') return undefined;
  const most = Math.max(...stretch.map(Math.abs));
  if ([1, 2, 3, 5, 6, 7].some((i) => Math.abs(stretch[i]) > 1e-9 * most)) return undefined;
  const [x, y, z] = [0, 4, 8].map((i) => Number(Math.abs(stretch[i]).toPrecision(13)));
  const isEven = Math.abs(x - y) <= 1e-9 * most && Math.abs(x - z) <= 1e-9 * most;
  const p = parametersOf(geometry.type, geometry.parameters, `nodes[${node}] ${geometry.type}`);
  const isStraight = isEven && p.top === p.bottom;
  switch (geometry.type) {
    case 'sphere':
      return isEven ? { kind: 'sphere', radius: x * p.radius } : undefined;
    case 'box':
      return { kind: 'box', size: [x * p.size[0], y * p.size[1], z * p.size[2]] };
    case 'cylinder':
    case 'capsule':
      if (!isStraight) return undefined;
      return { kind: geometry.type, radius: x * p.top, length: x * p.height, axis: 'y' };
    default:
      return undefined;
  }
}
