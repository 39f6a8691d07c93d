// Reads mesh files and makes a scene of them, away from the page: large meshes take seconds to weld and split.

import { FaultError } from '../../../src/scene/fault/index.ts';
import { type GivenFile, newScene } from '../../../src/scene/new/index.ts';
import { answerWith } from '../model/asker.ts';
import type { ImportAnswer, ImportAsk } from './import-messages.ts';

/** The files that were read last: with other choices they are not read again. */
let read: { readonly key: string; readonly files: readonly GivenFile[] } | undefined;

answerWith(answer);

async function answer({ name, files, choices }: ImportAsk): Promise<ImportAnswer> {
  try {
    const key = files.map(({ path, blob }) => `${path} ${blob.size}`).join('\n');
    if (read?.key !== key) {
      const given: GivenFile[] = [];
      for (const { path, blob } of files)
        given.push({ path, bytes: new Uint8Array(await blob.arrayBuffer()) });
      read = { key, files: given };
    }
    const made = newScene(read.files, { name, ...choices, chosen: () => undefined, isPlayed: () => true });
    return { made };
  } catch (error) {
    if (error instanceof FaultError) return { about: error.message.split('\n')[0], faults: error.faults };
    const what = error instanceof Error ? error.message : String(error);
    const remedy = 'try fewer or smaller files, or save them again';
    return { about: 'These files cannot be read:', faults: [{ what, where: 'the files', remedy }] };
  }
}
