// A simulation whose inputs were applied already: by who hears at once whether the engine takes them.

import type { Simulation } from './engine.ts';

/** `run` applies what it logs; of this one that is done before, since an engine may refuse an input. */
export function withAppliedInputs(simulation: Simulation): Simulation {
  return {
    get state() {
      return simulation.state;
    },
    get absent() {
      return simulation.absent;
    },
    bending: simulation.bending,
    restore: (state) => simulation.restore(state),
    advance: (until, sink) => simulation.advance(until, sink),
    apply: () => {},
    writeFrame: (frame) => simulation.writeFrame(frame),
  };
}
