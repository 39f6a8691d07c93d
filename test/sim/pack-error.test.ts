import { openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ArenaFull } from '../../src/num/kernels/index.ts';
import { RecordingError } from '../../src/record/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import { packError, StepError, Stopped, unpackError } from '../../src/sim/index.ts';

/** Through a real thread, which clones what it is sent. */
async function throughThread(error: unknown): Promise<Error> {
  const echo = new Worker(
    `const { parentPort } = require('node:worker_threads'); parentPort.once('message', (m) => parentPort.postMessage(m));`,
    { eval: true },
  );
  echo.postMessage(packError(error));
  const packed = await new Promise((resolve) => echo.once('message', resolve));
  await echo.terminate();
  return unpackError(packed as ReturnType<typeof packError>);
}

const faults = [{ what: 'is wrong', where: 'here', remedy: 'put it right' }];

test.each([
  [FaultError, new FaultError('this:', faults), { faults }],
  [StepError, new StepError(0.25, 'no step', faults), { time: 0.25, faults }],
  [Stopped, new Stopped(), {}],
  [RecordingError, new RecordingError('poses.npy', 'is damaged'), { where: 'poses.npy' }],
  [ArenaFull, new ArenaFull(2 ** 30, 2 ** 20), { wantedBytes: 2 ** 30 }],
] as const)('%s keeps its class and what it carries', async (kind, error, fields) => {
  const back = await throughThread(error);
  expect(back).toBeInstanceOf(kind);
  expect(back).toBeInstanceOf(Error);
  expect(back).toMatchObject({ name: error.name, message: error.message, stack: error.stack, ...fields });
});

test('system errors keep their code and path, and what is no error becomes one', async () => {
  let thrown: unknown;
  try {
    openSync('/nowhere/at/all', 'r');
  } catch (error) {
    thrown = error;
  }
  expect(await throughThread(thrown)).toMatchObject({
    code: 'ENOENT',
    path: '/nowhere/at/all',
    syscall: 'open',
  });
  expect((await throughThread('a word')).message).toBe('a word');
});
