// Opening what was dropped or picked: what is going on, for the dialog to show.

import { blobSource, cachedSource, RecordingError } from '../../../src/record/index.ts';
import { type Fault, FaultError } from '../../../src/scene/fault/index.ts';
import { limits } from '../../../src/scene/read/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { complain, Complaint } from '../model/complaints.ts';
import { recordingFilm } from '../model/film.ts';
import { changeScene, project } from '../model/project.ts';
import { readArchive } from './archive.ts';
import { baseName, type Given, sortGiven, type Sorted, stemOf } from './given.ts';
import { startImport } from './importing.ts';
import { opening, openingNotes } from './state.ts';
import { matching, MOST_MESH_BYTES, pathsIn, readSceneFiles, readWanted } from './scene-files.ts';
import { takeOverFilm, takeOverProject } from './take-over.ts';

/** A block of a local file: reading costs little by itself, and most frames are shorter. */
const BLOCK_BYTES = 1 << 16;

/** Opens whatever these files are together; what is wrong with them is shown. */
export async function openFiles(files: readonly Given[] | Promise<readonly Given[]>): Promise<void> {
  try {
    const given = await files;
    if (given.length === 0) return;
    opening.value = { kind: 'reading', what: given.length === 1 ? given[0].path : `${given.length} files` };
    await openSorted(await sortGiven(given));
    opening.value = { kind: 'nothing' };
  } catch (error) {
    opening.value = { kind: 'failed', ...faultsOf(error) };
  }
}

async function openSorted(sorted: Sorted): Promise<void> {
  const { recordings, archives, scenes, meshes, unknown } = sorted;
  const [recording] = recordings;
  const [archive] = archives;
  const [sceneFile] = scenes;
  const specification = unknown.find(({ path }) => /\.lagrange$/i.test(path));
  if (recording !== undefined) await openRecordingFile(recording);
  else if (sceneFile !== undefined) await openSceneFile(sceneFile, [...meshes, ...unknown]);
  else if (specification !== undefined) await openSpecification(specification);
  else if (archive !== undefined) {
    const inner = await sortGiven(await readArchive(archive));
    if (inner.archives.length > 0 || inner.scenes.length + inner.meshes.length === 0)
      throw nothingIn(archive);
    await openSorted(inner);
  } else if (meshes.length > 0) {
    if (!(await fillIn([...meshes, ...unknown]))) openMeshes(meshes);
  } else throw notKnown(unknown);
  const several =
    recordings.length > 1 ? recordings : recording === undefined && scenes.length > 1 ? scenes : [];
  if (several.length > 1)
    complain(
      new Complaint(
        `Of ${several.length} files only ${several[0].path} was opened`,
        'One thing is open at a time: drop the others by themselves',
      ),
    );
}

async function openRecordingFile({ path, blob }: Given): Promise<void> {
  const { openRecording } = await import('../../../src/record/recording.ts');
  const recording = await openRecording(cachedSource(blobSource(blob), BLOCK_BYTES));
  const shown = await recordingFilm(recording, blob);
  await takeOverFilm(shown);
  if (recording.torn)
    complain(
      new Complaint(
        `${baseName(path)} was not closed, or is damaged`,
        'It is shown up to its last whole part; carom info --repair mends it on the command line',
      ),
    );
}

async function openSceneFile(sceneFile: Given, others: readonly Given[]): Promise<void> {
  const { project: opened, notes } = await readSceneFiles(sceneFile, others);
  await takeOverProject(opened);
  openingNotes.value = { of: opened.name, lines: notes };
}

/** A specification by itself is a scene of its own. */
async function openSpecification({ path, blob }: Given): Promise<void> {
  const name = stemOf(path).slice(0, limits.name);
  if (blob.size > limits.specification)
    throw new FaultError('This specification cannot be opened:', [
      { what: 'it is too long', where: path, remedy: `keep it below ${limits.specification} characters` },
    ]);
  const file: SceneFile = {
    name,
    up: 'z',
    gravity: 0,
    engine: 'program',
    duration: 10,
    specification: await blob.text(),
  };
  await takeOverProject({ name, file, files: new Map() });
}

/** Meshes that the open scene names and lacks are given to it; false where it lacks none of them. */
async function fillIn(given: readonly Given[]): Promise<boolean> {
  const open = project.value;
  if (open === undefined) return false;
  const missing = [...pathsIn(open.file)].filter((path) => !open.files.has(path));
  if (!missing.some((path) => matching(path, '', given) !== undefined)) return false;
  await changeScene((file) => file, await readWanted(missing, '', given));
  return true;
}

function openMeshes(meshes: readonly Given[]): void {
  const total = meshes.reduce((sum, { blob }) => sum + blob.size, 0);
  if (total > MOST_MESH_BYTES)
    throw new FaultError('These files cannot be opened here:', [
      {
        what: 'they are larger than 1 GB together',
        where: 'the files',
        remedy: 'make the scene with "carom new" on the command line, or give smaller meshes',
      },
    ]);
  startImport(meshes);
}

/** What is wrong, in sentences. */
function faultsOf(error: unknown): { about: string; faults: readonly Fault[] } {
  if (error instanceof FaultError) return { about: error.message.split('\n')[0], faults: error.faults };
  if (error instanceof RecordingError)
    return {
      about: 'This recording cannot be opened:',
      faults: [
        {
          what: error.message.slice(error.where.length + 2),
          where: error.where,
          remedy: 'run it again, or look at it with "carom info --repair" on the command line',
        },
      ],
    };
  const what = error instanceof Error ? error.message : String(error);
  const remedy = 'try again; if it stays so, save the file again';
  return { about: 'This cannot be opened:', faults: [{ what, where: 'the file', remedy }] };
}

function notKnown(files: readonly Given[]): FaultError {
  return new FaultError('This cannot be opened:', [
    {
      what: 'is no kind of file that is read here',
      where: files[0]?.path ?? 'the file',
      remedy:
        'give STL, 3MF, OBJ, OFF, PLY or GLB meshes, a scene (JSON, or its folder as a ZIP), or a .carom recording',
    },
  ]);
}

function nothingIn({ path }: Given): FaultError {
  return new FaultError(`${path} cannot be opened:`, [
    {
      what: 'there is no scene and no mesh in it',
      where: path,
      remedy: 'put scene.json and its meshes into it',
    },
  ]);
}
