// The modes of the body that is chosen: their tones, how long they ring, and their shapes in the view.

import { dampingRatio, decayTime, frequencyHz } from '../../../../src/modes/index.ts';
import { complain } from '../../model/complaints.ts';
import { short } from '../../model/words.ts';
import { stage } from '../../view/current.ts';
import { shownScene } from '../../view/shown.ts';
import { swinging, width } from './mode-layer.ts';
import { canRing, chosen, findModes, listener, modeCount, ready, setModeCount, silent } from './state.ts';
import { inBody } from './strike.ts';
import { busy } from './worker-client.ts';

export function ModesBox() {
  const item = chosen.value ?? -1;
  const body = shownScene.value?.bodies[item];
  if (body === undefined) return <p class="faint">Select a body.</p>;
  const modes = ready.value.get(item);
  const quiet = silent.value.get(item);
  const why = canRing(body) ? quiet?.why : 'it is held, and no clamp says where';
  const find = () => {
    const frame = stage.peek()?.content?.frame;
    if (frame) findModes(item, inBody(frame, item, listener.peek())).catch(complain);
  };
  return (
    <>
      <div class="sound-row">
        <strong>{body.name}</strong>
        {why !== undefined ? (
          <span class="faint">
            {quiet?.clicks && canRing(body) ? 'only clicks where it is hit' : 'stays silent'}: {why}
          </span>
        ) : (
          modes === undefined && (
            <button type="button" disabled={busy.value !== undefined} onClick={find}>
              Find its modes
            </button>
          )
        )}
        <label>
          at most{' '}
          <select
            aria-label="Most modes"
            value={modeCount.value}
            onChange={({ currentTarget }) => setModeCount(Number(currentTarget.value))}
          >
            {[8, 16, 32, 64, 128].map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
      </div>
      {modes !== undefined && (
        <>
          <div class="sound-modes">
            <table>
              <thead>
                <tr>
                  <th>Mode</th>
                  <th>Hz</th>
                  <th>60 dB in</th>
                  <th>ζ</th>
                  <th />
                </tr>
              </thead>
              <tbody>
                {Array.from(modes.omegas, (omega, m) => {
                  const isShown = swinging.value?.body === item && swinging.value.mode === m;
                  return (
                    <tr key={omega} data-hz={frequencyHz(omega)}>
                      <td>{m + 1}</td>
                      <td>{frequencyHz(omega).toFixed(1)}</td>
                      <td>{short(decayTime(modes.rates[m]))} s</td>
                      <td>{short(dampingRatio(omega, modes.rates[m]))}</td>
                      <td>
                        <button
                          type="button"
                          class="plain"
                          aria-pressed={isShown}
                          aria-label={`Show mode ${m + 1}`}
                          onClick={() => {
                            swinging.value = isShown ? undefined : { body: item, mode: m };
                          }}
                        >
                          {isShown ? 'Hide' : 'Show'}
                        </button>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <label class="sound-row">
            Swings by
            <input
              type="range"
              min="0.01"
              max="0.4"
              step="0.01"
              aria-label="How wide modes swing"
              value={width.value}
              onInput={({ currentTarget }) => {
                width.value = Number(currentTarget.value);
              }}
            />
            {Math.round(100 * width.value)}% of its size
          </label>
        </>
      )}
    </>
  );
}
