// Random small scenes that try to break the ipc engine: how many reach their end, and whether any of them intersects.
//
//   npm run bench ipc-fuzz [scenes = 2000] [first seed = 0] [soft: with what deforms among the bodies, 0.2 s each]
//
// Every run is recorded and judged by verify. A step that fails must say which bodies, and leave a valid recording.

import { ipc } from '../src/engines/ipc/engine.ts';
import { loadKernels } from '../src/num/kernels/index.ts';
import { describeFault } from '../src/scene/fault/index.ts';
import { StepError } from '../src/sim/index.ts';
import { judge, optionsOf } from '../test/engines/ipc/harness.ts';
import { randomScene } from '../test/engines/ipc/random-scene.ts';
import { softScene } from '../test/engines/ipc/soft/soft-scene.ts';

export const benchmarks = [fuzz];

/** A scene that takes longer counts as one that did not reach its end [s]. */
const longest = 120;

async function fuzz([count = '2000', first = '0', kind]: readonly string[]): Promise<void> {
  await loadKernels();
  const scenes = Number(count);
  const seconds: number[] = [];
  let failed = 0;
  let broken = 0;
  for (let seed = Number(first); seed < Number(first) + scenes; seed++) {
    const scene = kind === 'soft' ? softScene(seed, 0.2) : randomScene(seed);
    const faults = ipc.refuse(scene, optionsOf(scene));
    if (faults.length > 0) {
      console.log(`${seed} is refused: ${describeFault(faults[0])}`);
      failed++;
      continue;
    }
    const began = performance.now();
    const late = began + 1000 * longest;
    const { verdict, error } = await judge(scene, {}, () => performance.now() > late);
    seconds.push((performance.now() - began) / 1000);
    if (error !== undefined) {
      failed++;
      const why = error instanceof StepError ? describeFault(error.faults[0]) : '';
      console.log(`${seed} stops: ${(error as Error).message}; ${why}`);
    }
    if (!verdict.kept) {
      broken++;
      console.log(`${seed} BREAKS THE PROMISE: ${JSON.stringify(verdict.faults[0])}`);
    }
  }
  seconds.sort((a, b) => a - b);
  const reached = (100 * (scenes - failed)) / scenes;
  console.log(
    `${scenes} scenes: ${broken} intersect, ${failed} stop, ${reached.toFixed(2)}% reach the end; ` +
      `median ${seconds[seconds.length >> 1]?.toFixed(2)} s, longest ${seconds.at(-1)?.toFixed(1)} s a scene`,
  );
}
