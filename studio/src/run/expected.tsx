// What should happen in an example, and after its run whether it did.

import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { readOutcome } from '../../../src/sim/index.ts';
import { loadExample } from '../model/load-example.ts';
import { film } from '../model/film.ts';
import { keptAs } from '../model/keep.ts';
import { project } from '../model/project.ts';
import { run } from './session.ts';

/** Outcomes are read whole; longer ones are left to the command line [numbers]. */
const LARGEST_OUTCOME = 20_000_000;

interface Expected {
  readonly says: string;
  /** Undefined before the run has ended. */
  readonly holds?: boolean;
}

/** Of an example as it is: a changed one may do something else. */
export function ExpectedList() {
  const list = useSignal<readonly Expected[]>([]);
  const example = useComputed(() => (keptAs.value === undefined ? project.value?.example : undefined));
  const done = useComputed(() => run.value.state === 'finished' && film.value !== undefined);
  useSignalEffect(() => {
    const name = example.value;
    const isDone = done.value;
    let isWanted = true;
    const tell = (next: readonly Expected[]) => {
      if (isWanted) list.value = next;
    };
    if (name === undefined) tell([]);
    // What cannot be told is left out.
    else expectedOf(name, isDone).then(tell, () => tell([]));
    return () => {
      isWanted = false;
    };
  });
  if (list.value.length === 0) return null;
  return (
    <div class="expected">
      <h3>What should happen</h3>
      <ul>
        {list.value.map(({ says, holds }) => (
          <li key={says} class={holds === undefined ? '' : holds ? 'holds' : 'fails'}>
            <span aria-hidden="true">{holds === undefined ? '·' : holds ? '✓' : '✗'}</span>
            <span>
              {says}
              {holds === false && <span class="hidden"> (it did not)</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

async function expectedOf(name: string, isDone: boolean): Promise<readonly Expected[]> {
  const { expectations } = await loadExample(name);
  const shown = film.peek();
  if (!isDone || shown === undefined) return expectations.map(({ says }) => ({ says }));
  const recording = await shown.recording();
  if (recording.frameCount * recording.scene.bodies.length * 13 > LARGEST_OUTCOME)
    return expectations.map(({ says }) => ({ says }));
  const outcome = await readOutcome(recording);
  return expectations.map(({ says, holds }) => ({ says, holds: holds(outcome) }));
}
