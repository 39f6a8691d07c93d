// The joints of a scene, and their main numbers.

import type { JointFile } from '../../../src/scene/schema/index.ts';
import { deleteJoint } from './body-edits.ts';
import { change } from './change.ts';
import { NumberField, Row, VectorField } from './fields/fields.tsx';

/** More of them are changed in the text. */
const MOST_LISTED = 60;

export function Joints({ joints }: { joints: readonly JointFile[] }) {
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

interface Editing {
  readonly unit: string;
  readonly force: string;
  edit(patch: Partial<JointFile>): void;
}

function JointNumbers({ joint, edit }: { joint: JointFile; edit: Editing['edit'] }) {
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
      {(hasLimits || motor !== undefined) && (
        <MotorNumbers motor={motor} unit={unit} force={force} edit={edit} />
      )}
      {spring !== undefined && <SpringNumbers spring={spring} unit={unit} force={force} edit={edit} />}
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

function MotorNumbers({ motor, unit, force, edit }: Editing & { motor: JointFile['motor'] }) {
  return (
    <>
      {motor === undefined && (
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
    </>
  );
}

function SpringNumbers(props: Editing & { spring: NonNullable<JointFile['spring']> }) {
  const { spring, unit, force, edit } = props;
  return (
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
  );
}
