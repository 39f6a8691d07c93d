// Sheets and rods judged as thick as they are, where a promise is about thickness: planted faults, each next to the same without it.

import { describe, expect, test } from 'vitest';
import type { Mesh } from '../../src/geometry/index.ts';
import type { Guarantee } from '../../src/record/index.ts';
import type { DeformableKind, Scene } from '../../src/scene/index.ts';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, mesh, type Part, pose, recordingOf, sceneOf, sheetMesh } from './motions.ts';

const thick: Guarantee = { kind: 'never intersects', round: true, thick: true };
const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };

/** Deformables of this thickness, beside bodies. */
function soft(
  kind: DeformableKind,
  meshes: Mesh[],
  thickness: number,
  bodies: Part[] = [],
  restPositions?: Float64Array,
): Scene {
  const parts = meshes.map((one) => ({ mesh: one }));
  const scene = sceneOf(bodies, parts);
  return {
    ...scene,
    bodies: scene.bodies.map((body) => ({ ...body, shape: { kind: 'mesh' as const } })),
    deformables: scene.deformables.map((one) => ({
      ...one,
      kind,
      thickness,
      ...(restPositions ? { restPositions } : {}),
    })),
  };
}

const sheet = sheetMesh(4, 1);
/** The sheet at a height, with single vertices elsewhere. */
function lying(height: number, moved: Record<number, [number, number, number]> = {}): Float64Array {
  const places = sheet.positions.map((x, i) => (i % 3 === 2 ? height : x));
  for (const [v, place] of Object.entries(moved)) places.set(place, 3 * Number(v));
  return places;
}
const still = [pose(0, 0, 0)];

describe('a sheet 0.02 thick over a box', () => {
  const scene = soft('cloth', [sheet], 0.02, [{ mesh: boxMesh(0.8, 0.8, 1), motion: 'static' }]);
  const at = (height: number, moved: Record<number, [number, number, number]> = {}) => ({
    poses: still,
    vertices: lying(height, moved),
  });

  test('1e-6 in it with half its thickness is found and named, 1e-6 above it is not', async () => {
    const into = await verify(recordingOf(scene, [at(0.6), at(0.51 - 1e-6)], thick));
    expect(into).toMatchObject({ intersections: 1, tunnelled: 0, kept: false, smallestGap: 0 });
    expect(into.deepest).toBeCloseTo(1e-6, 9);
    expect(into.faults[0].what).toMatch(/body 0 "b0" .*deformable 0 "d0" \(face \d+\)/);
    const above = await verify(recordingOf(scene, [at(0.6), at(0.51 + 1e-6)], thick));
    expect(above).toMatchObject(clean);
    expect(above.smallestGap).toBeCloseTo(1e-6, 9);
  });

  test('a single vertex that is moved into the thickness is found', async () => {
    const dented = await verify(recordingOf(scene, [at(0.52), at(0.52, { 12: [0, 0, 0.505] })], thick));
    expect(dented).toMatchObject({ intersections: 1, kept: false });
  });

  test('without the word of thickness only its middle counts, and solids have none', async () => {
    const near = [at(0.6), at(0.505)];
    expect(await verify(recordingOf(scene, near, { kind: 'never intersects', round: true }))).toMatchObject(
      clean,
    );
    const solid = { ...scene, deformables: scene.deformables.map((d) => ({ ...d, kind: 'solid' as const })) };
    expect(await verify(recordingOf(solid, near, thick))).toMatchObject(clean);
  });

  test('that a vertex dips into it between two frames is found, and that it does not', async () => {
    const dip = (height: number) => {
      const over = { deformable: 0, times: [0.5], positions: lying(0.52, { 12: [0, 0, height] }) };
      return verify(recordingOf(scene, [at(0.52), { ...at(0.52), vertexKnots: [over] }], thick));
    };
    expect(await dip(0.509)).toMatchObject({ intersections: 1, tunnelled: 0, kept: false });
    expect(await dip(0.511)).toMatchObject(clean);
  });
});

describe('a sheet 0.02 thick that is glued to a box by its middle vertex', () => {
  const free = soft('cloth', [sheet], 0.02, [
    { mesh: boxMesh(0.8, 0.8, 1), motion: 'static' },
    { mesh: boxMesh(0.1, 0.1, 0.1), motion: 'static' },
  ]);
  const gluedTo = (body: number): Scene => ({
    ...free,
    deformables: free.deformables.map((one) => ({ ...one, pins: [{ vertices: [12], body }] })),
  });
  const at = (moved: Record<number, [number, number, number]>) => ({
    poses: [pose(0, 0, 0), pose(3, 0, 0)],
    vertices: lying(0.52, moved),
  });
  const judged = (scene: Scene, moved: Record<number, [number, number, number]>) =>
    verify(recordingOf(scene, [at({}), at(moved)], thick));

  test('may be in it there, and so may the faces of that vertex', async () => {
    expect(await judged(gluedTo(0), { 12: [0, 0, 0.45] })).toMatchObject(clean);
    expect(await judged(free, { 12: [0, 0, 0.45] })).toMatchObject({ intersections: 1, kept: false });
    expect(await judged(gluedTo(1), { 12: [0, 0, 0.45] })).toMatchObject({ intersections: 1, kept: false });
  });

  test('may not be in it beside that', async () => {
    const [x, y] = sheet.positions.subarray(3 * 6, 3 * 6 + 2);
    expect(await judged(gluedTo(0), { 6: [x, y, 0.509] })).toMatchObject({ intersections: 1, kept: false });
    expect(await judged(gluedTo(0), { 6: [x, y, 0.511] })).toMatchObject(clean);
  });

  test('is found where all of it starts inside, but for what is glued', async () => {
    const inside = { poses: at({}).poses, vertices: lying(0.3).map((x) => 0.3 * x) };
    expect(await verify(recordingOf(gluedTo(0), [inside, inside], thick))).toMatchObject({ kept: false });
  });
});

describe('two sheets 0.02 thick', () => {
  const scene = soft('cloth', [sheet, sheet], 0.02);
  const at = (height: number, moved: Record<number, [number, number, number]> = {}) => ({
    vertices: [...lying(0), ...lying(height, moved)],
  });

  test('lie on each other at a thickness', async () => {
    const near = await verify(recordingOf(scene, [at(0.03), at(0.02 - 1e-6)], thick));
    expect(near).toMatchObject({ intersections: 1, kept: false });
    const apart = await verify(recordingOf(scene, [at(0.03), at(0.02 + 1e-6)], thick));
    expect(apart).toMatchObject(clean);
    expect(apart.smallestGap).toBeCloseTo(1e-6, 9);
  });

  test('a vertex that goes through the other between two knots is found', async () => {
    const knots = (height: number) => [
      { deformable: 1, times: [0.4, 0.6], positions: [...lying(0.03), ...lying(0.03)] },
      { deformable: 1, times: [0.5], positions: lying(0.03, { 12: [0.02, 0.01, height] }) },
    ];
    const dip = (height: number) =>
      verify(recordingOf(scene, [at(0.03), { ...at(0.03), vertexKnots: knots(height) }], thick));
    expect(await dip(-0.1)).toMatchObject({ kept: false });
    expect(await dip(0.021)).toMatchObject(clean);
    // there and back with nothing recorded in between
    const over = [at(0.03), at(0.03, { 12: [0.02, 0.01, -0.1] }), at(0.03)];
    expect(await verify(recordingOf(scene, over, thick))).toMatchObject({ kept: false });
  });

  test('one that is thrown through the other between two frames has tunnelled', async () => {
    const through = await verify(recordingOf(scene, [at(0.3), at(-0.3)], thick));
    expect(through).toMatchObject({ intersections: 0, tunnelled: 1, kept: false });
  });

  test('a promised separation is kept between their surfaces', async () => {
    const promise: Guarantee = { kind: 'separation', least: 0.01, round: true, thick: true };
    const near = await verify(recordingOf(scene, [at(0.04), at(0.0299)], promise));
    expect(near).toMatchObject({ kept: false, intersections: 0, separation: { nearer: 1 } });
    expect(near.separation?.smallest).toBeCloseTo(0.0099, 9);
    expect(await verify(recordingOf(scene, [at(0.04), at(0.0301)], promise))).toMatchObject(clean);
  });
});

describe('a sheet with itself', () => {
  const fine = sheetMesh(8, 1);
  /** Rolled over, so that its last column of vertices is so high above the flat part. */
  const folded = (apart: number): Float64Array => {
    const columns = [0.1, -0.05, 0.25, 0.03, 0.1, 0.08, -0.1, apart];
    const places = fine.positions.slice();
    for (let v = 0; v < places.length / 3; v++) {
      const column = (v % 9) - 5;
      if (column < 0) continue;
      places[3 * v] = columns[2 * column];
      places[3 * v + 2] = columns[2 * column + 1];
    }
    return places;
  };
  const scene = soft('cloth', [fine], 0.02);
  const at = (apart: number) => ({ vertices: folded(apart) });

  test('keeps its thickness where it lies on itself', async () => {
    const near = await verify(recordingOf(scene, [at(0.03), at(0.02 - 1e-6)], thick));
    expect(near).toMatchObject({ intersections: 1, kept: false });
    expect(near.faults[0]).toMatchObject({ a: 0, b: 0 });
    const apart = await verify(recordingOf(scene, [at(0.03), at(0.02 + 1e-6)], thick));
    expect(apart).toMatchObject(clean);
    expect(apart.smallestGap).toBeCloseTo(1e-6, 9);
  });

  test('faces that share a vertex keep it too, where they are folded onto each other', async () => {
    const pair = mesh([0, 0, 0, 0, 1, 0, 1, 0.5, 0, -1, 0.5, 0], [0, 1, 2, 1, 0, 3]);
    const hinge = soft('cloth', [pair], 0.1);
    const fold = (angle: number) => ({
      vertices: [0, 0, 0, 0, 1, 0, 1, 0.5, 0, Math.cos(angle), 0.5, Math.sin(angle)],
    });
    const way = [Math.PI, 2, 1, 0.5, 0.3].map(fold);
    expect(await verify(recordingOf(hinge, [...way, fold(0.101)], thick))).toMatchObject(clean);
    expect(await verify(recordingOf(hinge, [...way, fold(0.099)], thick))).toMatchObject({
      intersections: 1,
      kept: false,
    });
  });

  test('parts that are nearer at rest are only not to touch', async () => {
    // cells of 0.25, 0.3 thick
    const coarse = soft('cloth', [sheet], 0.3);
    expect(await verify(recordingOf(coarse, [{ vertices: lying(0) }], thick))).toMatchObject(clean);
    const swapped = lying(0, { 12: [0.4, 0.05, 0.001], 13: [-0.2, 0.05, 0.001] });
    const through = await verify(recordingOf(coarse, [{ vertices: lying(0) }, { vertices: swapped }], thick));
    expect(through.kept).toBe(false);
    // near at rest by word, however the mesh is drawn
    const rolled = soft('cloth', [fine], 0.02, [], folded(0.01));
    expect(await verify(recordingOf(rolled, [at(0.02), at(0.01)], thick))).toMatchObject(clean);
  });
});

describe('rods 0.1 thick', () => {
  const rod = mesh([0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0], [], [0, 1, 1, 2, 2, 3]);
  const scene = soft('rod', [rod, rod], 0.1);
  const across = (z: number) => ({
    vertices: [...rod.positions, 0.4, -1.4, z, 0.4, -0.4, z, 0.4, 0.6, z, 0.4, 1.6, z],
  });

  test('cross each other at their thickness', async () => {
    expect(await verify(recordingOf(scene, [across(0.3), across(0.1 - 1e-6)], thick))).toMatchObject({
      intersections: 1,
    });
    const above = await verify(recordingOf(scene, [across(0.3), across(0.1 + 1e-6)], thick));
    expect(above).toMatchObject(clean);
    expect(above.smallestGap).toBeCloseTo(1e-6, 9);
  });

  test('one with itself: its ends keep apart, segments that hang together do not', async () => {
    const one = soft('rod', [rod], 0.1);
    const bent = (z: number) => ({ vertices: [0, 0, 0, 1, 0, 0, 1, 0.5, z, 0.5, -0.3, z] });
    expect(await verify(recordingOf(one, [bent(0.3), bent(0.11)], thick))).toMatchObject(clean);
    expect(await verify(recordingOf(one, [bent(0.3), bent(0.09)], thick))).toMatchObject({
      intersections: 1,
    });
  });
});
