// A stack of boxes and a ball on a chain that swings into it.

import { type BodyFile, box, defineScene, floor, mesh, type SceneFile } from '../../../src/scene/index.ts';
import { bodyNames, bodyTravel, distanceBetween, type Outcome } from '../../../src/sim/index.ts';
import { type ChainShape, chainLinks, chainPitch } from './chain.ts';
import { ballWithEye } from './solids.ts';

type Triple = [number, number, number];

const side = 0.2; // of a box [m]
const beside = 0.205; // from box to box [m]
const above = side + 0.0003; // from layer to layer [m]: inside their reach
const chain: ChainShape = { length: 0.3, width: 0.18, thickness: 0.04 };
const links = 10; // the first of them holds the chain, the ball's eye comes after the last
const ballRadius = 0.4; // [m]
const direction = [-0.94, -0.341] as const; // from the support to the drawn-back ball

export const chainReach = chainPitch(chain);

/** @param counts  boxes along x, up and along z */
export function wreckingBall(name: string, [across, up, deep]: Triple, duration: number): SceneFile {
  const boxes: BodyFile[] = [];
  for (let layer = 0; layer < up; layer++) {
    for (let i = 0; i < across; i++) {
      for (let k = 0; k < deep; k++) {
        boxes.push({
          ...box({ size: [side, side, side], density: 300, friction: 0.5 }),
          name: `box-${layer}-${i}-${k}`,
          position: [0.55 + beside * i, 0.0003 + side / 2 + above * layer, beside * (k - (deep - 1) / 2)],
          color: (layer + i + k) % 2 === 0 ? '#f28f3b' : '#ffd5a1',
        });
      }
    }
  }
  const height = 3.8; // of the support [m]
  const [support, ...rest] = chainLinks(links, chain, [0, height, 0], direction, {
    density: 7800,
    friction: 0.2,
    color: '#8d99ae',
  });
  // The ball's eye is the next link of the chain: same place and turn, another mesh.
  const next = chainLinks(links + 1, chain, [0, height, 0], direction, {})[links];
  const ball = mesh(ballWithEye(chain, ballRadius), { density: 4000, friction: 0.3, color: '#4a4e69' });
  return defineScene({
    name,
    engine: 'ipc',
    duration,
    frameRateHz: 50,
    bodies: [
      floor({ size: [20, 20], friction: 0.5 }),
      { ...support, motion: 'static' },
      ...rest,
      { ...ball, name: 'ball', position: next.position, rotation: next.rotation },
      ...boxes,
    ],
  });
}

/** Names of the chain's links, in order. */
export function chainNames(r: Outcome): string[] {
  return bodyNames(r, /^link/);
}

/** Boxes that stand within a centimetre of where they were, at a moment. */
export function standing(r: Outcome, moment: number | 'last'): number {
  return bodyNames(r, /^box/).filter((name) => bodyTravel(r, name, 'first', moment) < 0.01).length;
}

/** Whether the ball stayed as near to the support as its chain, drawn tight at the start, lets it. */
export function ballHangs(r: Outcome): boolean {
  const most = 1.02 * distanceBetween(r, 'link-1', 'ball', 'first');
  return Array.from(r.times).every((t) => distanceBetween(r, 'link-1', 'ball', t) < most);
}
