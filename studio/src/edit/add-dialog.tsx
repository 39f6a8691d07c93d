// Adds a body: any primitive, with its sizes; or what deforms: a sheet, a rope, a soft solid.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { primitives } from '../../../src/geometry/primitives/index.ts';
import { MeshError } from '../../../src/geometry/index.ts';
import { findPrimitive } from '../../../src/scene/index.ts';
import type { SoftThing } from '../../../src/scene/new/index.ts';
import type { BodyFile } from '../../../src/scene/schema/index.ts';
import { complain } from '../model/complaints.ts';
import { changeScene, project, scene } from '../model/project.ts';
import { selected } from '../model/selection.ts';
import { placeAbove, scaledDefaults, suitableScale } from './add-body.ts';
import { addSoft, suitableThing, trialSoft } from './add-soft.ts';
import { addBodies } from './body-edits.ts';
import { sizeOf } from './body-size.ts';
import { PrimitiveFields, titleOf } from './fields/shape-fields.tsx';
import { SOFT, SoftFields } from './fields/soft-fields.tsx';
import { typicalSize } from './state.ts';
import { sayLength } from './fields/units.ts';

export function AddDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [kind, setKind] = useState('box');
  const [given, setGiven] = useState<Record<string, unknown>>({});
  useEffect(() => dialog.current?.showModal(), []);
  const values = useMemo(
    () => ({ ...scaledDefaults(kind, suitableScale(kind, typicalSize.value)), ...given }),
    [kind, given],
  );
  const [soft, setSoft] = useState<SoftThing | undefined>(undefined);
  const made = useMemo(() => (soft ? trialSoft(soft) : trial(kind, values)), [soft, kind, values]);
  const add = () => {
    if (soft !== undefined) {
      onClose();
      addSoft(soft).catch(complain);
      return;
    }
    const shape = { kind, ...values } as BodyFile['shape'];
    const index = project.value?.file.bodies?.length ?? 0;
    onClose();
    changeScene((file) =>
      addBodies(file, [{ name: kind, shape, position: placeAbove(scene.value, shape) }]),
    ).then(() => {
      // Bodies that are split stand for several; the new one is the last.
      selected.value = [scene.value === undefined ? index : scene.value.bodies.length - 1];
    }, complain);
  };
  return (
    <dialog
      ref={dialog}
      class="add-body"
      aria-label="Add a body"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2>Add a body</h2>
      <div class="add-columns">
        <Kinds
          chosen={soft?.kind ?? kind}
          onSoft={(of) => setSoft(suitableThing(of, typicalSize.value))}
          onShape={(name) => {
            setSoft(undefined);
            setKind(name);
            setGiven({});
          }}
        />
        <div class="edit-fields">
          {soft ? (
            <SoftFields thing={soft} onChange={setSoft} />
          ) : (
            <>
              <p class="edit-hint">{capital(findPrimitive(kind).doc)}.</p>
              <PrimitiveFields
                kind={kind}
                values={[values]}
                set={(key, next) =>
                  setGiven((before) => ({ ...before, [key]: next(before[key] ?? values[key as never]) }))
                }
              />
            </>
          )}
          {'wrong' in made ? (
            <p class="bad" role="alert">
              {made.wrong}
            </p>
          ) : (
            <p class="edit-hint">
              {made.size.map(sayLength).join(' × ')}, {made.faces} faces
            </p>
          )}
        </div>
      </div>
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="main" disabled={'wrong' in made} onClick={add}>
          Add
        </button>
      </footer>
    </dialog>
  );
}

function Kinds(props: {
  chosen: string;
  onSoft: (kind: SoftThing['kind']) => void;
  onShape: (kind: string) => void;
}) {
  const choice = (id: string, title: string, doc: string, choose: () => void, isSoft: boolean) => (
    <label key={id} title={doc} class={isSoft ? 'soft' : undefined}>
      <input type="radio" name="kind" value={id} checked={id === props.chosen} onChange={choose} />
      {title}
    </label>
  );
  return (
    <div class="add-kinds" role="radiogroup" aria-label="Shape">
      {SOFT.map(([id, title, doc]) => choice(id, title, doc, () => props.onSoft(id), true))}
      {primitives.map(({ name, doc }) =>
        choice(name, titleOf(name.replaceAll('-', ' ')), doc, () => props.onShape(name), false),
      )}
    </div>
  );
}

function trial(kind: string, values: Record<string, unknown>) {
  try {
    const mesh = findPrimitive(kind).make(values as never);
    return { size: sizeOf(mesh), faces: mesh.faces.length / 3 };
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    return { wrong: `${error.where}: ${error.what}; ${error.remedy}.` };
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
