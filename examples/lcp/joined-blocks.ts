// Joined blocks: two blocks on one hinge drop and come to lie flat.
// Figure 7 of Twigg, James 2008: backward, the joint must be given exactly the right swing, or the blocks beat against each
// other ever faster; here they bounce off each other without loss, and time is short.
//
//   carom run joined-blocks

import { box, defineScene, floor, hinge } from '../../src/scene/index.ts';
import { distanceBetween, type Expectation } from '../../src/sim/index.ts';
import { missedBy, movingShare } from './parts/wished.ts';

const material = { friction: 0.4, restitution: 0.4 };
const block = box({ size: [0.2, 0.14, 0.08], density: 600, ...material }); // [m], [kg/m³]

export const scene = defineScene({
  name: 'joined-blocks',
  up: 'z',
  engine: 'lcp',
  duration: 0.4,
  frameRateHz: 120,
  seed: 1,
  options: { past: 'strict' },
  bodies: [
    floor({ size: [4, 4], ...material, color: '#d9d4c7' }),
    { ...block, name: 'left', position: [-0.105, 0, 0.04], color: '#2a9d8f' },
    { ...block, name: 'right', position: [0.105, 0, 0.04], color: '#e76f51' },
  ],
  joints: [hinge('left', { b: 'right', at: [0, 0, 0.04], axis: [0, 1, 0] })],
});

export const expectations: Expectation[] = [
  { says: 'they end lying flat', holds: (r) => missedBy(r, 'last') < 1e-9 },
  { says: 'they are on their way at first', holds: (r) => movingShare(r, /left|right/, 'first') === 1 },
  { says: 'they stay joined', holds: (r) => distanceBetween(r, 'left', 'right', 'first') < 0.25 },
];

export const budgetSeconds = 15;
