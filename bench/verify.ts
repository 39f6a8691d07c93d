// Judging a run takes no longer than making it: milliseconds of both, in the time of this process alone.
//
//   npm run bench verify [seconds = 0.5] [example of examples/ipc …]

import { ipc } from '../src/engines/ipc/index.ts';
import { loadKernels } from '../src/num/kernels/index.ts';
import { bytesSource, MemorySink, openRecording, RecordingWriter } from '../src/record/index.ts';
import {
  box,
  defineScene,
  floor,
  primitive,
  resolveScene,
  type SceneFile,
  sphere,
  turn,
} from '../src/scene/index.ts';
import { recordRun, run } from '../src/sim/index.ts';
import { verify } from '../src/verify/verify.ts';
import { optionsOf } from '../test/engines/ipc/harness.ts';
import { describeRun, lonelyContext } from '../test/sim/tiny.ts';

export const benchmarks = [judging];

const common = { duration: 2, frameRateHz: 60, up: 'z' } as const;

/** Links that hang in each other: many faces, few of them near. */
function links(count: number, segments: number): SceneFile {
  const ring = primitive('torus', {
    radius: 0.05,
    tubeRadius: 0.01,
    segments,
    tubeSegments: segments >> 1,
  });
  return defineScene({
    ...common,
    name: `${count} links of ${2 * segments * (segments >> 1)} faces`,
    bodies: Array.from({ length: count }, (_, i) => ({
      ...ring,
      name: `link ${i}`,
      motion: i === 0 ? ('static' as const) : ('dynamic' as const),
      position: [0.079 * i, 0, 0] as [number, number, number],
      rotation: turn('x', i % 2 === 0 ? 0 : Math.PI / 2),
    })),
  });
}

const pile = defineScene({
  ...common,
  name: '27 boxes in a pile',
  bodies: [
    floor({ friction: 0.5 }),
    ...Array.from({ length: 27 }, (_, i) => ({
      ...box({ size: [0.1, 0.1, 0.1], friction: 0.5 }),
      name: `box ${i}`,
      position: [0.104 * (i % 3), 0.104 * (Math.floor(i / 3) % 3), 0.06 + 0.105 * Math.floor(i / 9)] as [
        number,
        number,
        number,
      ],
    })),
  ],
});

const balls = defineScene({
  ...common,
  name: '8 balls of many faces',
  bodies: [
    floor({ friction: 0.3 }),
    ...Array.from({ length: 8 }, (_, i) => ({
      ...sphere({ radius: 0.05, friction: 0.3 }),
      name: `ball ${i}`,
      position: [0.02 * (i % 2), 0.015 * (i % 3), 0.06 + 0.11 * i] as [number, number, number],
    })),
  ],
});

const rest = defineScene({
  ...common,
  name: 'a box at rest',
  bodies: [
    floor({ friction: 0.5 }),
    { ...box({ size: [0.1, 0.1, 0.1], friction: 0.5 }), name: 'box', position: [0, 0, 0.0505] },
  ],
});

async function judging([seconds = '0.5', ...names]: readonly string[]): Promise<void> {
  await loadKernels();
  const examples = await Promise.all(
    names.map(async (name) => (await import(`../examples/ipc/${name}.ts`)).scene as SceneFile),
  );
  const files = names.length > 0 ? examples : [rest, pile, balls, links(4, 24), links(4, 72)];
  for (const file of files) await measure(file, Number(seconds));
}

async function measure(file: SceneFile, seconds: number): Promise<void> {
  const { scene } = resolveScene(file);
  const lastFrame = Math.floor(Math.min(scene.duration, seconds) * scene.frameRateHz);
  const options = optionsOf(scene);
  const sink = new MemorySink();
  const began = process.cpuUsage();
  const simulation = ipc.start(scene, options, lonelyContext());
  const description = { ...describeRun(ipc, scene, options), lastFrame };
  const writer = RecordingWriter.create(sink, scene, description);
  const wants = { path: true, contacts: false };
  const frames = run(simulation, { scene, reportColumns: ipc.columns.length, lastFrame, wants });
  for (const _ of recordRun(simulation, frames, writer)) {
    // the run drives itself
  }
  const made = process.cpuUsage(began).user / 1000;
  const recording = await openRecording(bytesSource(sink.bytes()));
  const opened = process.cpuUsage();
  const verdict = await verify(recording);
  const judged = process.cpuUsage(opened).user / 1000;
  console.log(
    `${scene.name.padEnd(28)} sim ${made.toFixed(0).padStart(6)} ms   verify ${judged.toFixed(0).padStart(5)} ms   ` +
      `${verdict.instants} instants, smallest gap ${verdict.smallestGap.toExponential(2)} m, ` +
      `${verdict.kept ? 'kept' : 'NOT KEPT'}`,
  );
}
