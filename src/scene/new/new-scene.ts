// A scene from files alone: what `carom new` writes.
//
// Mesh files are welded, split into their solids and turned outward; every solid becomes a body with a mesh file of its
// own, in metres about the middle of its box, where the file had it. A GLB keeps its nodes (gltf/import.ts). A mesh
// file with a point cache beside it becomes a surface that moves as the cache says. A floor lies a hair below the lowest
// point, and below a part that is alone by a hand's height, so that something happens. What has to be guessed (unit, up axis) is guessed from the kind and size of the files, and said.

import { readPc2 } from '../../geometry/files/index.ts';
import {
  joinMeshes,
  mapAffine,
  type Mesh,
  meshBounds,
  MeshError,
  scaleMesh,
  translateMesh,
  vertexCount,
} from '../../geometry/index.ts';
import { orientMesh, splitSolids } from '../../geometry/surface/index.ts';
import type { BodyFile } from '../builder.ts';
import { Collector } from '../fault/collector.ts';
import { baseName, cleanName } from './file-names.ts';
import { describeMesh, diagonalOf, type FoundBody, sizeOf, weldedMesh } from './found-body.ts';
import { importGltf } from '../gltf/import.ts';
import { limits } from '../read/limits.ts';
import { extensionOf, meshFileKinds, readMeshFile } from '../read/mesh-files.ts';
import { SceneDraft, type Unmapped } from './draft.ts';
import type { SceneFile } from '../schema/scene.ts';
import { unitLengths } from '../schema/shape.ts';

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
  /** Whether a floor is laid; where it is not said, unless a GLB says what moves and what stands. */
  readonly floor?: boolean;
  /** Frames a second of point caches. */
  readonly cacheRateHz?: number;
  /** What is said about the body, or the node of a GLB, of this name. */
  chosen(name: string): 'dynamic' | 'static' | 'none' | undefined;
  /** Whether an animation of this name counts. */
  isPlayed(name: string): boolean;
}

export interface NewScene {
  readonly file: SceneFile;
  /** Mesh files and caches, by path below the scene's folder. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  readonly bodies: readonly FoundBody[];
  /** Whether a floor was laid, which is the first body then. */
  readonly hasFloor: boolean;
  readonly notes: readonly string[];
  /** What the files hold and the scene does not. */
  readonly unmapped: readonly Unmapped[];
}

/** Not longer than this, unless an animation is [s]. */
const usualDuration = 2;
const longestDuration = 60;

/** @throws FaultError with what is wrong with every file */
export function newScene(files: readonly GivenFile[], choices: NewSceneChoices): NewScene {
  const collector = new Collector();
  const draft = new SceneDraft();
  const up = choices.up ?? guessUp(files);
  if (files.length === 0) collector.add('there are no files', 'files', undefined, 'name mesh files');
  for (const file of files) addFile(file, files, up, choices, draft, collector);
  const count = draft.bodies.length + draft.deformables.length;
  if (draft.bodies.length > limits.bodies || draft.deformables.length > limits.deformables)
    collector.add('there are too many bodies', 'the files', count, `keep them below ${limits.bodies}`);
  collector.throwIfAny(`"${choices.name}" cannot be made:`);

  const { bodies, deformables, joints, pairs } = draft;
  const hasFloor = choices.floor ?? draft.wantsFloor;
  if (hasFloor) bodies.unshift(floorUnder(draft, up));
  const file: SceneFile = {
    name: choices.name,
    description: `Made from ${files.map(({ path }) => baseName(path)).join(', ')}.`.slice(0, limits.text),
    up,
    ...(deformables.length === 0 ? { engine: 'ipc' } : {}),
    duration: Math.min(longestDuration, Math.max(usualDuration, Number(draft.end.toPrecision(6)))),
    frameRateHz: 60,
    bodies,
    ...(deformables.length === 0 ? {} : { deformables }),
    ...(joints.length === 0 ? {} : { joints }),
    ...(pairs.length === 0 ? {} : { pairs }),
  };
  return {
    file,
    meshes: draft.files,
    bodies: draft.found,
    hasFloor,
    notes: collector.notes,
    unmapped: draft.unmapped,
  };
}

function addFile(
  file: GivenFile,
  files: readonly GivenFile[],
  up: 'y' | 'z',
  choices: NewSceneChoices,
  draft: SceneDraft,
  collector: Collector,
): void {
  const extension = extensionOf(file.path);
  if (extension === 'glb') {
    const unit = unitLengths[choices.units ?? 'm'];
    const ways = { chosen: choices.chosen, isPlayed: choices.isPlayed, up, unit };
    collector.attempt(file.path, () => importGltf(file.path, file.bytes, ways, draft, collector));
    return;
  }
  if (extension === 'pc2') {
    if (
      !files.some(
        (other) => meshFileKinds.includes(extensionOf(other.path)) && stemOf(other) === stemOf(file),
      )
    )
      collector.add(
        'the point cache has no mesh',
        file.path,
        undefined,
        'name a mesh file of the same name too',
      );
    return;
  }
  if (!meshFileKinds.includes(extension)) {
    const remedy = `use one of ${[...meshFileKinds, 'pc2'].join(', ')}`;
    collector.add('is not a kind of mesh file that is read', file.path, undefined, remedy);
    return;
  }
  const read = meshesOf(file, up, choices, draft, collector);
  if (read === undefined) return;
  const cache = files.find((other) => extensionOf(other.path) === 'pc2' && stemOf(other) === stemOf(file));
  if (cache === undefined) addSolids(file, read.meshes, choices, draft, collector);
  else collector.attempt(cache.path, () => addCached(file, cache, read, up, choices, draft));
}

interface FileMesh {
  readonly name: string;
  readonly mesh: Mesh;
}

interface FileMeshes {
  readonly meshes: readonly FileMesh[];
  /** Of the file. */
  readonly unit: Unit;
}

/** In metres and the scene's axes. */
function meshesOf(
  file: GivenFile,
  up: 'y' | 'z',
  choices: NewSceneChoices,
  draft: SceneDraft,
  collector: Collector,
): FileMeshes | undefined {
  const extension = extensionOf(file.path);
  const read = collector.attempt(file.path, () => readMeshFile(extension, file.bytes, draft.budget));
  if (read === undefined) return undefined;
  for (const note of read.notes) collector.note(`${file.path}: ${note}`);
  const meshes = read.meshes.map(({ mesh }) => mesh);
  const unit = unitOf(file, meshes, choices, collector);
  const scale = unitLengths[unit];
  const placed = read.meshes.map(({ name, mesh }) => ({
    name,
    mesh: turned(scale === 1 ? mesh : scaleMesh(mesh, scale), upOf(extension), up),
  }));
  return { meshes: placed, unit };
}

function addSolids(
  file: GivenFile,
  meshes: readonly FileMesh[],
  choices: NewSceneChoices,
  draft: SceneDraft,
  collector: Collector,
): void {
  let made = 0;
  for (const { name: given, mesh } of meshes) {
    if (mesh.faces.length === 0) {
      collector.note(`${file.path}: passed over ${given || 'a part'} without faces`);
      continue;
    }
    for (const solid of splitSolids(weldedMesh(mesh, file.path, collector))) {
      const oriented = orientMesh(solid);
      if (diagonalOf(sizeOf(oriented.mesh)) === 0) continue;
      made++;
      const name = draft.bodyNames.unique(cleanName(given) || cleanName(stemOf(file)) || 'body');
      const chosen = choices.chosen(name);
      if (chosen !== 'none')
        addSolid(name, file, oriented.mesh, oriented.turned, chosen === 'static', draft, collector);
    }
  }
  if (made === 0) collector.add('there are no faces in the file', file.path, undefined, 'give a surface');
}

function addSolid(
  name: string,
  file: GivenFile,
  mesh: Mesh,
  turnedFaces: number,
  isStatic: boolean,
  draft: SceneDraft,
  collector: Collector,
): void {
  const box = meshBounds(mesh);
  const middle = [0, 1, 2].map((k) => (box[k] + box[3 + k]) / 2);
  const centred = translateMesh(
    mesh,
    middle.map((x) => -x),
  );
  draft.cover(mesh);
  draft.bodies.push({
    name,
    shape: { kind: 'file', path: draft.addMesh(name, centred), units: 'm' },
    position: [middle[0], middle[1], middle[2]],
    ...(isStatic ? { motion: 'static' as const } : {}),
  });
  const found = describeMesh(name, file.path, mesh, turnedFaces);
  draft.found.push(found);
  const { holes } = found;
  if (holes > 0)
    collector.note(
      `${name} has ${holes} hole${holes === 1 ? '' : 's'}: it is taken as a sheet 1 mm thick (close it in CAD to have it solid)`,
    );
}

/** The vertices of the file in their own order, and a copy of the cache. */
function addCached(
  file: GivenFile,
  cache: GivenFile,
  { meshes, unit }: FileMeshes,
  up: 'y' | 'z',
  choices: NewSceneChoices,
  draft: SceneDraft,
): void {
  const mesh = meshes.length === 1 ? meshes[0].mesh : joinMeshes(meshes.map((one) => one.mesh));
  const { points, samples, firstFrame, framesPerSample } = readPc2(cache.bytes);
  if (points !== vertexCount(mesh))
    throw new MeshError(
      'the cache has another number of points than the mesh has vertices',
      'points',
      points,
      `give a cache of ${vertexCount(mesh)} points`,
    );
  const extension = extensionOf(file.path);
  if (upOf(extension) !== up)
    throw new MeshError('the cache would have to be turned', 'up', upOf(extension), `leave out --up ${up}`);
  const frameRateHz = choices.cacheRateHz ?? 60;
  const name = draft.bodyNames.unique(cleanName(stemOf(file)) || 'surface');
  const path = draft.addFile(name, 'pc2', cache.bytes);
  draft.deformables.push({
    name,
    kind: 'shell',
    shape: { kind: 'file', path: draft.addMesh(name, mesh), units: 'm' },
    cache: { path, frameRateHz, units: unit },
  });
  draft.end = Math.max(draft.end, (firstFrame + (samples - 1) * framesPerSample) / frameRateHz);
  draft.cover(mesh);
  draft.found.push(describeMesh(name, file.path, mesh, 0));
}

function stemOf({ path }: GivenFile): string {
  return baseName(path).replace(/\.[^.]*$/, '');
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

/** A hand, as horses are measured [m]. */
export const HAND = 0.1016;

/** Ten times as wide as all bodies together, below the lowest point by what the engine takes for a touch; a lone part falls. */
export function floorUnder(draft: SceneDraft, up: 'y' | 'z'): BodyFile {
  const { bounds, smallest, bodyNames } = draft;
  const at = up === 'y' ? 1 : 2;
  const drop = isLonePart(draft) ? HAND : 1e-3 * smallest;
  const width = 10 * Math.max(drop, ...[0, 1, 2].map((k) => bounds[3 + k] - bounds[k]));
  const position: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3; k++) position[k] = (bounds[k] + bounds[3 + k]) / 2;
  position[at] = bounds[at] - drop;
  const name = bodyNames.unique('floor');
  return { name, motion: 'static', shape: { kind: 'plane', width, depth: width }, position };
}

/** One body that nothing but a floor could meet. */
function isLonePart({ bodies, deformables }: SceneDraft): boolean {
  const { motion = 'dynamic' } = bodies[0] ?? {};
  return bodies.length === 1 && deformables.length === 0 && motion === 'dynamic';
}
