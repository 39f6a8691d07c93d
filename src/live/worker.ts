// The worker of a simulation in a page.

import { type LivePort, serveLive } from './serve.ts';

serveLive(globalThis as unknown as LivePort);
