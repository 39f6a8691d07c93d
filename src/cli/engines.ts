// Every engine of the package, in the order in which a scene that names none tries them.

import { asynchronous } from '../engines/async/engine.ts';
import { flight } from '../engines/flight/flight.ts';
import { ipc } from '../engines/ipc/engine.ts';
import { lcp } from '../engines/lcp/engine.ts';
import { modal } from '../engines/modal/engine.ts';
import { dressScene } from '../engines/program/dress.ts';
import { program } from '../engines/program/program.ts';
import { registerSpecifications } from '../scene/specification.ts';
import { registerEngine } from '../sim/registry.ts';

export function registerAllEngines(): void {
  registerEngine(ipc);
  registerEngine(flight);
  registerEngine(lcp);
  registerEngine(asynchronous);
  registerEngine(program);
  registerEngine(modal);
  registerSpecifications(dressScene);
}
