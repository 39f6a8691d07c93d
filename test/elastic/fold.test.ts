// A fold sees the angle that a plate sees at its edge, and pushes as it does, whichever of the two faces looks.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FOLD_ANGLE, foldForce, foldLook } from '../../src/elastic/fold.ts';
import { addAngleForce, angle0, plateBends, PLATE_SHARE } from '../../src/elastic/plate.ts';
import { workOn } from '../../src/num/kernels/machine.ts';

const memory = new Float64Array(256);
const LOOK = 32;
const OUT = 48;
const PLATE_PLACES = 64;
const PLATE = 96;
const NEAR = 128;
const PLATE_OUT = 160;

test('as a plate at its first edge', () => {
  const coordinate = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1000);
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 12, maxLength: 12 }), (x) => {
      workOn(memory);
      memory.fill(0);
      memory.set(x);
      foldLook(0, 3, 6, 9, LOOK);
      foldForce(LOOK, 1, OUT);
      // corners a b c, and d across the edge a b
      memory.set(x.slice(0, 9), PLATE_PLACES);
      memory.set(x.slice(9), PLATE_PLACES + 9);
      memory[PLATE + PLATE_SHARE] = 1;
      plateBends(PLATE_PLACES, PLATE, NEAR);
      expect(memory[LOOK + FOLD_ANGLE]).toBeCloseTo(angle0, 9);
      addAngleForce(PLATE_PLACES, 0, 1, PLATE_OUT);
      const scale = 1 + Math.max(...memory.subarray(OUT, OUT + 12).map(Math.abs));
      for (let i = 0; i < 12; i++)
        expect(Math.abs(memory[OUT + i] - memory[PLATE_OUT + i])).toBeLessThan(1e-9 * scale);
      for (let k = 0; k < 3; k++)
        expect(Math.abs([0, 3, 6, 9].reduce((sum, i) => sum + memory[OUT + i + k], 0))).toBeLessThan(
          1e-12 * scale,
        );
      // the other face runs along the edge the other way
      foldLook(3, 0, 9, 6, LOOK);
      if (Math.abs(angle0) < 3) expect(memory[LOOK + FOLD_ANGLE]).toBeCloseTo(angle0, 6);
    }),
    { numRuns: 200 },
  );
});
