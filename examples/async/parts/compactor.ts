// Shells of several kinds on a floor between four walls, two of which close in on them.

import { box as boxShape, cylinder } from '../../../src/geometry/primitives/index.ts';
import {
  type BodyFile,
  box,
  defineScene,
  type DeformableFile,
  inline,
  type SceneFile,
} from '../../../src/scene/index.ts';
import { splitInFour } from './split.ts';

export const inside = 0.3; // [m]
export const closes = 0.09; // each of the two walls moves by this
const [height, thick] = [0.2, 0.02]; // [m]
const duration = 0.45;

function wall(name: string, axis: 0 | 2, side: number, moves: number): BodyFile {
  const at = side * (inside / 2 + thick / 2);
  const place = (shift: number): [number, number, number] =>
    axis === 0 ? [at - side * shift, height / 2 + 0.002, 0] : [0, height / 2 + 0.002, at - side * shift];
  const size: [number, number, number] =
    axis === 0 ? [thick, height, inside * 0.99] : [inside * 1.3, height, thick];
  const body = { ...box({ size }), name, friction: 0.2, color: '#8d99ae' };
  if (moves === 0) return { ...body, motion: 'static', position: place(0) };
  return {
    ...body,
    position: place(0),
    path: { keys: [{ time: 0.05 }, { time: duration, position: place(moves) }] },
  };
}

const coarse = {
  kind: 'shell' as const,
  thickness: 0.004,
  areaDensity: 1,
  stretchStiffness: 200,
  bendStiffness: 2e-3,
  stretchDamping: 2e-4,
  bendDamping: 1e-3,
  friction: 0.2,
};

/** Of the same stuff half as thick, as shells have to be thinner than their triangles; damped so that steps need not be shorter. */
const fine = {
  ...coarse,
  thickness: coarse.thickness / 2,
  areaDensity: coarse.areaDensity / 2,
  stretchStiffness: coarse.stretchStiffness / 2,
  bendStiffness: coarse.bendStiffness / 8,
  stretchDamping: coarse.stretchDamping / 4,
  bendDamping: coarse.bendDamping / 50,
};

/** Balls, a crate and a can; the fine ones have 2,952 vertices, the others 84. */
function shells(isFine: boolean): DeformableFile[] {
  const shell = isFine ? fine : coarse;
  const ball = (radius: number): DeformableFile['shape'] => ({
    kind: 'sphere',
    radius,
    subdivisions: isFine ? 3 : 1,
  });
  const size: [number, number, number] = [0.09, 0.07, 0.08];
  const can = { radius: 0.035, length: 0.1, axis: 'x' as const, segments: 10 };
  return [
    { ...shell, name: 'ball', shape: ball(0.05), position: [-0.08, 0.056, 0.05], color: '#e76f51' },
    {
      ...shell,
      name: 'crate',
      shape: isFine ? inline(splitInFour(boxShape.make({ size }), 3)) : { kind: 'box', size },
      rotation: { axis: 'y', degrees: 25 },
      position: [0.07, 0.039, 0.05],
      color: '#2a9d8f',
    },
    {
      ...shell,
      name: 'can',
      shape: isFine ? inline(splitInFour(cylinder.make(can), 3)) : { kind: 'cylinder', ...can },
      rotation: { axis: 'y', degrees: -15 },
      position: [0, 0.039, -0.08],
      color: '#e9c46a',
    },
    { ...shell, name: 'small-ball', shape: ball(0.03), position: [-0.02, 0.13, 0.02], color: '#f4a261' },
  ];
}

export function compactor(name: string, isFine = false): SceneFile {
  return defineScene({
    name,
    engine: 'async',
    duration,
    frameRateHz: 60,
    // over the front wall, which would hide what is inside
    camera: { position: [0.22, 0.62, 0.42], target: [0, 0.04, 0] },
    bodies: [
      {
        name: 'floor',
        motion: 'static',
        shape: { kind: 'plane', width: 1, depth: 1 },
        friction: 0.2,
        color: '#d9d4c7',
      },
      wall('left', 0, -1, closes),
      wall('right', 0, 1, closes),
      wall('front', 2, 1, 0),
      wall('back', 2, -1, 0),
    ],
    deformables: shells(isFine),
  });
}
