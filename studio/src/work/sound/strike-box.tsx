// Striking bodies in the view, and the blows that were struck.

import { signal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { complain } from '../../model/complaints.ts';
import { short } from '../../model/words.ts';
import { hand } from '../../view/pointer/hand.ts';
import { hush, volume } from './audio.ts';
import { listenerHand } from './listener-layer.ts';
import { saveHit } from './save-wav.ts';
import { hits, LONG_MS, malletMaterial, malletSpeed, pressedSince, repeatHit, strikeHand } from './strike.ts';

/** What the pointer does in the view. */
export const doing = signal<'strike' | 'listen' | undefined>('strike');

/** How hard the blow will be when the pointer is lifted. */
function Strength({ since }: { since: number }) {
  const held = useSignal(0);
  useEffect(() => {
    let asked = 0;
    const beat = () => {
      held.value = performance.now() - since;
      asked = requestAnimationFrame(beat);
    };
    beat();
    return () => cancelAnimationFrame(asked);
  }, [since, held]);
  return (
    <p class="sound-strength">
      <meter min={0} max={1} value={Math.min(1, held.value / LONG_MS)} />
      {short(malletSpeed(held.value))} m/s
    </p>
  );
}

const MALLETS = ['rubber', 'hard-rubber', 'wood', 'polystyrene', 'steel'];

export function StrikeBox() {
  useSignalEffect(() => {
    if (doing.value === undefined) return undefined;
    const mine = doing.value === 'strike' ? strikeHand() : listenerHand();
    hand.value = mine;
    return () => {
      if (hand.peek() === mine) hand.value = undefined;
    };
  });
  return (
    <>
      <div class="sound-row">
        <button
          type="button"
          aria-pressed={doing.value === 'strike'}
          onClick={() => {
            doing.value = doing.value === 'strike' ? undefined : 'strike';
          }}
        >
          Strike in the view
        </button>
        <label>
          with{' '}
          <select
            aria-label="Mallet"
            value={malletMaterial.value}
            onChange={({ currentTarget }) => {
              malletMaterial.value = currentTarget.value;
            }}
          >
            {MALLETS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Volume{' '}
          <input
            type="range"
            min="-40"
            max="12"
            step="1"
            aria-label="Volume"
            value={volume.value}
            onInput={({ currentTarget }) => {
              volume.value = Number(currentTarget.value);
            }}
          />
        </label>
        <button
          type="button"
          title="Lay a hand on everything that rings"
          onClick={() => void hush().catch(complain)}
        >
          Hush
        </button>
      </div>
      {pressedSince.value === undefined ? (
        <p class="faint">Click a body to hear it. Hold longer to strike harder.</p>
      ) : (
        <Strength since={pressedSince.value} />
      )}
      {hits.value.length > 0 && (
        <ol class="sound-hits">
          {hits.value.map((hit) => (
            <li
              key={hit.number}
              data-hit={hit.number}
              data-point={hit.strike.point.join(' ')}
              data-impulse={hit.strike.impulse}
            >
              <strong>{hit.name}</strong>
              <span class="faint">
                {hit.material.name}
                {hit.isClick ? ', a click' : ''}, {short(1000 * hit.strike.impulse)} mN s in{' '}
                {short(1000 * hit.strike.duration)} ms
              </span>
              <button type="button" onClick={() => void repeatHit(hit).catch(complain)}>
                Again
              </button>
              <button type="button" onClick={() => void saveHit(hit).catch(complain)}>
                Save
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
