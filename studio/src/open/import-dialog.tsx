// What was found in mesh files, and what to make of it, before it opens.

import { useMemo, useState } from 'preact/hooks';
import type { Unit } from '../../../src/scene/new/index.ts';
import { nameOfEntry } from '../edit/body-index.ts';
import { sayLength } from '../edit/fields/units.ts';
import { VirtualList } from '../edit/fields/virtual-list.tsx';
import { project } from '../model/project.ts';
import { Dialog, FaultList } from './dialogs.tsx';
import { baseName } from './given.ts';
import type { Imported } from './import-messages.ts';
import { addImport, cancelImport, chooseImport, finishImport, setStill } from './importing.ts';
import type { Importing } from './state.ts';

const UNITS: readonly (readonly [Unit, string])[] = [
  ['mm', 'millimetres'],
  ['cm', 'centimetres'],
  ['m', 'metres'],
  ['in', 'inches'],
  ['ft', 'feet'],
  ['um', 'micrometres'],
  ['km', 'kilometres'],
];
const MOST_NOTES = 50;

export function ImportDialog({ now }: { now: Importing }) {
  const { made, busy, files } = now;
  const title = files.length === 1 ? baseName(files[0].path) : `${files.length} mesh files`;
  return (
    <Dialog title={title} class="import" onClose={cancelImport}>
      <div class="import-choices">
        <label>
          Unit of the files
          <select
            value={now.choices.units ?? ''}
            onChange={({ currentTarget: { value } }) =>
              chooseImport({ units: value === '' ? undefined : (value as Unit) })
            }
          >
            <option value="">as guessed</option>
            {UNITS.map(([unit, name]) => (
              <option key={unit} value={unit}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Up axis of the scene
          <select
            value={now.choices.up ?? ''}
            onChange={({ currentTarget: { value } }) =>
              chooseImport({ up: value === '' ? undefined : (value as 'y' | 'z') })
            }
          >
            <option value="">
              {made === undefined ? 'as guessed' : `as guessed (${made.file.up ?? 'y'})`}
            </option>
            <option value="y">y</option>
            <option value="z">z</option>
          </select>
        </label>
      </div>
      {made === undefined && busy && <p role="status">Reading, welding and splitting the meshes…</p>}
      {now.faults.length > 0 && (
        <>
          <p class="bad">{now.about}</p>
          <FaultList faults={now.faults} />
        </>
      )}
      {made !== undefined && <Found made={made} still={now.still} busy={busy} />}
      <footer>
        <button type="button" onClick={cancelImport}>
          Cancel
        </button>
        {project.value !== undefined && (
          <button
            type="button"
            disabled={made === undefined || busy || !isPlain(made)}
            title={
              made && !isPlain(made)
                ? 'What deforms and what is joined opens as a scene of its own'
                : undefined
            }
            onClick={() => void addImport()}
          >
            Add to this scene
          </button>
        )}
        <button
          type="button"
          class="main"
          disabled={made === undefined || busy}
          onClick={() => void finishImport()}
        >
          Open as a scene
        </button>
      </footer>
    </Dialog>
  );
}

function Found({
  made,
  still,
  busy,
}: {
  made: Imported;
  still: ReadonlyMap<string, boolean>;
  busy: boolean;
}) {
  const { bodies, notes, unmapped } = made;
  const motions = useMemo(
    () => new Map(made.file.bodies?.map((body, i) => [nameOfEntry(made.file, i), body] as const)),
    [made],
  );
  const isStill = (name: string) => still.get(name) ?? motions.get(name)?.motion === 'static';
  const [query, setQuery] = useState('');
  const shown =
    query === '' ? bodies : bodies.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  const names = shown.map(({ name }) => name);
  const allStill = names.length > 0 && names.every(isStill);
  return (
    <div class="open-found" aria-busy={busy}>
      <div class="found-head">
        <strong>
          {bodies.length} {bodies.length === 1 ? 'body' : 'bodies'}
        </strong>
        {bodies.length > 8 && (
          <input
            type="search"
            aria-label="Find bodies"
            placeholder="Find…"
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        )}
        <label class="open-check">
          <input
            type="checkbox"
            checked={allStill}
            onChange={({ currentTarget }) => setStill(names, currentTarget.checked)}
          />
          all stand still
        </label>
      </div>
      <VirtualList
        count={shown.length}
        rowHeight={44}
        most={6}
        label="Bodies that were found"
        row={(i) => {
          const body = shown[i];
          return (
            <div class="found-row">
              <div>
                <b title={body.name}>{body.name}</b>
                <small>
                  {body.size.map(sayLength).join(' × ')} · {body.faces} faces ·{' '}
                  {body.closed ? (
                    sayVolume(body.volume)
                  ) : (
                    <span class="open-warn">
                      {body.holes > 0
                        ? `${body.holes} ${body.holes === 1 ? 'hole' : 'holes'}`
                        : 'not a solid: faces cross or disagree'}
                    </span>
                  )}
                  {body.turnedFaces > 0 && <> · {body.turnedFaces} faces turned outward</>}
                </small>
              </div>
              <label class="open-check">
                <input
                  type="checkbox"
                  checked={isStill(body.name)}
                  disabled={motions.get(body.name)?.path !== undefined || !motions.has(body.name)}
                  onChange={({ currentTarget }) => setStill([body.name], currentTarget.checked)}
                />
                static
              </label>
            </div>
          );
        }}
      />
      {unmapped.length > 0 && (
        <details class="import-notes" open={unmapped.length <= 3}>
          <summary class="open-warn">
            {unmapped.length} {unmapped.length === 1 ? 'thing does' : 'things do'} not map
          </summary>
          <ul>
            {unmapped.slice(0, MOST_NOTES).map(({ what, where, why }) => (
              <li key={`${what} ${where}`}>
                {what} of {where}: {why}
              </li>
            ))}
            {unmapped.length > MOST_NOTES && <li>And {unmapped.length - MOST_NOTES} more.</li>}
          </ul>
        </details>
      )}
      {notes.length > 0 && (
        <details class="import-notes" open={notes.length <= 3}>
          <summary>
            {notes.length} {notes.length === 1 ? 'note' : 'notes'}
          </summary>
          <ul>
            {notes.slice(0, MOST_NOTES).map((note) => (
              <li key={note}>{note}</li>
            ))}
            {notes.length > MOST_NOTES && <li>And {notes.length - MOST_NOTES} more.</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Nothing but bodies, which any scene can take. */
function isPlain({ file }: Imported): boolean {
  return (file.joints ?? []).length + (file.deformables ?? []).length + (file.pairs ?? []).length === 0;
}

function sayVolume(cubicMetres: number): string {
  const digits = (x: number) => String(Number(x.toPrecision(3)));
  if (cubicMetres < 1e-6) return `${digits(cubicMetres * 1e9)} mm³`;
  return cubicMetres < 0.01 ? `${digits(cubicMetres * 1e6)} cm³` : `${digits(cubicMetres)} m³`;
}
