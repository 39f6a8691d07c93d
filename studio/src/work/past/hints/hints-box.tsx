// How bodies came: strokes in the view, and for those that are selected, or were hinted at, the same in words, with a
// handle for when each starts to move (seen backward).

import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { change } from '../../../edit/change.ts';
import { project, scene } from '../../../model/project.ts';
import { selected } from '../../../model/selection.ts';
import { short } from '../../../model/words.ts';
import { stage } from '../../../view/current.ts';
import { addLayer } from '../../../view/layers/extra-layers.ts';
import { hand } from '../../../view/pointer/hand.ts';
import { ToggleButton } from '../../switches.tsx';
import { HintLayer } from './hint-layer.ts';
import { type HintChange, hintAt, hintOf, withoutHints } from './hints.ts';
import { drawn, isSketching, sketchHand } from './sketch.ts';
import { present } from '../state.ts';

/** Rows of more bodies are no help. */
const MOST_ROWS = 12;
const KINDS = ['bounce', 'slide', 'roll', 'spin'] as const;

export function HintsBox() {
  useSignalEffect(() => {
    const on = stage.value;
    if (on === undefined) return undefined;
    return addLayer(new HintLayer(on));
  });
  useSignalEffect(() => {
    void [drawn.value, scene.value];
    stage.peek()?.invalidate();
  });
  useSignalEffect(() => {
    if (!isSketching.value) return undefined;
    const mine = sketchHand();
    hand.value = mine;
    return () => {
      if (hand.peek() === mine) hand.value = undefined;
    };
  });
  useEffect(
    () => () => {
      isSketching.value = false;
    },
    [],
  );
  const open = scene.value;
  const file = project.value?.file;
  if (open === undefined || file === undefined) return null;
  const isMoving = (item: number) => open.bodies[item]?.motion === 'dynamic';
  const hinted = (open.hints ?? []).map(({ body }) => body);
  const rows = [...new Set([...selected.value.filter(isMoving), ...hinted])];
  return (
    <div class="past-hints">
      <div class="past-row">
        <ToggleButton on={isSketching}>Sketch in the view</ToggleButton>
        {hinted.length > 0 && (
          <button type="button" class="plain" onClick={() => change(withoutHints)}>
            Forget all
          </button>
        )}
      </div>
      <p class="faint">
        {isSketching.value
          ? 'Draw from a body to where it came from: a straight line if it slid, an arc if it bounced.'
          : 'Draw how a body came, or select it and say so here. What is not said is left to chance.'}
      </p>
      {rows.slice(0, MOST_ROWS).map((body) => (
        <HintRow key={open.bodies[body].name} name={open.bodies[body].name} />
      ))}
      {rows.length > MOST_ROWS && <p class="faint">And {rows.length - MOST_ROWS} more.</p>}
    </div>
  );
}

function HintRow({ name }: { name: string }) {
  const hint = hintOf(project.value?.file, name);
  const set = (next: HintChange) => change((file) => hintAt(file, [name], next));
  const longest = present.value;
  const rests = hint?.restsFor;
  return (
    <div class="past-hint" data-body={name}>
      <strong title={name}>{name}</strong>
      <select
        aria-label={`How ${name} came`}
        value={hint?.kind ?? ''}
        onChange={({ currentTarget }) => {
          const kind = KINDS.find((one) => one === currentTarget.value);
          set(kind === undefined ? { kind, from: undefined } : { kind });
        }}
      >
        <option value="">by chance</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kind}
          </option>
        ))}
      </select>
      <select
        aria-label={`Whether ${name} may leave`}
        title="Whether it may leave before what lies on it or against it"
        value={hint?.free === undefined ? '' : hint.free ? 'free' : 'held'}
        onChange={({ currentTarget: { value } }) =>
          set({ free: value === '' ? undefined : value === 'free' })
        }
      >
        <option value="">its contacts decide</option>
        <option value="free">free</option>
        <option value="held">constrained</option>
      </select>
      <label class="past-rest">
        <span>{rests === undefined ? 'rests: by chance' : `rests for ${short(rests)} s`}</span>
        <input
          type="range"
          aria-label={`How long ${name} rests`}
          min={0}
          max={longest}
          step={longest / 100}
          value={rests ?? 0}
          onChange={({ currentTarget }) =>
            set({ restsFor: Number(currentTarget.valueAsNumber.toPrecision(3)) })
          }
        />
        <button
          type="button"
          class="plain"
          aria-label={`Leave to chance how long ${name} rests`}
          disabled={rests === undefined}
          onClick={() => set({ restsFor: undefined })}
        >
          ✕
        </button>
      </label>
    </div>
  );
}
