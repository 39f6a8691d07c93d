// Whatever may take long says again and again how far it is, and ends where it is told to: counted, not timed.

import { expect, test } from 'vitest';
import { defaultsOf } from '../../src/sim/index.ts';
import { lcp } from '../../src/engines/lcp/index.ts';
import { rewind } from '../../src/engines/lcp/backward/index.ts';
import { exportCsv, exportGlb, exportObjSequence, exportUsd, watched } from '../../src/export/index.ts';
import { ballTetrahedra, fill } from '../../src/geometry/tetra/index.ts';
import { torus } from '../../src/geometry/primitives/index.ts';
import { analyse } from '../../src/modes/index.ts';
import { box, defineScene, floor, resolveScene } from '../../src/scene/index.ts';
import { radiate } from '../../src/sound/index.ts';
import { verify } from '../../src/verify/index.ts';
import { MIXED_FRAMES, madeRecording, mixedMotion, mixedScene } from '../export/made.ts';
import { mugWithHandle } from '../geometry/tetra/thin-shapes.ts';

class Enough extends Error {}

type Told = (fraction: number) => void;

/** Works once to the end, counting, and then is ended at its first, middle and last poll. */
async function endsAnywhere(work: (told: Told) => unknown, least: number): Promise<void> {
  const fractions: number[] = [];
  await work((fraction) => fractions.push(fraction));
  expect(fractions.length).toBeGreaterThanOrEqual(least);
  for (const fraction of fractions) expect(fraction >= 0 && fraction <= 1).toBe(true);
  for (const at of [1, Math.ceil(fractions.length / 2), fractions.length]) {
    let polls = 0;
    const ended = (async () =>
      work(() => {
        if (++polls === at) throw new Enough();
      }))();
    await expect(ended).rejects.toBeInstanceOf(Enough);
    // Nothing asks again once it has been told to end.
    expect(polls).toBe(at);
  }
}

const aluminium = { density: 2700, youngsModulus: 70e9, poissonRatio: 0.33 };

test('tetrahedra of a lump and of thin walls', async () => {
  const ring = torus.make({ radius: 0.1, tubeRadius: 0.03 });
  await endsAnywhere((progress) => fill(ring, undefined, { method: 'stuffing', progress }), 20);
  const mug = mugWithHandle({ wall: 0.006, segments: 24 });
  await endsAnywhere((progress) => fill(mug, undefined, { progress }), 40);
});

test('modes, and how their mass moves', async () => {
  const ball = ballTetrahedra(0.1, 3);
  const stages = new Set<string>();
  await endsAnywhere(
    (told) =>
      analyse(ball, aluminium, {
        count: 6,
        inertia: true,
        progress: (fraction, doing) => {
          stages.add(doing);
          told(fraction);
        },
      }),
    40,
  );
  const all = ['gathering', 'ordering', 'assembling', 'estimating', 'factorising', 'iterating', 'weighing'];
  expect([...stages]).toEqual(expect.arrayContaining([...all, 'checking']));
});

test('radiation', async () => {
  // Soft, so that its waves are longer than its panels.
  const rubber = { ...aluminium, youngsModulus: 1e8 };
  const { modes } = analyse(ballTetrahedra(0.1, 3), rubber, { count: 3 });
  await endsAnywhere((progress) => radiate(modes, { fewestPanels: 100, mostPanels: 200, progress }), 12);
});

test('pasts of one body alone, and of bodies that meet', async () => {
  const scene = (meets: boolean) =>
    resolveScene(
      defineScene({
        name: 'end',
        engine: 'lcp',
        bodies: [
          floor(),
          box({ size: [0.2, 0.2, 0.2], position: [0, 0.1, 0] }),
          box({ size: [0.2, 0.2, 0.2], position: [0, meets ? 0.3 : 3, 0], velocity: [0, meets ? 0 : 1, 0] }),
        ],
      }),
    ).scene;
  const options = defaultsOf(lcp);
  await endsAnywhere((progress) => rewind(scene(false), options, { seed: 1, duration: 0.2, progress }), 10);
  await endsAnywhere((progress) => rewind(scene(true), options, { seed: 1, duration: 0.5, progress }), 2);
});

test('the judge', async () => {
  const recording = await madeRecording(mixedScene, MIXED_FRAMES, mixedMotion);
  await endsAnywhere((progress) => verify(recording, { progress }), MIXED_FRAMES - 1);
});

test('exports', async () => {
  const recording = await madeRecording(mixedScene, MIXED_FRAMES, mixedMotion);
  const drained = async (pieces: AsyncIterable<unknown>): Promise<void> => {
    for await (const piece of pieces) expect(piece).toBeDefined();
  };
  const exports: readonly ((told: Told) => Promise<unknown>)[] = [
    (told) => exportGlb(watched(recording, told)),
    (told) => drained(exportUsd(watched(recording, told))),
    (told) => drained(exportCsv(watched(recording, told), 'poses')),
    (told) => drained(exportObjSequence(watched(recording, told), 'x')),
  ];
  for (const write of exports) await endsAnywhere(write, MIXED_FRAMES);
});
