// A sweep file to a sweep: checked, its scene found, and the files that the scene names taken in.

import { readySpecifications } from '../catalog/index.ts';
import { FaultError, spellingHint } from '../scene/fault/index.ts';
import { detectSceneFormat, importRigidIpc } from '../scene/index.ts';
import { readJson } from '../scene/read/index.ts';
import { resolveScene } from '../scene/resolve/index.ts';
import { faultsOf, type SceneFile } from '../scene/schema/index.ts';
import { checkPoints } from './check-points.ts';
import { interpret } from './interpret.ts';
import { type SweepFile, sweepFile } from './schema.ts';
import type { Subject, Sweep } from './sweep.ts';

/** What reading a sweep may need from where the file lies. */
export interface SweepContext {
  /** The file, specification or example that "scene" names; undefined where there is none. */
  openScene?(name: string): Promise<OpenedSubject | undefined>;
  /** Reads a mesh file beside the sweep, for a scene that is written in it. */
  loadFile?(path: string): Uint8Array | undefined;
  /** What "scene" could name, for hints. */
  readonly examples?: readonly string[];
}

/** A scene that a sweep names, as it was found. */
export interface OpenedSubject {
  /** A parsed scene file of any kind, or the text of a specification. */
  readonly scene: unknown;
  /** Reads a file by its path in the scene. */
  readonly loadFile?: (path: string) => Uint8Array | undefined;
  /** The example that it is. */
  readonly example?: string;
}

/**
 * @param given  the text of a sweep file, or a parsed one
 * @param about  what it is called in faults
 * @throws FaultError with every fault of the file
 */
export async function readSweep(given: unknown, about: string, context: SweepContext = {}): Promise<Sweep> {
  const file = checkStructure(typeof given === 'string' ? readJson(given, about) : given, about);
  const opened = await open(file, about, context);
  const scene = changed(sceneFileOf(opened.scene, file.name), file);
  const files = await filesOf(scene, opened.loadFile);
  const { example } = opened;
  const subject: Subject = { scene, files, ...(example === undefined ? {} : { example }) };
  const sweep = interpret(file, subject, about);
  await checkPoints(sweep, about);
  return sweep;
}

function checkStructure(given: unknown, about: string): SweepFile {
  const result = sweepFile.safeParse(given);
  if (result.success) return result.data;
  throw new FaultError(`"${about}" cannot be swept:`, faultsOf(result.error, sweepFile, given));
}

async function open({ scene }: SweepFile, about: string, context: SweepContext): Promise<OpenedSubject> {
  if (typeof scene !== 'string')
    return { scene, ...(context.loadFile ? { loadFile: (path) => context.loadFile?.(path) } : {}) };
  const opened = await context.openScene?.(scene);
  if (opened !== undefined) return opened;
  const known = context.examples ?? [];
  const remedy = /[./\\]/.test(scene)
    ? 'name a file beside the sweep, or inside its folder'
    : spellingHint(scene, known);
  throw new FaultError(`"${about}" cannot be swept:`, [
    { what: 'there is no such scene', where: 'scene', value: scene, remedy },
  ]);
}

/** A scene file of ours, whatever it was; what is wrong with it is said when it is resolved. */
function sceneFileOf(scene: unknown, name: string): SceneFile {
  if (typeof scene === 'string')
    return { name, up: 'z', specification: scene, engine: 'program', duration: 10 };
  if (detectSceneFormat(scene) === 'rigid-ipc') return importRigidIpc(scene, name).file;
  return scene as SceneFile;
}

/** With what the sweep says instead of it, so that pointers find that. */
function changed(scene: SceneFile, { engine, options, duration }: SweepFile): SceneFile {
  if (typeof scene !== 'object' || scene === null) return scene;
  return {
    ...scene,
    ...(engine === undefined ? {} : { engine: engine as NonNullable<SceneFile['engine']> }),
    ...(options === undefined ? {} : { options: { ...scene.options, ...options } }),
    ...(duration === undefined ? {} : { duration }),
  };
}

/** Every file that resolving the scene asks for. @throws FaultError where the scene cannot be used */
async function filesOf(
  scene: SceneFile,
  loadFile: OpenedSubject['loadFile'],
): Promise<Readonly<Record<string, Uint8Array>>> {
  await readySpecifications(typeof scene === 'object' && scene !== null ? scene : undefined);
  const files = new Map<string, Uint8Array>();
  resolveScene(scene, {
    loadFile: (path) => {
      const bytes = files.get(path) ?? loadFile?.(path);
      if (bytes !== undefined) files.set(path, bytes);
      return bytes;
    },
  });
  return Object.fromEntries(files);
}
