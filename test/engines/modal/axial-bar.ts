// An elastic bar that meets the floor with its end, with the axial modes that theory has for it:
//
//   U_m(z) = √(2/M) cos(mπ z/L),   ω_m = mπ c/L
//
// It stays for 2L/c, the time a wave takes to the far end and back, and leaves as fast as it came.

import type { ModalOptions } from '../../../src/engines/modal/options.ts';
import { columns } from '../../../src/engines/modal/report.ts';
import { type Contact, columnAt } from '../../../src/record/index.ts';
import { box, floor, resolveScene } from '../../../src/scene/index.ts';
import { simulate } from './harness.ts';

const LENGTH = 1;
const SOUND = 5000;

export interface Bounce {
  /** First to last force, of 2L/c; speed after, of that before. */
  readonly stay: number;
  readonly rebound: number;
  /** Largest rise of energy from one step to the next, of the first energy. */
  readonly rise: number;
  readonly vibration: number;
}

export function axialBar(modes: number, changes: Partial<ModalOptions> = {}): Bounce {
  const { scene } = resolveScene({
    name: 'bar',
    duration: 1,
    gravity: [0, 0, 0],
    bodies: [
      floor({ friction: 0 }),
      {
        ...box({ size: [0.02, LENGTH, 0.02], density: 7800 }),
        name: 'bar',
        position: [0, 0.5 * LENGTH + 1e-4, 0],
        velocity: [0, -1, 0],
        friction: 0,
      },
    ],
  });
  const options = { adaptive: false, slop: 1e-6, recovery: 0, ...changes };
  const { inertia, mass } = scene.bodies[1];
  const axis = inertia.indexOf(Math.min(...inertia));
  const reach = Math.sqrt(2 / mass);
  const simulation = simulate(scene, options, {
    bar: {
      omegas: Array.from({ length: modes }, (_, m) => ((m + 1) * Math.PI * SOUND) / LENGTH),
      shape: (m, ...x) => {
        const u: [number, number, number] = [0, 0, 0];
        u[axis] = reach * Math.cos((m + 1) * Math.PI * (x[axis] / LENGTH + 0.5));
        return u;
      },
      edge: LENGTH,
    },
  });
  const contacts: Contact[] = [];
  const sink = {
    wants: { path: false, contacts: true },
    knot: () => {},
    turn: () => {},
    stray: () => {},
    contact: (contact: Contact) => contacts.push({ ...contact }),
  };
  const energyAt = columnAt(columns, 'energy');
  const vibrationAt = columnAt(columns, 'vibration');
  let before = Infinity;
  let first = 0;
  let rise = 0;
  let values: Float64Array = new Float64Array(0);
  const end = 1e-4 + 3 * ((2 * LENGTH) / SOUND);
  for (let i = 0; i <= 600; i++) {
    values = simulation.advance((i / 600) * end, sink).values;
    if (i === 1) first = values[energyAt];
    if (i > 1) rise = Math.max(rise, (values[energyAt] - before) / first);
    before = values[energyAt];
  }
  const times = contacts.filter(({ normalImpulse }) => normalImpulse > 0);
  const last = times[times.length - 1];
  const stay = (last.start + last.duration - times[0].start) / ((2 * LENGTH) / SOUND);
  const velocities = simulation.state.velocities;
  return { stay, rebound: velocities[4], rise, vibration: values[vibrationAt] / first };
}
