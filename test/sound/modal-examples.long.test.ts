// The examples in which bodies vibrate in contact are run and heard to do what they say, where that is cheap. The laid
// table and the marbles are heard by `npm run bench modal table --hear`.

import { expect, test } from 'vitest';
import * as slab from '../../examples/modal/curved-slab.ts';
import * as fork from '../../examples/modal/fork-rigid.ts';
import * as mug from '../../examples/modal/mug-rigid.ts';
import * as ruler from '../../examples/modal/ruler-twang.ts';
import { type Listened, listenToBytes, unheard } from '../../bench/lib/modal-listen.ts';
import { measureRest } from '../../bench/lib/modal-rest.ts';
import { measureModal } from '../../bench/lib/modal-run.ts';
import type { Hearing } from '../../examples/sound/parts/heard.ts';
import { MemorySink } from '../../src/record/index.ts';
import type { SceneFile } from '../../src/scene/index.ts';

async function hear(scene: SceneFile, hearing: Hearing, seconds: number): Promise<Listened> {
  const sink = new MemorySink();
  measureModal(scene, seconds, { sink });
  return listenToBytes(sink, hearing);
}

test.each([
  ['mug-rigid', mug],
  ['fork-rigid', fork],
  ['curved-slab', slab],
] as const)('%s sounds as it says', async (_, { scene, hearing, sounds }) => {
  const { heard } = await hear(scene, hearing, scene.duration ?? 1);
  expect(sounds.length).toBeGreaterThan(0);
  expect(unheard(heard, sounds)).toEqual([]);
});

test('the ruler’s pitch rises in what is heard of it, while it is pulled in', async () => {
  const { heard } = await hear(ruler.scene, { ...ruler.hearing, modes: 20 }, 0.65);
  expect(unheard(heard, ruler.sounds)).toEqual([]);
});

test('a slab at rest is silent and pressed steadily, and hums where contacts are found by velocity', async () => {
  const still = await measureRest('position');
  expect(still.change).toBeLessThan(1e-6);
  expect(still.decibelsFullScale).toBeLessThan(-120);
  const humming = await measureRest('velocity');
  expect(humming.change).toBeGreaterThan(0.1);
  // 75 dB louder; modes above those that the engine bends it by are not moved by such forces, and were 50 dB louder still
  expect(humming.decibelsFullScale).toBeGreaterThan(still.decibelsFullScale + 60);
});
