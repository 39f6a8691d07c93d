// Tells scenes apart: equal scenes have equal keys, so a run is taken up only for the scene it was made of.

import { Sha256 } from '../../../src/record/index.ts';
import { packScene, type Scene } from '../../../src/scene/index.ts';

export function sceneKey(scene: Scene): string {
  const { json, arrays } = packScene(scene);
  const hash = new Sha256();
  hash.updateText(JSON.stringify(json));
  for (const array of Object.values(arrays))
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return hash.digest();
}
