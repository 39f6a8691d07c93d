// Everything that can be saved of what is open.

import { useEffect, useRef, useState } from 'preact/hooks';
import { type CsvTable, csvTables, usualTable } from '../../../src/export/csv.ts';
import { NumberField, Row } from '../edit/fields/fields.tsx';
import { sayBytes } from '../edit/fields/units.ts';
import { complain } from '../model/complaints.ts';
import { film } from '../model/film.ts';
import { project } from '../model/project.ts';
import { originalGlb } from '../open/state.ts';
import { stage } from '../view/current.ts';
import { cancelExport, exportState, startExport } from './exporting.ts';
import { evenSize } from './film-times.ts';
import { type ExportChoices, type ExportKind, exportKinds } from './kinds.ts';
import './export.css';

const chosen = { id: 'glb' };

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = film.value;
  const hasFilm = shown !== undefined && shown.frameCount.value > 0;
  const deforms = (shown?.scene.deformables.length ?? 0) > 0;
  const isThere = (kind: ExportKind) => (hasFilm || !kind.ofFilm) && (kind.id !== 'pc2' || deforms);
  const [id, setId] = useState(() =>
    isThere(exportKinds.find((kind) => kind.id === chosen.id) as ExportKind) ? chosen.id : 'scene',
  );
  const [choices, setChoices] = useState<ExportChoices>(firstChoices);
  const kind = exportKinds.find((one) => one.id === id) as ExportKind;
  const state = exportState.value;
  const isBusy = state.kind === 'busy';
  useEffect(() => {
    dialog.current?.showModal();
    if (exportState.value.kind !== 'busy') exportState.value = { kind: 'ready' };
  }, []);
  const set = (patch: Partial<ExportChoices>) => setChoices((before) => ({ ...before, ...patch }));
  const lacks = kind.asks.includes('original') && choices.original === undefined;
  return (
    <dialog
      ref={dialog}
      class="export"
      aria-label="Export"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2>Export</h2>
      {!hasFilm && <p class="edit-hint">Nothing was recorded yet: run the scene to export its motion.</p>}
      <div class="export-columns">
        <div class="export-kinds" role="radiogroup" aria-label="Kind of file">
          {exportKinds.map((one) => (
            <label key={one.id} title={one.doc} data-off={!isThere(one)}>
              <input
                type="radio"
                name="export-kind"
                value={one.id}
                checked={one.id === id}
                disabled={!isThere(one) || isBusy}
                onChange={() => {
                  chosen.id = one.id;
                  exportState.value = { kind: 'ready' };
                  setId(one.id);
                }}
              />
              {one.title}
            </label>
          ))}
        </div>
        <div class="export-choices edit-fields">
          <p>
            {kind.doc}. <code>{kind.ending}</code>
          </p>
          <Questions kind={kind} choices={choices} set={set} />
          <State />
        </div>
      </div>
      <footer>
        {isBusy ? (
          <button type="button" onClick={cancelExport}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={onClose}>
            Close
          </button>
        )}
        <button
          type="button"
          class="main"
          disabled={isBusy || lacks || !isThere(kind)}
          onClick={() => void startExport(kind, choices).catch(complain)}
        >
          Export {kind.ending}
        </button>
      </footer>
    </dialog>
  );
}

function firstChoices(): ExportChoices {
  const canvas = stage.value?.canvas;
  const aspect = canvas && canvas.clientHeight > 0 ? canvas.clientWidth / canvas.clientHeight : 16 / 9;
  const height = 720;
  return {
    table: film.value ? usualTable(film.value.scene) : 'poses',
    width: evenSize(height * aspect),
    height,
    fps: Math.min(60, film.value?.scene.frameRateHz ?? 60),
    speed: 1,
    look: 'view',
    physics: false,
    original: originalOf(),
  };
}

/** The GLB that the scene was made from, where this page has read it. */
function originalOf(): Blob | undefined {
  const known = originalGlb.value;
  return known !== undefined && known.project === project.value?.name ? known.file.blob : undefined;
}

const TABLES: Readonly<Record<CsvTable, string>> = {
  poses: 'poses of bodies',
  velocities: 'velocities of bodies',
  vertices: 'vertices of what deforms',
  contacts: 'contacts and forces',
  reactions: 'reactions of joints',
  report: 'report of the engine',
};

interface Asking {
  readonly kind: ExportKind;
  readonly choices: ExportChoices;
  set(patch: Partial<ExportChoices>): void;
}

function Questions(props: Asking) {
  const { kind, choices, set } = props;
  const asks = (what: ExportKind['asks'][number]) => kind.asks.includes(what);
  return (
    <>
      {asks('table') && (
        <Row label="Table">
          <select
            aria-label="Table"
            value={choices.table}
            onChange={({ currentTarget }) => set({ table: currentTarget.value as CsvTable })}
          >
            {csvTables.map((table) => (
              <option key={table} value={table}>
                {TABLES[table]}
              </option>
            ))}
          </select>
        </Row>
      )}
      {asks('physics') && (
        <label class="export-check">
          <input
            type="checkbox"
            checked={choices.physics}
            onChange={({ currentTarget }) => set({ physics: currentTarget.checked })}
          />
          with masses and shapes (KHR_physics_rigid_bodies)
        </label>
      )}
      {asks('original') && (
        <Row label="Original" wide>
          {choices.original !== undefined && choices.original === originalOf() && (
            <p class="edit-hint">{originalGlb.value?.file.path}, or another:</p>
          )}
          <input
            type="file"
            accept=".glb"
            aria-label="The GLB that the scene came from"
            onChange={({ currentTarget }) => set({ original: currentTarget.files?.[0] ?? originalOf() })}
          />
        </Row>
      )}
      <PictureQuestions {...props} />
    </>
  );
}

function PictureQuestions({ kind, choices, set }: Asking) {
  const asks = (what: ExportKind['asks'][number]) => kind.asks.includes(what);
  return (
    <>
      {asks('size') && (
        <>
          <NumberField
            label="Width"
            value={choices.width}
            unit="pixels"
            whole
            min={16}
            max={8192}
            onChange={(width) => set({ width: evenSize(width) })}
          />
          <NumberField
            label="Height"
            value={choices.height}
            unit="pixels"
            whole
            min={16}
            max={8192}
            onChange={(height) => set({ height: evenSize(height) })}
          />
        </>
      )}
      {asks('fps') && (
        <>
          <NumberField
            label="Pictures"
            value={choices.fps}
            unit="a second"
            min={1}
            max={240}
            onChange={(fps) => set({ fps })}
          />
          <NumberField
            label="Speed"
            title="Seconds of the recording for a second of the film; below 1 is slow motion"
            value={choices.speed}
            unit="×"
            min={0.001}
            max={100}
            onChange={(speed) => set({ speed })}
          />
        </>
      )}
      {asks('look') && (
        <Row label="Look">
          <select
            aria-label="Look"
            value={choices.look}
            onChange={({ currentTarget }) => set({ look: currentTarget.value as ExportChoices['look'] })}
          >
            <option value="view">as in the view, with its overlays</option>
            <option value="rendered">rendered with soft light (slow)</option>
          </select>
        </Row>
      )}
    </>
  );
}

function State() {
  const state = exportState.value;
  if (state.kind === 'ready') return null;
  if (state.kind === 'busy')
    return (
      <div role="status">
        <progress max={1} value={state.fraction} aria-label="Progress" />
        <p class="edit-hint">
          {Math.round(100 * state.fraction)} %{state.bytes > 0 && `, ${sayBytes(state.bytes)}`}
        </p>
      </div>
    );
  if (state.kind === 'done')
    return (
      <div role="status" class="export-done">
        <p>
          {state.name}
          {state.bytes > 0 && `, ${sayBytes(state.bytes)}`} is written.
        </p>
        {state.notes.map((note) => (
          <p key={note} class="edit-hint">
            {note}
          </p>
        ))}
      </div>
    );
  return (
    <div role="alert" class="bad">
      {state.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
