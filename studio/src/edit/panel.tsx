// Editing: the bodies and what they are, the scene as a whole, and its text. A recording can be looked at here, and its
// scene taken for editing.

import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Scene } from '../../../src/scene/index.ts';
import { complain } from '../model/complaints.ts';
import { film } from '../model/film.ts';
import { changeScene, faults, project, redo, scene, undo } from '../model/project.ts';
import { selected } from '../model/selection.ts';
import { shortcut } from '../model/shortcuts.ts';
import { deleteBodies, duplicateBodies } from './body-edits.ts';
import { entriesOf } from './body-index.ts';
import { BodyList } from './body-list.tsx';
import { BodyProperties } from './body-properties.tsx';
import { deleteDeformables, duplicateDeformables } from './deformable-edits.ts';
import { DeformableProperties } from './deformable-properties.tsx';
import { worldBox } from './body-size.ts';
import { watchOverlaps } from './overlap/checking.ts';
import { JsonPanel } from './json/json-panel.tsx';
import { pointerOfPlace } from './json/json-map.ts';
import { OverlapBox } from './overlap/overlap-box.tsx';
import { SceneProperties } from './scene-properties.tsx';
import { chooseUnit, lengthUnit, shownScene, type Tab, tab, wantedPlace } from './state.ts';
import { type LengthUnit, lengthUnits } from './fields/units.ts';
import './edit.css';

const adding = signal(false);
const addDialog = signal<ComponentType<{ onClose: () => void }> | undefined>(undefined);
const TABS: readonly (readonly [Tab, string])[] = [
  ['bodies', 'Bodies'],
  ['scene', 'Scene'],
  ['text', 'Text'],
];

export function EditPanel() {
  useEffect(() => watchOverlaps(), []);
  // Bodies that are gone are not selected any more.
  useSignalEffect(() => {
    const now = shownScene.value;
    if (now === undefined) return;
    const count = now.bodies.length + now.deformables.length;
    const left = selected.value.filter((index) => index < count);
    if (left.length < selected.value.length) selected.value = left;
  });
  useEffect(() => {
    const added = [
      shortcut('Ctrl+Z', 'Undo', () => void undo().catch(complain), 'Edit'),
      shortcut('Ctrl+Y', 'Redo', () => void redo().catch(complain), 'Edit'),
      shortcut('Ctrl+Shift+Z', 'Redo', () => void redo().catch(complain), 'Edit'),
      shortcut('Ctrl+D', 'Duplicate what is selected', duplicate, 'Edit'),
      shortcut('Delete', 'Delete what is selected', remove, 'Edit'),
      shortcut('Shift+A', 'Add a body', openAdd, 'Edit'),
    ];
    return () => {
      for (const remove of added) remove();
    };
  }, []);
  const shown = shownScene.value;
  const open = project.value;
  if (open === undefined) return film.value === undefined ? null : <OfRecording />;
  const AddDialog = addDialog.value;
  return (
    <section class="edit" aria-label="Edit">
      <OverlapBox />
      <SceneFaults />
      <div class="edit-tabs" role="tablist" aria-label="What to edit">
        {TABS.map(([id, name]) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={tab.value === id}
            aria-controls="edit-tab"
            onClick={() => {
              tab.value = id;
              if (id === 'text') showSelectedText();
            }}
          >
            {name}
          </button>
        ))}
        <UnitChoice />
      </div>
      <div id="edit-tab" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
        {tab.value === 'bodies' && (
          <>
            <div class="edit-tools">
              <button type="button" onClick={openAdd} title="Add a body (Shift+A)">
                + Add
              </button>
              {(
                [
                  ['Duplicate', 'Ctrl+D', duplicate],
                  ['Delete', 'Delete', remove],
                ] as const
              ).map(([name, key, act]) => (
                <button
                  key={name}
                  type="button"
                  onClick={act}
                  disabled={selected.value.length === 0}
                  title={`${name} (${key})`}
                >
                  {name}
                </button>
              ))}
            </div>
            {shown !== undefined && <BodyList scene={shown} />}
            {shown !== undefined && selected.value.length > 0 && (
              <BodyProperties file={open.file} scene={shown} bodies={selected.value} />
            )}
            {shown !== undefined && selected.value.some((index) => index >= shown.bodies.length) && (
              <DeformableProperties file={open.file} scene={shown} entries={deformablesOf(shown)} />
            )}
            {shown !== undefined && selected.value.length === 0 && shown.bodies.length > 0 && (
              <p class="edit-hint">Select bodies here or in the view to change what they are.</p>
            )}
          </>
        )}
        {tab.value === 'scene' && <SceneProperties file={open.file} />}
        {tab.value === 'text' && <JsonPanel />}
      </div>
      {adding.value && AddDialog && (
        <AddDialog
          onClose={() => {
            adding.value = false;
          }}
        />
      )}
    </section>
  );
}

/** Of what is selected, the places among deformables. */
function deformablesOf(shown: Scene): number[] {
  return selected.value
    .filter((item) => item >= shown.bodies.length)
    .map((item) => item - shown.bodies.length);
}

/** The text begins with the body that was selected last. */
function showSelectedText(): void {
  const { value: open } = project;
  const { value: shown } = scene;
  const last = selected.value.at(-1);
  if (open === undefined || shown === undefined || last === undefined) return;
  if (last >= shown.bodies.length) {
    wantedPlace.value = { pointer: `/deformables/${last - shown.bodies.length}`, types: false };
    return;
  }
  const [entry] = entriesOf(open.file, shown, [last]);
  if (entry !== undefined) wantedPlace.value = { pointer: `/bodies/${entry}`, types: false };
}

function openAdd(): void {
  if (project.value === undefined) return;
  import('./add-dialog.tsx').then(({ AddDialog }) => {
    addDialog.value = AddDialog;
    adding.value = true;
  }, complain);
}

function duplicate(): void {
  const { value: open } = project;
  const { value: shown } = scene;
  if (open === undefined || shown === undefined || selected.value.length === 0) return;
  const entries = entriesOf(open.file, shown, selected.value);
  const soft = deformablesOf(shown);
  const box = worldBox(shown, selected.value);
  const step = box === undefined ? 1 : Number((1.1 * (box[3] - box[0])).toPrecision(3));
  const before = { bodies: shown.bodies.length, soft: shown.deformables.length };
  changeScene((file) =>
    duplicateDeformables(duplicateBodies(file, entries, [step, 0, 0]), soft, [step, 0, 0]),
  ).then(() => {
    const { value: now } = scene;
    if (now === undefined) return;
    const added = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
    const copies = [
      ...added(before.bodies, now.bodies.length),
      ...added(now.bodies.length + before.soft, now.bodies.length + now.deformables.length),
    ];
    if (copies.length > 0) selected.value = copies;
  }, complain);
}

function remove(): void {
  const { value: open } = project;
  const { value: shown } = scene;
  if (open === undefined || shown === undefined) return;
  const entries = entriesOf(open.file, shown, selected.value);
  const soft = deformablesOf(shown);
  if (entries.length + soft.length === 0) return;
  selected.value = [];
  changeScene((file) => deleteDeformables(deleteBodies(file, entries), soft)).catch(complain);
}

/** Why the newest text is not the scene that is shown. */
function SceneFaults() {
  const found = faults.value;
  if (found.length === 0 || tab.value === 'text') return null;
  return (
    <section class="edit-notice wrong" aria-label="Faults of the scene">
      <h3>The scene cannot be used as it is written</h3>
      <ul>
        {found.slice(0, 5).map(({ where, what, value, remedy }) => (
          <li key={`${where} ${what}`}>
            <button
              type="button"
              class="link"
              onClick={() => {
                tab.value = 'text';
                const pointer = pointerOfPlace(where);
                if (pointer !== undefined) wantedPlace.value = { pointer, types: true };
              }}
            >
              {where}: {what}
              {value !== undefined && <> ({value})</>}; {remedy}.
            </button>
          </li>
        ))}
        {found.length > 5 && <li>and {found.length - 5} more</li>}
      </ul>
      <p class="edit-actions">
        <button type="button" class="small" onClick={() => void undo().catch(complain)}>
          Undo
        </button>
      </p>
    </section>
  );
}

function UnitChoice() {
  return (
    <select
      class="unit-choice"
      aria-label="Unit of lengths"
      title="Lengths are shown in this; others may be typed behind a number, such as 3 in"
      value={lengthUnit.value}
      onChange={({ currentTarget }) => chooseUnit(currentTarget.value as LengthUnit)}
    >
      {Object.keys(lengthUnits).map((unit) => (
        <option key={unit} value={unit}>
          {unit}
        </option>
      ))}
    </select>
  );
}

function OfRecording() {
  const shown = film.value?.scene;
  if (shown === undefined) return null;
  const take = async () => {
    const { editSceneOf } = await import('../open/edit-scene.ts');
    await editSceneOf(shown);
  };
  return (
    <section class="edit" aria-label="Edit">
      <div class="edit-notice">
        <p>This is a recording: what happened stays as it was.</p>
        <p class="edit-actions">
          <button type="button" class="main" onClick={() => void take().catch(complain)}>
            Edit its scene
          </button>
        </p>
      </div>
      <BodyList scene={shown} />
    </section>
  );
}
