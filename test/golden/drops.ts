// Dice that land as wished, drops of a block by chance, forward and backward, and pasts of what lies, ranked and refined.

import { type Makers, once } from './digest.ts';
import * as from from './parts.ts';
import { block, lying } from './more-scenes.ts';

const options = from.defaultsOf(from.lcp);
const scene = once(() => from.resolveScene(block).scene);
const model = once(() => from.buildModel(scene(), options));

const measured = once(() => from.measureTransitions(model(), 1, 12, 1));

const drops = once(() => {
  const plane = from.planeOf(model(), 1);
  const how = { shift: 0.05, spin: 3, height: 0.3, duration: 4 };
  const work = from.createWork(model());
  return [0, 1, 2].map((i) => from.spreadOnce(model(), work, plane, how, new from.Random(1).split(i)));
});
const pasts = once(() =>
  drops().flatMap(({ pose }, i) => from.spreadBack(scene(), options, 1, pose, 0.1, 0.3, i) ?? []),
);
const passages = (all: ReturnType<typeof drops>) => all.flatMap(({ passage }) => passage ?? []);

/** As `carom rewind` takes them, but for the time it took. */
function samples(refine: string, rewindOptions: from.RewindOptions): object[] {
  const found = [1, 2].map((seed) => {
    const request = { seed, duration: 0.4, options: rewindOptions };
    const taken = from.takeSample(from.resolveScene(lying).scene, { ...options, refine }, request);
    if (taken === undefined) throw new Error('nothing stops it');
    return taken;
  });
  return from.rankPasts(found.map(({ sample }) => sample)).map(({ wallSeconds, ...sample }) => {
    const { past, certificate } = found[sample.seed - 1];
    return { ...sample, start: past.start.poses, motion: past.start.motion, certificate };
  });
}

export const dropMakers: Makers = {
  'dice that show 4 and 2': () => {
    const wishes = [
      { face: 4, at: [0.01, -0.02], yaw: 0.4 },
      { face: 2, at: [0.06, 0.01] },
    ] as const;
    return from.landDice('dice', wishes, 1, options, from.dieDefaults);
  },
  'rewind what lies: ranked': () => samples('never', from.rewindDefaults),
  'rewind what lies: refined': () => samples('always', from.lenientDefaults),
  'transitions of a block: drops': () => measured().drops,
  'transitions of a block: table': () => from.encodeTable(measured().table),
  'transitions of a block: pasts drawn from them': () => {
    const transitions = new from.Transitions(measured().table);
    return measured()
      .drops.slice(0, 3)
      .map(({ end }, i) => from.undrop(model(), 1, transitions, end, i + 1, 30));
  },
  'spread of a block: table': () => from.spreadCsv(drops(), pasts()),
  'spread of a block: picture': () => from.plotSpread(passages(drops()), passages(pasts()), { place: 1 }),
};
