// Anchor: a winch winds up a chain of 21 links and lifts the anchor at its end.
// The winch is a frame of two bars that turns: link by link the chain is bent around it and laid upon itself, held by
// nothing but contact.
//
//   carom run anchor

import { type BodyFile, defineScene, mesh, turn } from '../../src/scene/index.ts';
import { chainLink } from '../../src/geometry/primitives/index.ts';
import { moveMesh } from '../../src/geometry/index.ts';
import { bodyAngle, bodyHeight, bodyNames, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { anchorPlate } from './parts/anchor.ts';
import { type ChainShape, chainLinks, chainPitch, linksHold } from './parts/chain.ts';

type Triple = [number, number, number];

const chain: ChainShape = { length: 0.12, width: 0.08, thickness: 0.016 }; // [m]
const frame = { length: 0.5, width: 0.19, thickness: 0.03, segments: 4, barSegments: 8 }; // [m]
const bar = (frame.width - frame.thickness) / 2; // from the axis to the middle of each bar
const steel = { material: 'steel', friction: 0.3 } as const;

// The frame's long bars run along z and the winch turns about z: x to z, y to x.
const winch = moveMesh(chainLink.make(frame), [-0.5, -0.5, -0.5, 0.5], [0, 0, 0]);

// The first link hangs on the bar at +x, a millimetre below it.
const top: Triple = [bar, frame.thickness / 2 - (chain.length / 2 - chain.thickness) + 0.001, 0];
const links: BodyFile[] = chainLinks(21, chain, top, [0, -1], { ...steel, color: '#8d99ae' });
const last = links[20].position as Triple;

export const scene = defineScene({
  name: 'anchor',
  engine: 'ipc',
  duration: 2.5,
  frameRateHz: 50,
  bodies: [
    {
      ...mesh(winch, steel),
      name: 'winch',
      path: {
        keys: [
          { time: 0, rotation: { axis: 'z', degrees: 0 } },
          { time: 0.3, rotation: { axis: 'z', degrees: 0 } },
          { time: 2.5, rotation: { axis: 'z', degrees: 540 } },
        ],
      },
      color: '#b08d57',
    },
    ...links,
    {
      // The last link lies in the xy plane: the anchor's eye looks along x, its plate stands in the yz plane.
      ...mesh(anchorPlate(0.02, 0.032), { ...steel, color: '#4a4e69' }),
      name: 'anchor',
      position: [last[0], last[1] - (chain.length / 2 - chain.thickness / 2) - 0.018, last[2]],
      rotation: turn('y', Math.PI / 2),
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'the links never part', holds: (r) => linksHold(r, bodyNames(r, /^link/), chainPitch(chain)) },
  {
    says: 'the winch turns one and a half times',
    holds: (r) => bodyAngle(r, 'winch', [0, 0, 1], 'last') > 9.4,
  },
  {
    says: 'the anchor is lifted',
    holds: (r) => bodyHeight(r, 'anchor', 'last') - bodyHeight(r, 'anchor', 0.3) > 0.3,
  },
];

export const budgetSeconds = 200;
