// npm run bench loudness [thing,…] [speed,…]: how loud the same drop is by three engines, and how that rises with its speed.
//
// Energy [dB above 1 Pa²s] of one body alone, thrown at a floor of stone: by steps as they usually are, and by steps in which it
// goes 4 mm ("fine"). What differs between these two of one engine is motion, not sound.

import { lathe } from '../src/geometry/primitives/index.ts';
import { memoryCache } from '../src/modes/index.ts';
import { type BodyFile, box, floor, mesh, type SceneFile, sphere, turn } from '../src/scene/index.ts';
import { SoundScene } from '../src/sound/index.ts';
import { recorded } from '../test/sound/recorded.ts';

export const benchmarks = [benchmarkLoudness];

const steel = { material: 'steel', restitution: 0.5, friction: 0.3 } as const;
const mug = lathe([0, 0, 0.04, 0, 0.04, 0.09, 0.037, 0.09, 0.037, 0.004, 0, 0.004], 18);
const tilted = turn([0.3, 0.1, 1], 0.2);
const things: Readonly<Record<string, { readonly body: BodyFile; readonly height: number }>> = {
  ball: { body: sphere({ radius: 0.01, ...steel }), height: 0.012 },
  bar: { body: { ...box({ size: [0.2, 0.02, 0.03], ...steel }), rotation: tilted }, height: 0.05 },
  plate: { body: { ...box({ size: [0.2, 0.004, 0.15], ...steel }), rotation: tilted }, height: 0.05 },
  mug: { body: { ...mesh(mug, steel), rotation: tilted }, height: 0.08 },
};
type EngineName = Parameters<typeof recorded>[1];
const cache = memoryCache();

async function energyOf(file: SceneFile, id: EngineName): Promise<number> {
  const choices = { count: 16, upToHz: 18000, cache };
  const sound = await SoundScene.open(await recorded(file, id), choices);
  const { stems } = sound.render({ rateHz: 48000, listener: [0, 0.5, 1], tail: 0.1, redistribute: true });
  const [samples] = stems.find(({ name }) => name === 'thing')?.channels ?? [new Float64Array(1)];
  return 10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / 48000);
}

async function benchmarkLoudness(given: readonly string[] = []): Promise<void> {
  const names = given[0]?.split(',') ?? Object.keys(things);
  const speeds = given[1]?.split(',').map(Number) ?? [0.25, 1, 4, 16];
  const columns = ['ipc', 'ipc fine', 'lcp', 'lcp fine', 'modal'];
  console.log(
    `  ${'thing'.padEnd(8)}${'m/s'.padStart(6)}${columns.map((name) => name.padStart(10)).join('')}`,
  );
  for (const name of names)
    for (const speed of speeds) {
      const { body, height } = things[name];
      const cells: string[] = [];
      for (const column of columns) {
        const [id, fine] = column.split(' ') as [EngineName, string?];
        const file: SceneFile = {
          name: 'loudness',
          duration: 0.06 + 0.008 / speed,
          ...(fine ? { options: { timeStep: 0.004 / Math.max(speed, 1) } } : {}),
          bodies: [
            floor({ material: 'stone', restitution: 0.5, friction: 0.3 }),
            { ...body, name: 'thing', position: [0, height, 0], velocity: [0, -speed, 0] },
          ],
        };
        cells.push((await energyOf(file, id)).toFixed(1).padStart(10));
      }
      console.log(`  ${name.padEnd(8)}${String(speed).padStart(6)}${cells.join('')}`);
    }
}
