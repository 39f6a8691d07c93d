// A rigid body from something that stands, or is animated, in a GLB.
//
// The node's map is a rotation, a place, and what is left: scale and shear are baked into the mesh, so that the model's
// own frame is the node's frame, and its motion finds the way back to the node. Nodes that show one mesh in one size
// share one mesh file.

import {
  type Affine,
  mapAffine,
  massProperties,
  type Mesh,
  meshBounds,
  moveMesh,
  type RigidPart,
  rigidPart,
} from '../../geometry/index.ts';
import type { Track } from '../../geometry/files/index.ts';
import { orientMesh } from '../../geometry/surface/index.ts';
import type { BodyFile, ShapeFile } from '../builder.ts';
import { describeMesh, diagonalOf, type FoundBody, sizeOf, weldedMesh } from '../new/found-body.ts';
import type { Vec3 } from '../types.ts';
import type { Extras } from './extras.ts';
import { cornersOf, keyTimes, samplePath } from './paths.ts';
import type { GltfSource } from './source.ts';

interface RigidSource {
  readonly name: string;
  /** The node that its motion can be put back to. */
  readonly node?: number;
  /** In the scene at a time. */
  readonly at: (time: number) => Affine;
  /** In the coordinates of that map, and what tells it from others; undefined keys are not shared. */
  readonly mesh: Mesh;
  readonly key?: string;
  /** Instead of the mesh, in the frame without its stretch. */
  readonly shape?: ShapeFile;
  /** What moves it; nothing where it is not animated, or is not to follow. */
  readonly tracks: readonly Track[];
}

interface MadeMesh {
  readonly mesh: Mesh;
  readonly path: string;
  readonly found: FoundBody;
}

/** Keys of one path, and of all. */
const mostKeys = 50_000;
const mostKeysOfAll = 2_000_000;

export class RigidMaker {
  private readonly source: GltfSource;
  private readonly made = new Map<string, MadeMesh>();
  private work = 0;

  constructor(source: GltfSource) {
    this.source = source;
  }

  /** The name of the new body; undefined, and listed, where there can be none. */
  add(given: RigidSource, words: Partial<BodyFile>): string | undefined {
    const { draft } = this.source;
    const frame = rigidPart(given.at(0));
    const where = given.node === undefined ? given.name : this.source.where(given.node);
    if (frame === undefined) {
      draft.list('body', where, 'it is scaled to nothing, or flat');
      return undefined;
    }
    const { mesh, path, found } = this.meshOf(given, frame);
    if (mesh.faces.length === 0 || diagonalOf(sizeOf(mesh)) === 0) {
      draft.list('body', where, 'it has no faces');
      return undefined;
    }
    const name = draft.bodyNames.unique(given.name);
    const motion = given.tracks.length > 0 ? this.pathOf(given, mesh, where) : {};
    draft.bodies.push({
      name,
      shape: given.shape ?? { kind: 'file', path, units: 'm' },
      position: triple(frame.position),
      rotation: quadruple(frame.rotation),
      ...words,
      ...motion,
      ...(given.node === undefined ? {} : { node: given.node }),
    });
    draft.found.push({ ...found, name });
    draft.cover(moveMesh(mesh, frame.rotation, frame.position));
    return name;
  }

  private meshOf(given: RigidSource, frame: RigidPart): MadeMesh {
    const stretch = snapped(frame.stretch);
    const key = given.key === undefined ? undefined : `${given.key} ${stretch.join(' ')}`;
    const known = key === undefined ? undefined : this.made.get(key);
    if (known !== undefined) return known;
    const { draft, collector, path: file } = this.source;
    const isPlain = stretch.every((x, i) => x === (i % 4 === 0 ? 1 : 0));
    const placed = isPlain ? given.mesh : mapAffine(given.mesh, stretch, [0, 0, 0]);
    const whole = placed.faces.length === 0 ? placed : weldedMesh(placed, file, collector);
    const { mesh, turned } = whole.faces.length === 0 ? { mesh: whole, turned: 0 } : orientMesh(whole);
    const path = given.shape === undefined && mesh.faces.length > 0 ? draft.addMesh(given.name, mesh) : '';
    const found = describeMesh(given.name, file, mesh, turned);
    if (found.holes > 0)
      collector.note(
        `${given.name} has ${found.holes} hole${found.holes === 1 ? '' : 's'}: it is taken as a sheet 1 mm thick (close it to have it solid)`,
      );
    const made = { mesh, path, found };
    if (key !== undefined) this.made.set(key, made);
    return made;
  }

  private pathOf(given: RigidSource, mesh: Mesh, where: string): Pick<BodyFile, 'path' | 'motion'> {
    const { draft, collector } = this.source;
    const moments = keyTimes(given.tracks);
    const centre = Float64Array.from(massProperties(mesh, { density: 1000 }).center);
    // Where a node is nested deeply, each key costs more.
    const cost = given.node === undefined ? 1 : Math.max(1, this.source.motion.depth(given.node) / 8);
    const most = Math.min(mostKeys, Math.max(0, mostKeysOfAll - this.work) / cost);
    if (moments.times.length > most) {
      collector.add(
        'the animation has too many keys',
        where,
        moments.times.length,
        `keep them below ${mostKeys} a body and ${mostKeysOfAll} in all`,
      );
      return {};
    }
    const { keys, jumps } = samplePath(given.at, moments, centre, cornersOf(meshBounds(mesh)), most);
    this.work += cost * keys.length;
    if (jumps > 0)
      draft.list(`${jumps} jumps of its animation`, where, 'bodies cannot jump: each takes a millisecond');
    draft.end = Math.max(draft.end, keys[keys.length - 1].time);
    if (keys.length === 1) return { motion: 'kinematic' };
    return {
      motion: 'kinematic',
      path: {
        keys: keys.map(({ time, position, rotation }) => ({
          time,
          position: triple(position),
          rotation: quadruple(rotation),
        })),
      },
    };
  }
}

/** Rounding in a rotation must not make every crate a mesh of its own: thirteen digits are kept. */
function snapped(stretch: Float64Array): Float64Array {
  const size = Math.max(...stretch.map(Math.abs));
  return stretch.map((x) => (Math.abs(x) < 1e-13 * size ? 0 : Number(x.toPrecision(13))));
}

export function triple(v: ArrayLike<number>): [number, number, number] {
  return [v[0] + 0, v[1] + 0, v[2] + 0];
}

function quadruple(v: ArrayLike<number>): [number, number, number, number] {
  return [v[0] + 0, v[1] + 0, v[2] + 0, v[3] + 0];
}

/** What extras say of a body, in the words of a scene. */
export function wordsOf(extras: Extras | undefined, source: GltfSource): Partial<BodyFile> {
  if (extras === undefined) return {};
  const { body: _, velocity, angularVelocity, density, mass, ...rest } = extras;
  const { matrix } = source.toScene;
  const turned = (v: Vec3, scale: number): [number, number, number] => {
    return triple(
      [0, 1, 2].map(
        (i) => scale * (matrix[3 * i] * v[0] + matrix[3 * i + 1] * v[1] + matrix[3 * i + 2] * v[2]),
      ),
    );
  };
  return {
    ...rest,
    // Where both are said, the mass is the surer one.
    ...(mass !== undefined ? { mass } : density !== undefined ? { density } : {}),
    ...(velocity === undefined ? {} : { velocity: turned(velocity, 1) }),
    ...(angularVelocity === undefined
      ? {}
      : { angularVelocity: turned(angularVelocity, 1 / source.choices.unit) }),
  };
}
