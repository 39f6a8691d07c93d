// Bodies that touch or overlap at the start, in words, and the button that separates them.

import { complain } from '../../model/complaints.ts';
import { overlaps } from '../../model/overlaps.ts';
import { undo } from '../../model/project.ts';
import { selected } from '../../model/selection.ts';
import { fixState, separateBodies } from './checking.ts';

const MOST_SHOWN = 6;
/** Engines name no more than this. */
const MOST_FOUND = 20;

export function OverlapBox() {
  const found = overlaps.value;
  const state = fixState.value;
  if (found.length === 0 && state.kind !== 'done' && state.kind !== 'failed') return null;
  return (
    <section
      class={found.length > 0 ? 'edit-notice wrong' : 'edit-notice right'}
      aria-label="Overlap at the start"
      data-testid="overlaps"
    >
      {found.length > 0 && (
        <>
          <h3>
            {found.length}
            {found.length >= MOST_FOUND && ' or more'}{' '}
            {found.length === 1 ? 'pair of bodies touches' : 'pairs of bodies touch'} or{' '}
            {found.length === 1 ? 'overlaps' : 'overlap'} at the start
          </h3>
          <ul>
            {found.slice(0, MOST_SHOWN).map(({ a, b, sentence }) => (
              <li key={`${a} ${b}`}>
                <button type="button" class="link" onClick={() => (selected.value = [a, b])}>
                  {sentence}
                </button>
              </li>
            ))}
            {found.length > MOST_SHOWN && <li>and {found.length - MOST_SHOWN} more</li>}
          </ul>
          <p class="faint">What touches or overlaps by a hair is set apart by itself when it runs.</p>
          <p class="edit-actions">
            <button
              type="button"
              class="main"
              disabled={state.kind === 'busy'}
              onClick={() => void separateBodies().catch(complain)}
            >
              {state.kind === 'busy' ? 'Separating…' : 'Separate them'}
            </button>
            <button
              type="button"
              disabled={state.kind === 'busy'}
              title="No body changes its shape"
              onClick={() => void separateBodies('motion').catch(complain)}
            >
              Only move
            </button>
            <button
              type="button"
              disabled={state.kind === 'busy'}
              title="No body changes its place"
              onClick={() => void separateBodies('inset').catch(complain)}
            >
              Only shrink
            </button>
          </p>
        </>
      )}
      {state.kind === 'done' && found.length === 0 && (
        <>
          <h3>Separated</h3>
          <ul>
            {state.changes.slice(0, MOST_SHOWN).map((change) => (
              <li key={change}>{change}</li>
            ))}
            {state.changes.length > MOST_SHOWN && (
              <li>and {state.changes.length - MOST_SHOWN} more bodies</li>
            )}
          </ul>
          <p class="edit-actions">
            <button type="button" class="small" onClick={() => void undo().catch(complain)}>
              Undo
            </button>
            <button
              type="button"
              class="small"
              onClick={() => {
                fixState.value = { kind: 'none' };
              }}
            >
              Good
            </button>
          </p>
        </>
      )}
      {state.kind === 'failed' && (
        <>
          <p class="bad">{state.about}</p>
          <ul>
            {state.faults.slice(0, MOST_SHOWN).map(({ where, what, remedy }) => (
              <li key={`${where} ${what}`}>
                {where}: {what}; {remedy}.
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
