// Reads mesh files and makes a scene of them, away from the page: large meshes take seconds to weld and split.

import { FaultError } from '../../../src/scene/fault/index.ts';
import { type GivenFile, newScene } from '../../../src/scene/new/index.ts';
import type { ImportAnswer, ImportRequest } from './import-messages.ts';

let read: { readonly key: string; readonly files: readonly GivenFile[] } | undefined;

addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  void answer(data).then((message) => postMessage(message));
});

async function answer({ number, name, files, choices }: ImportRequest): Promise<ImportAnswer> {
  try {
    const key = files.map(({ path, blob }) => `${path} ${blob.size}`).join('\n');
    if (read?.key !== key) {
      const given: GivenFile[] = [];
      for (const { path, blob } of files)
        given.push({ path, bytes: new Uint8Array(await blob.arrayBuffer()) });
      read = { key, files: given };
    }
    const made = newScene(read.files, { name, ...choices, chosen: () => undefined, isPlayed: () => true });
    return { number, made };
  } catch (error) {
    if (error instanceof FaultError)
      return { number, about: error.message.split('\n')[0], faults: error.faults };
    const what = error instanceof Error ? error.message : String(error);
    const remedy = 'try fewer or smaller files, or save them again';
    return { number, about: 'These files cannot be read:', faults: [{ what, where: 'the files', remedy }] };
  }
}
