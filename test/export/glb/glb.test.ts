// @ts-expect-error has no types
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { exportGlb } from '../../../src/export/glb/glb.ts';
import { record, scene } from '../flown.ts';

describe('GLB', () => {
  test.each(['y', 'z'] as const)('is valid, shares meshes and moves what moves (%s up)', async (up) => {
    const glb = await exportGlb(await record({ ...scene, up }));
    const { issues } = await validateBytes(glb);
    expect({
      errors: issues.numErrors,
      warnings: issues.numWarnings,
      messages: issues.messages,
    }).toMatchObject({
      errors: 0,
      warnings: 0,
    });
    const length = new DataView(glb.buffer).getUint32(12, true);
    const root = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as {
      nodes: { name: string }[];
      meshes: { primitives: { attributes: { POSITION: number } }[] }[];
      animations: { channels: { target: { node: number; path: string } }[] }[];
    };
    const accessor = (mesh: number) => root.meshes[mesh].primitives[0].attributes.POSITION;
    expect(accessor(1)).toBe(accessor(2));
    const moved = root.animations[0].channels.map(
      ({ target }) => `${root.nodes[target.node].name} ${target.path}`,
    );
    expect(moved).toContain('second rotation');
    expect(moved).toContain('ball translation');
    expect(moved.some((name) => name.startsWith('floor'))).toBe(false);
  });
});
