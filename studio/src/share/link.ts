// Links that carry a scene: making one of the open project, and opening one.

import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { Complaint } from '../model/complaints.ts';
import { addressOf } from '../model/place.ts';
import type { Project } from '../model/project.ts';
import { LONGEST_LINK, packText } from './pack.ts';

export interface SharedLink {
  /** Opens the scene in the studio. */
  readonly address: string;
  /** Shows it in a frame of another page. */
  readonly embed: string;
}

/** @throws Complaint where the scene is too large for a link */
export async function linkTo({ file, files, example }: Project, isChanged: boolean): Promise<SharedLink> {
  const hash =
    example !== undefined && !isChanged
      ? addressOf({ kind: 'example', name: example })
      : addressOf({ kind: 'link', packed: await pack(file, files) });
  return {
    address: new URL(hash, location.href).href,
    embed: new URL(`embed.html${hash}`, location.href).href,
  };
}

async function pack(file: SceneFile, files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  if (files.size > 0)
    throw new Complaint(
      `This scene has ${files.size === 1 ? 'a mesh file' : `${files.size} mesh files`} that no link can carry`,
      'Save the scene folder (Export) and send that',
    );
  const packed = await packText(JSON.stringify(file));
  if (packed.length > LONGEST_LINK)
    throw new Complaint(
      `This scene needs a link of ${Math.ceil(packed.length / 1000)} thousand characters, and ${LONGEST_LINK / 1000} thousand is the most`,
      'Save the scene (Export) and send the file',
    );
  return packed;
}
