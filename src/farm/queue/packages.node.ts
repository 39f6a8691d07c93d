// The packages of a queue. Who sweeps on one machine needs neither.

import { FaultError } from '../../scene/fault/index.ts';

export interface QueuePackages {
  readonly bullmq: typeof import('bullmq');
  readonly Redis: typeof import('ioredis').Redis;
}

/** @throws FaultError where they are not installed */
export async function loadPackages(): Promise<QueuePackages> {
  const bullmq = await load('bullmq', () => import('bullmq'));
  const { Redis } = await load('ioredis', () => import('ioredis'));
  return { bullmq, Redis };
}

async function load<Module>(name: string, start: () => Promise<Module>): Promise<Module> {
  try {
    return await start();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new FaultError('the queue cannot be used', [
      {
        what: `the package ${name} is not installed, which only sweeps on many machines need`,
        where: '--queue',
        remedy: 'npm install bullmq ioredis',
      },
    ]);
  }
}
