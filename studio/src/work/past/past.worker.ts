// Looks for pasts, and for throws of dice, beside the page.

import { lenientDefaults, rewindDefaults } from '../../../../src/engines/lcp/backward/options.ts';
import { refuseRewind } from '../../../../src/engines/lcp/backward/refuse.ts';
import { takeSample } from '../../../../src/engines/lcp/backward/sample.ts';
import { landDice } from '../../../../src/engines/lcp/dice/dice.ts';
import { lcp } from '../../../../src/engines/lcp/engine.ts';
import { presentOf } from '../../../../src/engines/lcp/past-simulation.ts';
import { FaultError } from '../../../../src/scene/fault.ts';
import { defaultsOf, parseOptions } from '../../../../src/sim/options.ts';
import { lookAt } from './look-at.ts';
import type { Answer, DiceTask, PastTask, Task } from './messages.ts';

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  postMessage(answerTo(data));
});

function answerTo(task: Task): Answer {
  try {
    return task.kind === 'past' ? findPast(task) : throwDice(task);
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { kind: 'failed', what, faults: error instanceof FaultError ? error.faults : [] };
  }
}

function findPast({ scene, options: given, seed }: PastTask): Answer {
  const { options, faults: wrong } = parseOptions(lcp, given);
  const faults = [...wrong, ...refuseRewind(scene, options)];
  if (faults.length > 0) throw new FaultError(`"${scene.name}" cannot be rewound:`, faults);
  const found = takeSample(scene, options, {
    seed,
    duration: presentOf(scene, options),
    options: options.past === 'lenient' ? lenientDefaults : rewindDefaults,
  });
  if (found === undefined) throw new Error('it was stopped');
  const { sample, certificate, past } = found;
  return { kind: 'past', found: { sample, certificate, options: given, ...lookAt(scene, past) } };
}

function throwDice({ wishes, seed }: DiceTask): Answer {
  const { scene, attempts, missBy } = landDice('dice', wishes, seed, defaultsOf(lcp));
  return { kind: 'dice', scene, attempts, missBy };
}
