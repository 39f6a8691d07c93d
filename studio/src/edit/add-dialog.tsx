// Adds a body: any primitive, with its sizes.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { primitives } from '../../../src/geometry/primitives/index.ts';
import { MeshError } from '../../../src/geometry/index.ts';
import { findPrimitive } from '../../../src/scene/index.ts';
import type { BodyFile } from '../../../src/scene/schema/index.ts';
import { complain } from '../model/complaints.ts';
import { changeScene, project, scene } from '../model/project.ts';
import { selected } from '../model/selection.ts';
import { placeAbove, scaledDefaults, suitableScale } from './add-body.ts';
import { addBodies } from './body-edits.ts';
import { sizeOf } from './body-size.ts';
import { PrimitiveFields, titleOf } from './fields/shape-fields.tsx';
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
  const made = useMemo(() => trial(kind, values), [kind, values]);
  const add = () => {
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
        <div class="add-kinds" role="radiogroup" aria-label="Shape">
          {primitives.map(({ name, doc }) => (
            <label key={name} title={doc}>
              <input
                type="radio"
                name="kind"
                value={name}
                checked={name === kind}
                onChange={() => {
                  setKind(name);
                  setGiven({});
                }}
              />
              {titleOf(name.replaceAll('-', ' '))}
            </label>
          ))}
        </div>
        <div class="edit-fields">
          <p class="edit-hint">{capital(findPrimitive(kind).doc)}.</p>
          <PrimitiveFields
            kind={kind}
            values={[values]}
            set={(key, next) =>
              setGiven((before) => ({ ...before, [key]: next(before[key] ?? values[key as never]) }))
            }
          />
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
