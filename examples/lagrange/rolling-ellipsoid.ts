// Rolling ellipsoid: an egg of three different axes rolls and wobbles on a plane.
// A mark without mass tracks where it touches: on the plane, on the egg, where its normal is vertical.
//
//   carom run rolling-ellipsoid

import { bodyHeight, bodyPosition, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified, speedAt } from './parts/scene.ts';

export const scene = specified('rolling-ellipsoid', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'where the mark is, the egg stands still: it does not slip',
    holds: (r) => always(r, (time) => speedAt(r, 'Egg', bodyPosition(r, 'Contact', time), time) < 1e-8),
  },
  {
    says: 'its centre is never lower than its shortest half axis, nor higher than its longest',
    holds: (r) =>
      always(r, (t) => bodyHeight(r, 'Egg', t) > 0.45 - 1e-9 && bodyHeight(r, 'Egg', t) < 0.9 + 1e-9),
  },
];

export const budgetSeconds = 10;
