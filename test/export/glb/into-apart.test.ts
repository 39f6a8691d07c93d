// Motion goes back into the file it came from, also where things were set apart and shrunk to start.

import { expect, test } from 'vitest';
import { GlbFile } from '../../../src/export/glb/file.ts';
import { exportIntoGlb } from '../../../src/export/glb/into-glb.ts';
import { openGlb, readAnimations, readGlb } from '../../../src/geometry/files/index.ts';
import { box } from '../../../src/geometry/primitives/index.ts';
import { startLive } from '../../../src/live/live.ts';
import { defineScene, mesh as meshBody } from '../../../src/scene/index.ts';

const places: Record<string, [number, number, number]> = {
  Table: [0, -0.5, 0],
  Box: [0, 0.5, 0],
  Left: [3, 0, 0],
  Wedge: [4, 0, 0],
  Right: [5, 0, 0],
};

function original(): Uint8Array {
  const cube = box.make({ size: [1, 1, 1] });
  const file = new GlbFile();
  const attributes = { POSITION: file.attribute(Float32Array.from(cube.positions), 'VEC3', true) };
  const primitives = [{ attributes, indices: file.indices(cube.faces) }];
  return file.finish({
    scene: 0,
    scenes: [{ nodes: [0, 1, 2, 3, 4] }],
    nodes: Object.entries(places).map(([name, translation]) => ({ name, mesh: 0, translation })),
    meshes: [{ name: 'cube', primitives }],
  });
}

test.each([true, false])('a node starts where its body was set (remembered: %s)', async (isRemembered) => {
  const glb = original();
  const names = Object.keys(places);
  const scene = defineScene({
    name: 'mated',
    duration: 0.1,
    bodies: readGlb(glb).meshes.map(({ name, mesh: shape }) => ({
      ...meshBody(shape),
      name,
      ...(isRemembered ? { node: names.indexOf(name) } : {}),
      motion: ['Box', 'Wedge'].includes(name) ? ('dynamic' as const) : ('static' as const),
      // The middle one of three has no play along x, and is held along y and z.
      ...(name === 'Wedge' ? { fixed: [false, true, true, false, false, false] as never } : {}),
    })),
  });
  const live = await startLive({ scene, worker: false });
  const { apart } = live.started;
  const change = (name: string) => apart.find(({ body }) => live.scene.bodies[body].name === name);
  expect(change('Box')?.moved[1]).toBeGreaterThan(0);
  expect(change('Wedge')?.inset).toBeGreaterThan(0);
  expect(await live.done).toEqual({ ended: 'finished' });
  const { bytes, notes } = await exportIntoGlb(await live.recording(), glb);
  expect(notes).toEqual([]);
  const { root, binary } = openGlb(bytes);
  const { tracks } = readAnimations(root, binary)[0];
  const first = (name: string) =>
    tracks
      .filter(({ node, path }) => node === names.indexOf(name) && path === 'translation')
      .map(({ values }) => [...values.subarray(0, 3)])[0];
  const start = first('Box');
  for (let k = 0; k < 3; k++) expect(start[k]).toBeCloseTo(places.Box[k] + (change('Box')?.moved[k] ?? 0), 6);
  const wedge = first('Wedge');
  for (let k = 0; k < 3; k++) if (wedge) expect(wedge[k]).toBeCloseTo(places.Wedge[k], 6);
  for (const { path, values } of tracks)
    if (path === 'scale') for (const value of values) expect(value).toBeCloseTo(1, 6);
});
