// A thread of the web pool.

import type { WorkerStart } from './pool.ts';
import { kernelsOn, serve } from './pool.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<WorkerStart>) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data }) => {
  const kernels = kernelsOn(data);
  scope.postMessage('ready');
  serve(kernels, data.control);
  scope.close();
};
