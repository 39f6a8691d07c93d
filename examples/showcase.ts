// Showcase: letters, rings, cogs and solids rain into a tray and settle in a heap, and no two of them ever touch.
// Verified exactly at every recorded instant and along the motion between them. `npm start` runs this scene.
//
//   carom run showcase

import { cos, sin } from '../src/num/elementary/index.ts';
import { Random } from '../src/num/index.ts';
import { type BodyFile, box, defineScene, floor, type ShapeFile } from '../src/scene/index.ts';
import { bodyHeight, bodyNames, bodySpeed, type Expectation, smallestGap } from '../src/sim/index.ts';

const shapes: readonly ShapeFile[] = [
  letter('C'),
  { kind: 'torus', radius: 0.06, tubeRadius: 0.017, segments: 18, tubeSegments: 6 },
  { kind: 'box', size: [0.08, 0.08, 0.08] },
  letter('A'),
  { kind: 'cog', teeth: 8, radius: 0.065, depth: 0.022, thickness: 0.032, bore: 0.024 },
  { kind: 'cylinder', radius: 0.035, length: 0.1, segments: 12 },
  letter('R'),
  { kind: 'sphere', radius: 0.045, subdivisions: 2 },
  { kind: 'box', size: [0.17, 0.035, 0.05] },
  letter('O'),
  { kind: 'tetrahedron', edge: 0.11 },
  { kind: 'torus', radius: 0.05, tubeRadius: 0.015, segments: 18, tubeSegments: 6 },
  letter('M'),
  { kind: 'cylinder', radius: 0.05, length: 0.045, segments: 6 },
] as unknown as readonly ShapeFile[];
const colors = ['#d8553b', '#2a7f9e', '#f2ae3f', '#59a584', '#40528a', '#e08576', '#99bdd3'];
const random = new Random(11);

function letter(text: string): object {
  return { kind: 'letters', text, size: 0.12, depth: 0.04, curveSteps: 2 };
}

/** A column of rings of bodies, each in a ball of its own that no other reaches. */
const rain: BodyFile[] = Array.from({ length: 24 }, (_, i) => {
  const layer = Math.floor(i / 4);
  const angle = (Math.PI / 2) * (i % 4) + 0.6 * layer;
  return {
    name: `thing-${i}`,
    shape: shapes[i % shapes.length],
    material: 'wood',
    friction: 0.4,
    color: colors[(3 * i + Math.floor(i / shapes.length)) % colors.length],
    position: [0.14 * cos(angle), 0.15 + 0.22 * layer, 0.14 * sin(angle)],
    rotation: {
      axis: [random.normal(), random.normal(), random.normal()],
      radians: random.between(0, Math.PI),
    },
    velocity: [0, -1, 0],
  };
});

/** Four rims around the floor, end to end like the blades of a pinwheel. */
const tray: BodyFile[] = [0, 1, 2, 3].map((side) => {
  const [x, z] = [
    [0.02, 0.32],
    [0.32, -0.02],
    [-0.02, -0.32],
    [-0.32, 0.02],
  ][side];
  const size: [number, number, number] = side % 2 === 0 ? [0.64, 0.09, 0.03] : [0.03, 0.09, 0.64];
  return box({
    name: `rim-${side}`,
    motion: 'static',
    size,
    position: [x, 0.046, z],
    color: '#4a5361',
    friction: 0.4,
  });
});

export const scene = defineScene({
  name: 'showcase',
  description: 'Letters, rings, cogs and solids rain into a tray and settle in a heap.',
  engine: 'ipc',
  duration: 1.6,
  frameRateHz: 60,
  bodies: [floor({ size: [12, 12], friction: 0.5 }), ...tray, ...rain],
});

export const expectations: Expectation[] = [
  { says: 'no two of them ever touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'all of them stay above the floor',
    holds: (r) => bodyNames(r, /^thing/).every((name) => bodyHeight(r, name, 'last') > 0.01),
  },
  {
    says: 'most of them have come to rest',
    holds: (r) => {
      const names = bodyNames(r, /^thing/);
      return names.filter((name) => bodySpeed(r, name, 'last') < 0.05).length > 0.7 * names.length;
    },
  },
];

export const budgetSeconds = 30;
