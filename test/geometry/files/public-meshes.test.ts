// The public meshes of the rigid-ipc fixtures: all of them read, and most are sound solids.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';
import { readObj } from '../../../src/geometry/files/obj.ts';
import { massProperties } from '../../../src/geometry/mass.ts';
import { orientMesh } from '../../../src/geometry/surface/orient.ts';

const folder = new URL('../../../../shared/data/rigid-ipc/meshes/', import.meta.url);

describe.skipIf(!existsSync(folder))('public meshes', () => {
  test('read, orient and weigh', () => {
    const files = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.obj'));
    expect(files.length).toBeGreaterThan(10);
    let closed = 0;
    for (const name of files) {
      const { meshes } = readObj(readFileSync(new URL(encodeURI(String(name)), folder)));
      for (const { mesh } of meshes) {
        const oriented = orientMesh(mesh);
        const { mass } = massProperties(oriented.mesh, { density: 1000 });
        expect(mass, String(name)).toBeGreaterThan(0);
        if (closednessOf(oriented.mesh).closed) closed++;
      }
    }
    expect(closed / files.length).toBeGreaterThan(0.8);
  });
});
