// Jelly on a shaken plate: the plate goes to and fro under it, five times in two seconds, and the jelly follows by friction and wobbles.
// It is a solid of quadratic tetrahedra, soft enough to lean over by a tenth of its height.
//
//   carom run jelly

import { sin } from '../../src/num/elementary/index.ts';
import { defineScene } from '../../src/scene/index.ts';
import { type Expectation, type Outcome, smallestGap } from '../../src/sim/index.ts';

const size = { radius: 0.035, height: 0.06 };
const plate = { thickness: 0.012, swing: 0.015, rateHz: 2.5 };
/** Half of the jelly's skin and what it keeps above the plate. */
const skin = 0.0006;

/** Forty places a swing, one a step, from rest in the middle. */
const keys = Array.from({ length: 40 * 2.5 + 1 }, (_, k) => ({
  time: k / (40 * plate.rateHz),
  position: [plate.swing * sin((2 * Math.PI * k) / 40), -plate.thickness / 2, 0] as [number, number, number],
}));

export const scene = defineScene({
  name: 'jelly',
  description: 'A jelly wobbles on a plate that is shaken.',
  engine: 'ipc',
  duration: 1,
  frameRateHz: 50,
  bodies: [
    {
      name: 'plate',
      motion: 'kinematic',
      shape: { kind: 'cylinder', radius: 0.08, length: plate.thickness, axis: 'y' },
      position: keys[0].position,
      path: { keys },
      friction: 0.8,
      color: '#e8e4da',
    },
  ],
  deformables: [
    {
      name: 'jelly',
      kind: 'solid',
      shape: { kind: 'cylinder', radius: size.radius, length: size.height, axis: 'y' },
      position: [0, size.height / 2 + skin, 0],
      youngsModulus: 4e3,
      material: { poissonRatio: 0.4 },
      density: 1050,
      friction: 0.8,
      stretchDamping: 0.004,
      color: '#c8324a',
    },
  ],
});

/** Of a frame: where the foot and the top of the jelly are along the swing, and its lowest and highest vertex [m]. */
function shapeAt({ scene: { deformables }, vertices }: Outcome, frame: number) {
  const count = deformables[0].masses.length;
  const places = Array.from({ length: count }, (_, v) => {
    const at = 3 * (count * frame + v);
    return { x: vertices[at], y: vertices[at + 1] };
  });
  const rest = places.map((_, v) => vertices[3 * v + 1]);
  const middleOf = (inside: (y: number) => boolean): number => {
    const own = places.filter((_, v) => inside(rest[v]));
    return own.reduce((sum, { x }) => sum + x, 0) / own.length;
  };
  return {
    foot: middleOf((y) => y < 0.001),
    top: middleOf((y) => y > size.height - 0.001),
    low: Math.min(...places.map(({ y }) => y)),
    high: Math.max(...places.map(({ y }) => y)),
  };
}

const leans = (r: Outcome): number[] =>
  Array.from(r.times, (_, frame) => {
    const { top, foot } = shapeAt(r, frame);
    return top - foot;
  });

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'it leans over by 3 mm and more, to both sides',
    holds: (r) => Math.min(...leans(r)) < -0.003 && Math.max(...leans(r)) > 0.003,
  },
  {
    says: 'its foot stays within 5 mm of where it stood on the plate',
    holds: (r) =>
      Array.from(r.times).every((_, frame) => Math.abs(shapeAt(r, frame).foot - r.poses[7 * frame]) < 0.005),
  },
  {
    says: 'it lies on the plate, and is as high as it was but for what it sags',
    holds: (r) =>
      Array.from(r.times).every((_, frame) => {
        const { low, high } = shapeAt(r, frame);
        return low > 0.0004 && low < 0.003 && high - low > 0.9 * size.height;
      }),
  },
];

export const budgetSeconds = 240;
