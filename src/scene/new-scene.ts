// A scene from mesh files alone: what `carom new` writes.
//
// Every file is welded, split into its solids and turned outward; every solid becomes a body with a mesh file of its
// own, in metres about the middle of its box, where the file had it. A floor lies a hair below the lowest point.
// What has to be guessed (unit, up axis) is guessed from the kind and size of the files, and said.

import { closednessOf } from '../geometry/closedness.ts';
import { writeObj } from '../geometry/files/obj.ts';
import { signedVolume } from '../geometry/mass.ts';
import { type Mesh, meshBounds, vertexCount } from '../geometry/mesh.ts';
import { orientMesh } from '../geometry/orient.ts';
import { splitSolids } from '../geometry/split-solids.ts';
import { boundaryEdges, meshTopology } from '../geometry/topology.ts';
import { mapAffine, scaleMesh, translateMesh } from '../geometry/transform.ts';
import { weldMesh } from '../geometry/weld.ts';
import type { BodyFile } from './builder.ts';
import { Collector } from './collector.ts';
import { limits } from './limits.ts';
import { extensionOf, meshFileKinds, readMeshFile } from './mesh-files.ts';
import type { SceneFile } from './schema/scene.ts';
import { unitLengths } from './schema/shape.ts';
import type { Vec3 } from './types.ts';

export type Unit = keyof typeof unitLengths;

export interface GivenFile {
  /** As the user wrote it, for messages and names. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface NewSceneChoices {
  readonly name: string;
  readonly units?: Unit;
  readonly up?: 'y' | 'z';
  /** Whether the body of this name stands still. */
  isStatic(name: string): boolean;
}

/** What was found out about one body. */
export interface FoundBody {
  readonly name: string;
  readonly from: string;
  /** Of its box [m]. */
  readonly size: Vec3;
  readonly vertices: number;
  readonly faces: number;
  readonly closed: boolean;
  /** Rims that no face closes; 0 for a closed body. */
  readonly holes: number;
  /** [m³]; 0 where it is not closed. */
  readonly volume: number;
  readonly turnedFaces: number;
}

export interface NewScene {
  readonly file: SceneFile;
  /** By path below the scene's folder. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  readonly bodies: readonly FoundBody[];
  readonly notes: readonly string[];
}

interface Piece {
  readonly name: string;
  readonly from: string;
  readonly mesh: Mesh;
  readonly turned: number;
}

/** @throws FaultError with what is wrong with every file */
export function newScene(files: readonly GivenFile[], choices: NewSceneChoices): NewScene {
  const collector = new Collector();
  const up = choices.up ?? guessUp(files);
  const pieces = files.flatMap((file) => piecesOf(file, up, choices, collector));
  if (pieces.length > limits.bodies)
    collector.add(
      'there are too many bodies',
      'the files',
      pieces.length,
      `keep them below ${limits.bodies}`,
    );
  if (files.length === 0) collector.add('there are no files', 'files', undefined, 'name mesh files');
  collector.throwIfAny(`"${choices.name}" cannot be made:`);

  const names = new Set<string>(['floor']);
  const meshes = new Map<string, Uint8Array>();
  const bodies: BodyFile[] = [];
  const found: FoundBody[] = [];
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  let smallest = Infinity;
  for (const piece of pieces) {
    const name = uniqueName(piece.name, names);
    const box = meshBounds(piece.mesh);
    const middle = [0, 1, 2].map((k) => (box[k] + box[3 + k]) / 2) as unknown as Vec3;
    const size = [0, 1, 2].map((k) => box[3 + k] - box[k]) as unknown as Vec3;
    smallest = Math.min(smallest, diagonalOf(size));
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], box[k]);
      bounds[3 + k] = Math.max(bounds[3 + k], box[3 + k]);
    }
    const path = `meshes/${name}.obj`;
    meshes.set(
      path,
      writeObj([
        {
          name,
          mesh: translateMesh(
            piece.mesh,
            middle.map((x) => -x),
          ),
        },
      ]),
    );
    bodies.push({
      name,
      shape: { kind: 'file', path, units: 'm' },
      position: [middle[0], middle[1], middle[2]],
      ...(choices.isStatic(name) ? { motion: 'static' as const } : {}),
    });
    found.push(describe(name, piece, size));
    const { holes } = found[found.length - 1];
    if (holes > 0)
      collector.note(
        `${name} has ${holes} hole${holes === 1 ? '' : 's'}: it is taken as a sheet 1 mm thick (close it in CAD to have it solid)`,
      );
  }
  bodies.unshift(floorUnder(bounds, smallest, up));
  const file: SceneFile = {
    name: choices.name,
    description: `Made from ${files.map(({ path }) => baseName(path)).join(', ')}.`.slice(0, limits.text),
    up,
    engine: 'ipc',
    duration: 2,
    frameRateHz: 60,
    bodies,
  };
  return { file, meshes, bodies: found, notes: collector.notes };
}

function piecesOf(file: GivenFile, up: 'y' | 'z', choices: NewSceneChoices, collector: Collector): Piece[] {
  const extension = extensionOf(file.path);
  if (!meshFileKinds.includes(extension)) {
    collector.add(
      'is not a kind of mesh file that is read',
      file.path,
      undefined,
      `use one of ${meshFileKinds.join(', ')}`,
    );
    return [];
  }
  const read = collector.attempt(file.path, () => readMeshFile(extension, file.bytes));
  if (read === undefined) return [];
  for (const note of read.notes) collector.note(`${file.path}: ${note}`);
  const scale =
    unitLengths[
      unitOf(
        file,
        read.meshes.map(({ mesh }) => mesh),
        choices,
        collector,
      )
    ];
  const pieces: Piece[] = [];
  for (const { name, mesh } of read.meshes) {
    if (mesh.faces.length === 0) {
      collector.note(`${file.path}: passed over ${name || 'a part'} without faces`);
      continue;
    }
    const upright = turned(scale === 1 ? mesh : scaleMesh(mesh, scale), upOf(extension), up);
    for (const solid of splitSolids(welded(upright, file.path, collector))) {
      const oriented = orientMesh(solid);
      if (diagonalOf(sizeOf(oriented.mesh)) === 0) continue;
      pieces.push({
        name: cleanName(name) || cleanName(baseName(file.path).replace(/\.[^.]*$/, '')) || 'body',
        from: file.path,
        mesh: oriented.mesh,
        turned: oriented.turned,
      });
    }
  }
  if (pieces.length === 0)
    collector.add('there are no faces in the file', file.path, undefined, 'give a surface');
  return pieces;
}

/** Joins equal corners; where that leaves holes, also corners that nearly meet, if it closes some. */
function welded(mesh: Mesh, path: string, collector: Collector): Mesh {
  const exact = weldMesh(mesh).mesh;
  const rim = closednessOf(exact).rimEdges;
  if (rim === 0) return exact;
  const tolerance = 1e-5 * diagonalOf(sizeOf(exact));
  const { mesh: loose, joined } = weldMesh(mesh, tolerance);
  const left = closednessOf(loose).rimEdges;
  if (loose.faces.length === 0 || left >= rim) return exact;
  collector.note(
    `${path}: welded ${joined} corners that lay within ${Number((1e6 * tolerance).toPrecision(2))} µm`,
  );
  return loose;
}

function unitOf(
  file: GivenFile,
  meshes: readonly Mesh[],
  choices: NewSceneChoices,
  collector: Collector,
): Unit {
  const extension = extensionOf(file.path);
  // Its reader has used the unit that the file names.
  if (extension === '3mf') return 'm';
  if (choices.units !== undefined) return choices.units;
  if (extension === 'stl') return 'mm';
  if (extension === 'glb') return 'm';
  const largest = Math.max(...meshes.map((mesh) => Math.max(...sizeOf(mesh))));
  const unit: Unit = largest > 20 ? 'mm' : 'm';
  collector.note(
    `${file.path}: ${extension.toUpperCase()} files name no unit; taken as ${unit === 'm' ? 'metres' : 'millimetres'}, ` +
      `since its size is ${Number(largest.toPrecision(3))} (--units says otherwise)`,
  );
  return unit;
}

/** glTF is y-up by its standard, OBJ by custom; the formats of CAD and scanning are z-up. */
function upOf(extension: string): 'y' | 'z' {
  return extension === 'glb' || extension === 'obj' ? 'y' : 'z';
}

function guessUp(files: readonly GivenFile[]): 'y' | 'z' {
  return files.length === 0 ? 'y' : upOf(extensionOf(files[0].path));
}

function turned(mesh: Mesh, from: 'y' | 'z', to: 'y' | 'z'): Mesh {
  if (from === to) return mesh;
  const s = from === 'y' ? 1 : -1;
  return mapAffine(mesh, [1, 0, 0, 0, 0, -s, 0, s, 0], [0, 0, 0]);
}

/** Ten times as wide as all bodies together, below the lowest point by what the engine takes for a touch. */
function floorUnder(bounds: readonly number[], smallest: number, up: 'y' | 'z'): BodyFile {
  const at = up === 'y' ? 1 : 2;
  const width = 10 * Math.max(...[0, 1, 2].map((k) => bounds[3 + k] - bounds[k]));
  const position: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3; k++) position[k] = (bounds[k] + bounds[3 + k]) / 2;
  position[at] = bounds[at] - 1e-3 * smallest;
  return { name: 'floor', motion: 'static', shape: { kind: 'plane', width, depth: width }, position };
}

function describe(name: string, { mesh, from, turned: turnedFaces }: Piece, size: Vec3): FoundBody {
  const { closed } = closednessOf(mesh);
  return {
    name,
    from,
    size,
    vertices: vertexCount(mesh),
    faces: mesh.faces.length / 3,
    closed,
    holes: closed ? 0 : countRims(mesh),
    volume: closed ? signedVolume(mesh) : 0,
    turnedFaces,
  };
}

/** Connected rims of edges that bound one face. */
function countRims(mesh: Mesh): number {
  const topology = meshTopology(mesh);
  const parents = new Map<number, number>();
  const rootOf = (v: number): number => {
    let at = v;
    for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up;
    return at;
  };
  for (const e of boundaryEdges(topology)) {
    for (const v of [topology.edges[2 * e], topology.edges[2 * e + 1]])
      if (!parents.has(v)) parents.set(v, v);
    parents.set(rootOf(topology.edges[2 * e]), rootOf(topology.edges[2 * e + 1]));
  }
  return [...parents.keys()].filter((v) => parents.get(v) === v).length;
}

function sizeOf(mesh: Mesh): Vec3 {
  const box = meshBounds(mesh);
  return [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
}

function diagonalOf([x, y, z]: Vec3): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Letters, digits, dots, dashes: names become names of files. */
export function cleanName(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80);
}

function uniqueName(wanted: string, names: Set<string>): string {
  let name = wanted;
  // File systems may not tell upper from lower case.
  for (let i = 2; names.has(name.toLowerCase()); i++) name = `${wanted}-${i}`;
  names.add(name.toLowerCase());
  return name;
}
