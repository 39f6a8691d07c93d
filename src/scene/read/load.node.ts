// Scene files from disk. A scene reads mesh files below its own folder and nowhere else: paths that climb
// out, absolute ones and links that lead out are refused.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { detectSceneFormat, resolveAny } from './detect.ts';
import { FaultError } from '../fault/fault.ts';
import { limits } from './limits.ts';
import { readJson } from './read-json.ts';
import { type ResolveContext, type Resolved, resolveScene } from '../resolve/resolve.ts';
import { ForbiddenPath, forbiddenReason, type LoadFile } from '../shape.ts';
import { importUrdf } from '../urdf/import.ts';

/** No mesh file that a scene names may be longer [bytes]. */
const longestMeshFile = 2 * 1024 * 1024 * 1024;

/** @throws FaultError with every fault of the scene */
export function loadScene(path: string, context: Omit<ResolveContext, 'loadFile'> = {}): Resolved {
  const name = basename(path, extname(path));
  if (extname(path).toLowerCase() === '.urdf') return loadUrdf(path, context);
  const file = readJson(readText(path), name);
  return resolveAny(file, name, { ...context, loadFile: loaderFor(path, file) });
}

function loadUrdf(path: string, context: Omit<ResolveContext, 'loadFile'>): Resolved {
  const robot = importUrdf(readText(path), basename(path), folderLoader(dirname(path)));
  const { scene, notes } = resolveScene(robot.file, { ...context, loadFile: robot.loadFile });
  const missing = robot.unmapped.map(({ what, where, why }) => `not in the scene: ${where}: ${what}; ${why}`);
  return { scene, notes: [...robot.notes, ...missing, ...notes] };
}

/** Reads files below one folder. */
export function folderLoader(folder: string): LoadFile {
  const root = realpathSync(folder);
  return (path) => {
    const reason = forbiddenReason(path);
    if (reason !== undefined) throw new ForbiddenPath(reason);
    const wanted = join(root, path);
    if (!existsSync(wanted)) return undefined;
    // Where links lead is known only now.
    const real = realpathSync(wanted);
    if (!isBelow(root, real))
      throw new ForbiddenPath("the path leads out of the scene's folder through a link");
    const stat = statSync(real);
    if (!stat.isFile()) throw new ForbiddenPath('the path is not a file');
    if (stat.size > longestMeshFile) throw new ForbiddenPath(`the file is too long (${stat.size} bytes)`);
    try {
      return new Uint8Array(readFileSync(real));
    } catch (error) {
      throw new ForbiddenPath(`the file cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
    }
  };
}

/** Fixtures of rigid-ipc keep their meshes in the folder `meshes` beside the nearest one called `fixtures`. */
function loaderFor(path: string, file: unknown): LoadFile {
  const own = folderLoader(dirname(path));
  if (detectSceneFormat(file) !== 'rigid-ipc') return own;
  const meshes = fixtureMeshes(path);
  if (meshes === undefined) return own;
  const shared = folderLoader(meshes);
  return (mesh) => own(mesh) ?? shared(mesh);
}

function fixtureMeshes(path: string): string | undefined {
  let folder = dirname(resolve(path));
  while (basename(folder) !== 'fixtures') {
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  const meshes = join(dirname(folder), 'meshes');
  return existsSync(meshes) ? meshes : undefined;
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path;
}

function readText(path: string): string {
  const refuse = (what: string, remedy: string, value?: string): never => {
    throw new FaultError(`"${path}" cannot be read:`, [
      { what, where: path, remedy, ...(value === undefined ? {} : { value }) },
    ]);
  };
  if (!existsSync(path)) refuse('there is no such file', 'correct the path');
  const stat = statSync(path);
  if (!stat.isFile()) refuse('this is not a file', 'name a scene file');
  if (stat.size > 4 * limits.fileCharacters) {
    refuse('the file is too long', 'put meshes into files of their own', `${stat.size} bytes`);
  }
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(
      'the file cannot be read',
      'allow reading it',
      String((error as NodeJS.ErrnoException).code),
    );
  }
}
