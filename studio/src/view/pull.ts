// Pulling a body of a run that goes on.

import type { Pull } from './pointer.ts';

export const pull: Pull = {
  canStart: () => false,
  start: () => {},
  move: () => {},
  end: () => {},
};
