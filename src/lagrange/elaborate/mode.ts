// What holds in one mode, while it is gathered.

import type { SystemConstraint, SystemEvent, SystemForce } from '../system.ts';

export interface Mode {
  readonly name: string;
  readonly constraints: SystemConstraint[];
  readonly forces: SystemForce[];
  readonly events: SystemEvent[];
}

export function emptyMode(name: string): Mode {
  return { name, constraints: [], forces: [], events: [] };
}
