// Rolling torus: a tilted ring rolls on a plane, leans over and runs round in curves.
// A mark without mass tracks where it touches: a frame round the ring, and one round its tube.
//
//   carom run rolling-torus

import { bodyHeight, bodyPosition, bodyTravel, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified, speedAt } from './parts/scene.ts';

export const scene = specified('rolling-torus', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'the mark stays on the plane',
    holds: (r) => always(r, (t) => Math.abs(bodyHeight(r, 'Contact', t)) < 1e-9),
  },
  {
    says: 'where the mark is, the ring stands still: it does not slip',
    holds: (r) => always(r, (time) => speedAt(r, 'Torus', bodyPosition(r, 'Contact', time), time) < 1e-8),
  },
  { says: 'it rolls along', holds: (r) => bodyTravel(r, 'Torus', 'first', 2) > 1 },
];

export const budgetSeconds = 10;
