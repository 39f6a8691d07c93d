// What was found in mesh files, and what to make of it, before it opens.

import type { Unit } from '../../../src/scene/new/index.ts';
import { project } from '../model/project.ts';
import { Dialog } from './dialog.tsx';
import { FaultList } from './fault-list.tsx';
import { FoundBodies } from './found-bodies.tsx';
import { FoundNotes } from './found-notes.tsx';
import { baseName } from './given.ts';
import type { Imported } from './import-messages.ts';
import { addImport, cancelImport, chooseImport, finishImport } from './importing.ts';
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
      {made !== undefined && (
        <div class="open-found" aria-busy={busy}>
          <FoundBodies made={made} still={now.still} />
          <FoundNotes made={made} />
        </div>
      )}
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

/** Nothing but bodies, which any scene can take. */
function isPlain({ file }: Imported): boolean {
  return (file.joints ?? []).length + (file.deformables ?? []).length + (file.pairs ?? []).length === 0;
}
