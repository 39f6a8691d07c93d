// Where a mended scene goes: in place of the old one, which is kept beside it, or wherever --out says.

import { constants, copyFileSync, existsSync, renameSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { FaultError } from '../../scene/fault/index.ts';
import type { SceneFormat } from '../../scene/index.ts';
import type { FixedFile } from '../../scene/separate/index.ts';
import { writeSceneFile } from '../write-file.ts';

export interface FixedPlace {
  readonly out: string;
  /** Whether what stands there is the old scene, to be kept under another name. */
  readonly inPlace: boolean;
  /** Whether mesh files of the old scene have to be written anew. */
  readonly carries: boolean;
  /** Folder of new meshes, below that of the scene: one that no other scene uses. */
  readonly meshes: string;
}

/**
 * @param file    the old scene; undefined for examples
 * @param wanted  --out
 */
export function placeOf(
  file: string | undefined,
  format: SceneFormat,
  wanted: string | undefined,
  name: string,
): FixedPlace {
  const out = wanted ?? usualPlace(file, format, name);
  const isOld = file !== undefined && resolve(out) === resolve(file);
  if (isOld && (wanted !== undefined || format !== 'carom'))
    throw new FaultError(`"${out}" cannot be written:`, [
      {
        what: 'the new scene would be written over the old one',
        where: '--out',
        value: out,
        remedy: 'give another file, or leave --out out: what it was is then kept',
      },
    ]);
  const elsewhere = file !== undefined && resolve(dirname(out)) !== resolve(dirname(file));
  const meshes = `meshes/${basename(out, extname(out))}`;
  // those that are there may be of a scene that is kept
  const ending = isOld ? freeEnding((one) => join(dirname(out), meshes + one)) : '';
  return {
    out,
    inPlace: isOld,
    carries: file !== undefined && (format === 'rigid-ipc' || elsewhere),
    meshes: meshes + ending,
  };
}

/** Fixtures of other programs stay as they are: what is written is a scene of our own. */
function usualPlace(file: string | undefined, format: SceneFormat, name: string): string {
  if (file === undefined) return `${name}-fixed.json`;
  return format === 'carom' ? file : `${stemOf(file)}-fixed.json`;
}

/** Writes it; returns where the old scene is kept, where it stood in the same place. */
export function writeFixed({ out, inPlace }: FixedPlace, fixed: FixedFile): string | undefined {
  if (!inPlace) {
    writeSceneFile(out, fixed);
    return undefined;
  }
  const named = (ending: string) => `${stemOf(out)}.before-fix${ending}${extname(out)}`;
  const kept = named(freeEnding(named));
  copyFileSync(out, kept, constants.COPYFILE_EXCL);
  // at no moment there is half a scene, whatever the disk does
  const fresh = `${out}.new`;
  writeSceneFile(fresh, fixed);
  renameSync(fresh, out);
  return kept;
}

/** The first of "", "-2", "-3" and so on that makes the name of nothing that is there. */
function freeEnding(nameWith: (ending: string) => string): string {
  let ending = '';
  for (let n = 2; existsSync(nameWith(ending)); n++) ending = `-${n}`;
  return ending;
}

function stemOf(file: string): string {
  return join(dirname(file), basename(file, extname(file)));
}
