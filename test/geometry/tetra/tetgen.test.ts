import { describe, expect, test } from 'vitest';
import { signedVolume } from '../../../src/geometry/mass.ts';
import { box } from '../../../src/geometry/primitives/box.ts';
import { gear } from '../../../src/geometry/primitives/machines/gear.ts';
import { fillByTetgen, hasTetgen } from '../../../src/geometry/tetra/tetgen.node.ts';
import { joinMeshes, reversedFaces } from '../../../src/geometry/transform.ts';
import { expectSound } from './sound.ts';

describe.skipIf(!hasTetgen())('TetGen, where it is installed', () => {
  test('a gear and a box with a cavity are filled exactly', () => {
    const hole = box.make({ size: [0.4, 0.5, 0.6] });
    const hollow = joinMeshes([box.make(), { ...hole, faces: reversedFaces(hole.faces) }]);
    for (const mesh of [gear.make(), hollow]) {
      const { mesh: made, quality } = fillByTetgen(mesh, { elements: 1000 });
      expect(quality.method).toBe('external');
      expect(Math.abs(expectSound(made) / signedVolume(mesh) - 1)).toBeLessThan(1e-6);
    }
  });
});

test('a command that is not there is named', () => {
  expect(hasTetgen('no-such-tetgen')).toBe(false);
  expect(() => fillByTetgen(box.make(), { command: 'no-such-tetgen' })).toThrow(
    /no-such-tetgen.*TetGen failed/,
  );
});
