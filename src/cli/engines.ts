// Every engine of the package, in the order in which a scene that names none tries them.

import { asynchronous } from '../engines/async/index.ts';
import { flight } from '../engines/flight/index.ts';
import { ipc } from '../engines/ipc/index.ts';
import { lcp } from '../engines/lcp/index.ts';
import { modal } from '../engines/modal/index.ts';
import { dressScene, program } from '../engines/program/index.ts';
import { registerSpecifications } from '../scene/index.ts';
import { registerEngine } from '../sim/index.ts';

export function registerAllEngines(): void {
  registerEngine(ipc);
  registerEngine(flight);
  registerEngine(lcp);
  registerEngine(asynchronous);
  registerEngine(program);
  registerEngine(modal);
  registerSpecifications(dressScene);
}
