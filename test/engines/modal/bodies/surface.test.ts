// Surfaces: refined without cracks, smooth where they should be, sampled where they can touch.

import { expect, test } from 'vitest';
import { refineSurface } from '../../../../src/engines/modal/bodies/refine.ts';
import { makeSurface } from '../../../../src/engines/modal/bodies/surface.ts';
import { closednessOf } from '../../../../src/geometry/surface/index.ts';
import { makeMesh, signedVolume } from '../../../../src/geometry/index.ts';
import { box, cylinder, sphere } from '../../../../src/geometry/primitives/index.ts';

test.each([
  ['box', box.make({ size: [0.3, 0.2, 0.01] })],
  ['cylinder', cylinder.make({ radius: 0.1, length: 0.5, segments: 12 })],
])('a refined %s is closed, has the same volume, and no long edge', (_, mesh) => {
  for (const longest of [0.2, 0.07, 0.02]) {
    const fine = refineSurface(mesh, longest);
    const whole = makeMesh(fine.positions, fine.faces);
    expect(closednessOf(whole).closed).toBe(true);
    expect(signedVolume(whole) / signedVolume(mesh)).toBeCloseTo(1, 12);
    let most = 0;
    for (let f = 0; f < fine.faces.length; f++) {
      const a = 3 * fine.faces[f];
      const b = 3 * fine.faces[f % 3 === 2 ? f - 2 : f + 1];
      const d = [0, 1, 2].map((k) => fine.positions[a + k] - fine.positions[b + k]);
      most = Math.max(most, Math.hypot(...d));
    }
    expect(most).toBeLessThanOrEqual(longest * (1 + 1e-12));
    expect([...fine.positions.subarray(0, mesh.positions.length)]).toEqual([...mesh.positions]);
  }
});

test('a rigid box has its corners as samples and its edges sharp, however finely it is cut', () => {
  const mesh = box.make({ size: [0.3, 0.2, 0.1] });
  for (const longest of [1, 0.06]) {
    const surface = makeSurface(refineSurface(mesh, longest), 0.6);
    expect([...surface.samples]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    if (longest === 1) expect(surface.sharpEdges.length).toBe(12);
    else expect(surface.sharpEdges.length).toBeGreaterThan(50);
    // every corner has three smooth normals, every vertex within a face one
    expect(surface.groupStarts.length - 1).toBeGreaterThanOrEqual(24);
  }
});

test('a bending box has samples all over, but not nearer than most of the spacing', () => {
  const mesh = box.make({ size: [0.3, 0.2, 0.1] });
  const surface = makeSurface(refineSurface(mesh, 0.02), 0.6, 0.04);
  const { samples, positions } = surface;
  expect(samples.length).toBeGreaterThan(100);
  let least = Infinity;
  for (let i = 0; i < samples.length; i++)
    for (let j = 0; j < i; j++) {
      const d = [0, 1, 2].map((k) => positions[3 * samples[i] + k] - positions[3 * samples[j] + k]);
      least = Math.min(least, Math.hypot(...d));
    }
  expect(least).toBeGreaterThan(0.027);
});

test('smooth surfaces have no creases, and a cylinder has its rims', () => {
  const ball = makeSurface(sphere.make({ radius: 1, subdivisions: 3 }), 0.6);
  expect(ball.isCrease.includes(1)).toBe(false);
  expect(ball.samples.length).toBe(ball.positions.length / 3);
  const can = makeSurface(cylinder.make({ radius: 1, length: 2, segments: 24 }), 0.6);
  expect(can.sharpEdges.length).toBe(48);
});
