// What holds for the whole scene: gravity, how long, how often, by which engine; its joints and parameters.

import { engineTable } from '../../../src/live/engines.ts';
import type { JointFile } from '../../../src/scene/schema/joint.ts';
import type { ParameterFile, SceneFile } from '../../../src/scene/schema/scene.ts';
import { complain } from '../model/complaints.ts';
import { changeScene, notes } from '../model/project.ts';
import { openingNotes } from '../open/state.ts';
import { deleteJoint } from './body-edits.ts';
import { ChoiceField, NumberField, Row, TextField, VectorField } from './fields.tsx';
import { gravityNumber, gravityVector, withUp } from './gravity.ts';

function change(edit: (file: SceneFile) => SceneFile): void {
  changeScene(edit).catch(complain);
}

const set = (patch: Partial<SceneFile>) => change((file) => ({ ...file, ...patch }));

export function SceneProperties({ file }: { file: SceneFile }) {
  const { up = 'y' } = file;
  const strength = gravityNumber(file.gravity);
  const engines = Object.keys(engineTable);
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
          ['', 'the first that accepts'],
          ...engines.map((id) => [id, id] as const),
          ...(known ? [] : [[file.engine ?? '', `${file.engine} (not here)`] as const]),
        ]}
        onChange={(engine) =>
          change((before) => withKey(before, 'engine', engine === '' ? undefined : engine))
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

function Joints({ joints }: { joints: readonly JointFile[] }) {
  if (joints.length === 0) return null;
  const edit = (index: number, patch: Partial<JointFile>) =>
    change((file) => ({
      ...file,
      joints: file.joints?.map((joint, i) => (i === index ? { ...joint, ...patch } : joint)),
    }));
  return (
    <details class="edit-group">
      <summary>
        {joints.length} {joints.length === 1 ? 'joint' : 'joints'}
      </summary>
      {joints.slice(0, MOST_LISTED).map((joint, i) => (
        <fieldset key={`${joint.name} ${joint.a} ${joint.b}`}>
          <legend>
            {joint.name ?? `joint-${i}`}
            <small>
              {joint.kind}: {joint.a} – {joint.b ?? 'world'}
            </small>
            <button
              type="button"
              class="plain"
              aria-label={`Delete the joint ${joint.name ?? i}`}
              title="Delete this joint"
              onClick={() => change((file) => deleteJoint(file, i))}
            >
              ✕
            </button>
          </legend>
          <JointNumbers joint={joint} edit={(patch) => edit(i, patch)} />
        </fieldset>
      ))}
      {joints.length > MOST_LISTED && (
        <p class="edit-hint">The other {joints.length - MOST_LISTED} are in the text.</p>
      )}
    </details>
  );
}

const MOST_LISTED = 60;

function JointNumbers({ joint, edit }: { joint: JointFile; edit: (patch: Partial<JointFile>) => void }) {
  const unit = joint.kind === 'slider' || joint.kind === 'distance' ? 'm' : 'rad';
  const force = unit === 'm' ? 'N' : 'N m';
  const { limits, limitsDegrees, motor, spring } = joint;
  const hasLimits = joint.kind === 'hinge' || joint.kind === 'slider';
  return (
    <>
      {hasLimits && limitsDegrees === undefined && limits === undefined && (
        <Row label="Limits">
          <button
            type="button"
            class="small"
            onClick={() => edit(unit === 'm' ? { limits: [-1, 1] } : { limitsDegrees: [-90, 90] })}
          >
            Add
          </button>
        </Row>
      )}
      {limitsDegrees !== undefined && (
        <VectorField
          label="Limits"
          axes={['from', 'to']}
          values={limitsDegrees}
          unit="°"
          onChange={(k, value) =>
            edit({ limitsDegrees: k === 0 ? [value, limitsDegrees[1]] : [limitsDegrees[0], value] })
          }
        />
      )}
      {limits !== undefined && (
        <VectorField
          label="Limits"
          axes={['from', 'to']}
          values={limits}
          unit={unit}
          onChange={(k, value) => edit({ limits: k === 0 ? [value, limits[1]] : [limits[0], value] })}
        />
      )}
      {motor === undefined && hasLimits && (
        <Row label="Motor">
          <button
            type="button"
            class="small"
            onClick={() => edit({ motor: { targetSpeed: 1, maxForce: 1 } })}
          >
            Add
          </button>
        </Row>
      )}
      {motor?.targetSpeed !== undefined && (
        <NumberField
          label="Motor speed"
          value={motor.targetSpeed}
          unit={`${unit}/s`}
          onChange={(targetSpeed) => edit({ motor: { ...motor, targetSpeed } })}
        />
      )}
      {motor?.targetPosition !== undefined && (
        <NumberField
          label="Motor target"
          value={motor.targetPosition}
          unit={unit}
          onChange={(targetPosition) => edit({ motor: { ...motor, targetPosition } })}
        />
      )}
      {motor !== undefined && (
        <NumberField
          label="Motor at most"
          value={motor.maxForce}
          unit={force}
          min={1e-15}
          onChange={(maxForce) => edit({ motor: { ...motor, maxForce } })}
        />
      )}
      {spring !== undefined && (
        <>
          <NumberField
            label="Stiffness"
            value={spring.stiffness}
            unit={`${force}/${unit}`}
            min={0}
            onChange={(stiffness) => edit({ spring: { ...spring, stiffness } })}
          />
          <NumberField
            label="Damping"
            value={spring.damping ?? 0}
            unit={`${force} s/${unit}`}
            min={0}
            onChange={(damping) => edit({ spring: { ...spring, damping } })}
          />
        </>
      )}
      {joint.kind === 'distance' && joint.length !== undefined && (
        <NumberField
          label="Length"
          value={joint.length}
          unit="m"
          min={0}
          onChange={(length) => edit({ length })}
        />
      )}
      {joint.breakForce !== undefined && (
        <NumberField
          label="Parts at"
          value={joint.breakForce}
          unit="N"
          min={1e-15}
          onChange={(breakForce) => edit({ breakForce })}
        />
      )}
    </>
  );
}

function Parameters({ parameters }: { parameters: readonly ParameterFile[] }) {
  if (parameters.length === 0) return null;
  const edit = (index: number, patch: Partial<ParameterFile> | undefined) =>
    change((file) => ({
      ...file,
      parameters: file.parameters?.flatMap((one, i) =>
        i !== index ? [one] : patch === undefined ? [] : [{ ...one, ...patch }],
      ),
    }));
  return (
    <details class="edit-group">
      <summary>
        {parameters.length} {parameters.length === 1 ? 'parameter' : 'parameters'}
      </summary>
      {parameters.slice(0, MOST_LISTED).map((parameter, i) => (
        <fieldset key={parameter.name}>
          <legend>
            {parameter.name}
            <small>{parameter.target}</small>
            <button
              type="button"
              class="plain"
              aria-label={`Delete the parameter ${parameter.name}`}
              title="Delete this parameter"
              onClick={() => edit(i, undefined)}
            >
              ✕
            </button>
          </legend>
          <VectorField
            label="Range"
            axes={['least', 'most']}
            values={[parameter.min, parameter.max]}
            unit={parameter.unit ?? ''}
            onChange={(k, value) => edit(i, k === 0 ? { min: value } : { max: value })}
          />
          {parameter.value !== undefined && (
            <NumberField
              label="Value"
              value={parameter.value}
              unit={parameter.unit ?? ''}
              min={parameter.min}
              max={parameter.max}
              onChange={(value) => edit(i, { value })}
            />
          )}
        </fieldset>
      ))}
    </details>
  );
}

/** What was said while the scene was read. */
function Notes() {
  const all = [...new Set([...openingNotes.value, ...notes.value])];
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
