// Corners between faces that look in opposite directions: their own normal says little.

import { expect, test } from 'vitest';
import { bowl, dish } from '../../../../examples/modal/parts/dishes.ts';
import { Collider } from '../../../../src/engines/modal/collide/contacts.ts';
import { ContactSet } from '../../../../src/engines/modal/collide/contact-set.ts';
import { emptyMemory } from '../../../../src/engines/modal/collide/memory.ts';
import { multiplyQuaternions, quaternionFromRotationVector } from '../../../../src/num/index.ts';
import { mesh } from '../../../../src/scene/index.ts';
import { modelOf, startOf, usual } from './harness.ts';

const SEGMENTS = 16;

test.each([-4, 0, 4, 8])('the rim of a bowl is found in the wall of another that leans by %s°', (degrees) => {
  const shape = dish(bowl, SEGMENTS);
  const model = modelOf(
    [
      { ...mesh(shape), name: 'lower' },
      { ...mesh(shape), name: 'upper' },
    ],
    { flexible: 'none', creaseAngle: 0.1 },
  );
  const at = startOf(model);
  const turn = new Float64Array(14);
  // a flat of the wall over a corner of the rim
  turn[2] = Math.PI / SEGMENTS;
  quaternionFromRotationVector(turn, 3, turn, 0);
  turn.fill(0, 0, 3);
  turn[1] = (degrees * Math.PI) / 180;
  quaternionFromRotationVector(turn, 7, turn, 0);
  multiplyQuaternions(at.rotations, 4, turn, 7, turn, 3);
  at.positions[5] = at.positions[2] + 0.03;
  const from = at.positions[0];
  const collider = new Collider(model, usual);
  const memory = emptyMemory();
  const found = new ContactSet();
  const deepestAt = (shift: number): number => {
    at.positions[3] = from + shift;
    collider.findContacts(at, memory, found);
    return found.count > 0 ? Math.min(...found.gaps.subarray(0, found.count)) : Infinity;
  };
  // pushed sideways from the middle, the first contact is no deep one, and the next ones follow
  let shift = 0;
  while (deepestAt(shift) === Infinity) {
    shift += 5e-5;
    expect(shift).toBeLessThan(0.05);
  }
  expect(deepestAt(shift)).toBeGreaterThan(-2e-4);
  for (let i = 0; i < 20; i++) expect(deepestAt(shift + 5e-5 * i)).toBeLessThan(-2e-5 * i + 2e-5);
});
