// Two ribbons in a reef knot: two bights, each with both its legs through the other.
//
// Seen from above the first comes from the left, its legs narrow, opens out and turns back in a wide head at the
// right; the second is its mirror image. They cross six times: the first goes over the other's head, under where
// they pass each other in the middle, and its own head over the other's legs.

import { cos, sin } from '../../../src/num/elementary/index.ts';
import { defineScene, type DeformableFile, inline, type SceneFile } from '../../../src/scene/index.ts';
import { evenly, type Point, straight, sweep } from './sweep.ts';

export interface ReefKnot {
  readonly name: string;
  /** Vertices along each ribbon, and cells across. */
  readonly along: number;
  readonly across?: number;
  readonly duration: number;
  /** [m]; less than a cell, or neighbours push each other. */
  readonly thickness?: number;
  /** Of stretch and of bending [s]; fine meshes take less, or their steps get short. */
  readonly damping?: readonly [number, number];
  /** Pull at each end [N]; 0: the ends are drawn apart at `speed` instead. */
  readonly force: number;
  /** [m/s] */
  readonly speed?: number;
}

const unit = 0.03; // [m]: the head of a bight is two of these wide
const width = 0.35 * unit;
const legs = 3.2;
const lift = 0.3;

/** From one leg's end along the head to the other's, in units. */
function bight(count: number): Point[] {
  const half: Point[] = [];
  const steps = 200;
  for (let i = 0; i <= steps; i++) {
    const x = -legs + ((legs + 0.5) * i) / steps;
    half.push([x, halfWidth(x), height(x)]);
  }
  for (let i = 1; i <= steps; i++) {
    const angle = (0.5 * Math.PI * i) / steps;
    const x = 0.5 + 1.1 * sin(angle);
    half.push([x, cos(angle), height(x)]);
  }
  const back = half
    .slice(0, -1)
    .reverse()
    .map(([x, y, z]): Point => [x, -y, z]);
  return evenly([...half, ...back], count).map(([x, y, z]): Point => [unit * x, unit * y, unit * z]);
}

/** 0.4 along the legs, 1 at the head, smoothly between −0.6 and 0.5. */
function halfWidth(x: number): number {
  const s = Math.min(1, Math.max(0, (x + 0.6) / 1.1));
  return 0.4 + 0.6 * s * s * (3 - 2 * s);
}

/** Up over the other's head at x = −1.5, down in the middle, up at the own head. */
function height(x: number): number {
  if (x < -2.25) return 0;
  return -lift * cos((2 * Math.PI * x) / 3);
}

export function reefKnot(given: ReefKnot): SceneFile {
  const {
    name,
    along,
    across = 1,
    duration,
    thickness = 0.001,
    damping = [2e-4, 2e-3],
    force,
    speed = 0,
  } = given;
  const first = bight(along);
  const second = first.map(([x, y, z]): Point => [-x, y, -z]);
  const make = (line: readonly Point[], side: number, color: string): DeformableFile => {
    const ends = Array.from({ length: across + 1 }, (_, j) => [j, (across + 1) * (along - 1) + j]).flat();
    return {
      name: side < 0 ? 'left' : 'right',
      kind: 'ribbon',
      shape: inline(sweep(line, width, across)),
      rest: inline(straight(line, width, across)),
      thickness,
      areaDensity: 0.2,
      stretchStiffness: 60,
      bendStiffness: 2e-6,
      stretchDamping: damping[0],
      bendDamping: damping[1],
      friction: 0.2,
      restitution: 0,
      pins: [
        force > 0
          ? { vertices: ends, force: [(side * force) / (across + 1), 0, 0] }
          : {
              vertices: ends,
              path: { keys: [{ time: 0 }, { time: duration, position: [side * speed * duration, 0, 0] }] },
            },
      ],
      color,
    };
  };
  return defineScene({
    name,
    engine: 'async',
    gravity: 0,
    duration,
    frameRateHz: 100,
    deformables: [make(first, -1, '#e76f51'), make(second, 1, '#264653')],
  });
}
