// A thread of the Node pool.

import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from './pool.ts';
import { kernelsOn, serve } from './pool.ts';

const start = workerData as WorkerStart;
const kernels = kernelsOn(start);
parentPort?.postMessage('ready');
serve(kernels, start.control);
