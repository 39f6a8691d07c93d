// What holds for the whole scene: gravity, how long, how often, by which engine; and its lists of joints and parameters.

import { catalog } from '../../../src/catalog/index.ts';
import type { EngineName } from '../../../src/scene/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { notes, project } from '../model/project.ts';
import { openingNotes } from '../open/state.ts';
import { change } from './change.ts';
import { ChoiceField, NumberField, Row, TextField, VectorField } from './fields/fields.tsx';
import { gravityNumber, gravityVector, withUp } from './fields/gravity.ts';
import { Joints } from './joint-list.tsx';
import { Parameters } from './parameter-list.tsx';

/** More notes than this nobody reads. */
const MOST_LISTED = 60;

const set = (patch: Partial<SceneFile>) => change((file) => ({ ...file, ...patch }));

export function SceneProperties({ file }: { file: SceneFile }) {
  const { up = 'y' } = file;
  const strength = gravityNumber(file.gravity);
  const engines = Object.keys(catalog);
  const known = file.engine === undefined || engines.includes(file.engine);
  return (
    <div class="edit-fields" data-testid="scene-properties">
      <TextField label="Name" value={file.name} onChange={(name) => name.trim() !== '' && set({ name })} />
      {strength === undefined ? (
        <VectorField
          label="Gravity"
          values={gravityVector(file.gravity, up)}
          unit="m/s²"
          onChange={(axis, value) => {
            const gravity = gravityVector(file.gravity, up);
            gravity[axis] = value;
            set({ gravity });
          }}
        />
      ) : (
        <NumberField
          label="Gravity"
          title="Downwards; 1 g may be typed"
          value={strength}
          unit="m/s²"
          min={0}
          max={1e9}
          onChange={(gravity) => set({ gravity })}
        />
      )}
      <Row label="">
        <button
          type="button"
          class="small"
          onClick={() => set({ gravity: strength === undefined ? 9.81 : gravityVector(file.gravity, up) })}
        >
          {strength === undefined ? 'Straight down, 9.81 m/s²' : 'In another direction'}
        </button>
      </Row>
      <NumberField
        label="Duration"
        value={file.duration ?? 1}
        unit="s"
        min={0}
        max={1e9}
        onChange={(duration) => set({ duration })}
      />
      <NumberField
        label="Frame rate"
        title="Frames that are kept a second; it does not change the physics"
        value={file.frameRateHz ?? 60}
        unit="Hz"
        min={1e-6}
        max={1e6}
        onChange={(frameRateHz) => set({ frameRateHz })}
      />
      <ChoiceField
        label="Engine"
        value={file.engine ?? ''}
        choices={[
          ['', 'by what the scene is made of'],
          ...engines.map((id) => [id, id] as const),
          ...(known ? [] : [[file.engine ?? '', `${file.engine} (not here)`] as const]),
        ]}
        onChange={(engine) =>
          change((before) => withKey(before, 'engine', engine === '' ? undefined : (engine as EngineName)))
        }
      />
      <ChoiceField
        label="Up axis"
        title="Gravity follows; bodies stay where their numbers say"
        value={up}
        choices={[
          ['y', 'y'],
          ['z', 'z'],
        ]}
        onChange={(axis) => change((before) => withUp(before, axis as 'y' | 'z'))}
      />
      <Joints joints={file.joints ?? []} />
      <Parameters parameters={file.parameters ?? []} />
      <Notes />
    </div>
  );
}

function withKey<Key extends keyof SceneFile>(file: SceneFile, key: Key, value: SceneFile[Key]): SceneFile {
  const { [key]: _old, ...rest } = file;
  return (value === undefined ? rest : { ...file, [key]: value }) as SceneFile;
}

/** What was said while the scene was read. */
function Notes() {
  const told = openingNotes.value;
  const own = told !== undefined && told.of === project.value?.name ? told.lines : [];
  const all = [...new Set([...own, ...notes.value])];
  if (all.length === 0) return null;
  return (
    <details class="edit-group">
      <summary>
        {all.length} {all.length === 1 ? 'note' : 'notes'} about its files
      </summary>
      <ul class="edit-notes">
        {all.slice(0, MOST_LISTED).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
