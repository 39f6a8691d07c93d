// Lewis: a cut pyramid is drawn up between four wedges in a square hole, jams, and lifts the block by friction alone.
// The tool weighs a tenth of the block and friction is 0.3. Static friction between flat faces must hold for
// seconds while everything moves: with creep the wedges slip out.
//
//   carom run lewis

import { type BodyFile, defineScene, floor, mesh } from '../../src/scene/index.ts';
import { bodyHeight, bodyTilt, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { blockWithHole, type Rectangle, rectangle, taper } from './parts/solids.ts';

// All lengths [m]; z is up.
const height = 0.4; // of tool and wedges
const [foot, head] = [0.09, 0.03]; // half widths of the pyramid
const hole = 0.126; // half width
const wall = 0.125; // where the wedges' outer faces stand
const play = 0.002; // between pyramid and wedges
const low = 0.031; // where tool and wedges start, above the hole's floor at 0.03

const square = (half: number): Rectangle => [-half, half, -half, half];

/** Wedges beside the pyramid along ±x take the whole depth of the hole, those along ±y only the pyramid's width. */
function wedge(name: string, axis: 'x' | 'y', side: 1 | -1): BodyFile {
  const at = (inner: number): Rectangle => {
    const [near, far] = side > 0 ? [inner + play, wall] : [-wall, -inner - play];
    return axis === 'x' ? [near, far, -wall, wall] : [-inner, inner, near, far];
  };
  return { ...mesh(taper(at(foot), low, at(head), low + height)), name, ...steel, color: '#8d99ae' };
}

const steel = { density: 2400, friction: 0.3 };

export const scene = defineScene({
  name: 'lewis',
  engine: 'ipc',
  up: 'z',
  duration: 2,
  frameRateHz: 50,
  bodies: [
    floor({ size: [4, 4], friction: 0.3 }),
    {
      ...mesh(blockWithHole(rectangle(square(0.225)), rectangle(square(hole)), 0.03, 0.45)),
      name: 'block',
      ...steel,
      position: [0, 0, 0.0003],
      color: '#b7a57a',
    },
    {
      ...mesh(taper(square(foot), low, square(head), low + height)),
      name: 'tool',
      ...steel,
      path: { keys: [{ time: 0 }, { time: 2, position: [0, 0, 1] }], relative: true },
      color: '#c8553d',
    },
    wedge('wedge-left', 'x', -1),
    wedge('wedge-right', 'x', 1),
    wedge('wedge-back', 'y', 1),
    wedge('wedge-front', 'y', -1),
  ],
});

export const expectations: Expectation[] = [
  { says: 'the parts never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the block weighs ten times the tool',
    holds: ({ scene: { bodies } }) => bodies[1].mass > 10 * bodies[2].mass,
  },
  {
    says: 'the tool lifts the block with it',
    holds: (r) => bodyHeight(r, 'block', 'last') - bodyHeight(r, 'block', 'first') > 0.95,
  },
  { says: 'the block hangs straight', holds: (r) => bodyTilt(r, 'block', 'last') < 0.02 },
];

export const budgetSeconds = 10;
