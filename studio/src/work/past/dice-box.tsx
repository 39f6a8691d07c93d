// Dice on the table: a click on one turns it to the next face; throws that end so are found by symmetry.

import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import { complain, Complaint } from '../../model/complaints.ts';
import { startRun } from '../../run/session.ts';
import type { Answer } from './messages.ts';
import { openAsProject } from './open-as-project.ts';
import { workOn } from './pool.ts';

const MOST = 6;
/** Between the middles of two dice [m]. */
const SPACING = 0.048;

/** Where the pips of each face are, in a grid of three by three. */
const PIPS: readonly (readonly number[])[] = [
  [4],
  [0, 8],
  [0, 4, 8],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
];

const faces = signal<readonly number[]>([4, 5]);

export function DiceBox() {
  const busy = useSignal(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const turn = (die: number, by: number) => {
    faces.value = faces.value.map((face, i) => (i === die ? ((face - 1 + by + 6) % 6) + 1 : face));
  };
  const throwThem = async () => {
    busy.value = true;
    const wishes = faces.value.map((face, i) => ({
      face,
      at: [(i - (faces.value.length - 1) / 2) * SPACING, 0] as const,
    }));
    const seed = Math.floor(Math.random() * 1e6);
    let answer: Answer | undefined;
    const working = workOn([{ kind: 'dice', wishes, seed }], (given) => {
      answer = given;
    });
    stop.current = working.stop;
    await working.done;
    busy.value = false;
    if (answer?.kind === 'failed')
      throw answer.faults.length > 0
        ? new FaultError(answer.what, answer.faults)
        : new Complaint(answer.what, 'Throw again');
    if (answer?.kind !== 'dice') return;
    await openAsProject(answer.scene);
    await startRun();
  };
  return (
    <fieldset class="past-row past-dice" aria-label="Set dice">
      {faces.value.map((face, i) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: dice are told apart by their place
          key={i}
          type="button"
          class="past-die"
          title="Click for the next face, with Shift for the one before"
          aria-label={`Die ${i + 1} shows ${face}`}
          onClick={(event) => turn(i, event.shiftKey ? -1 : 1)}
        >
          <svg viewBox="0 0 30 30" aria-hidden="true">
            {PIPS[face - 1].map((pip) => (
              <circle key={pip} cx={7 + 8 * (pip % 3)} cy={7 + 8 * Math.floor(pip / 3)} r={2.7} />
            ))}
          </svg>
        </button>
      ))}
      <button
        type="button"
        class="plain"
        aria-label="One die less"
        disabled={faces.value.length <= 1}
        onClick={() => {
          faces.value = faces.value.slice(0, -1);
        }}
      >
        −
      </button>
      <button
        type="button"
        class="plain"
        aria-label="One die more"
        disabled={faces.value.length >= MOST}
        onClick={() => {
          faces.value = [...faces.value, 1];
        }}
      >
        +
      </button>
      <button type="button" disabled={busy.value} onClick={() => void throwThem().catch(complain)}>
        {busy.value ? 'Throwing…' : 'Throw them'}
      </button>
    </fieldset>
  );
}
