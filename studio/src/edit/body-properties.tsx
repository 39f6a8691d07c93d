// What the selected bodies are: every change goes to their entries in the scene file.

import { colorOf, type Motion, type Scene, type Vec3 } from '../../../src/scene/index.ts';
import type { BodyFile, SceneFile } from '../../../src/scene/schema/index.ts';
import { complain } from '../model/complaints.ts';
import { changeScene } from '../model/project.ts';
import { changeBodies, changeMotion, renameBody } from './body-edits.ts';
import { entriesOf, nameOfEntry } from './body-index.ts';
import { resized, sizeInModel } from './body-size.ts';
import { hexOf } from './fields/color.ts';
import { eulerOf } from './fields/euler.ts';
import { ChoiceField, ColorField, common, commonParts, TextField, VectorField } from './fields/fields.tsx';
import { MaterialFields } from './fields/material-fields.tsx';
import { replaced, sayMass } from './fields/say.ts';
import { ShapeFields } from './fields/shape-fields.tsx';
import { lengthUnit } from './state.ts';

const ZERO: Vec3 = [0, 0, 0];

export function BodyProperties(props: { file: SceneFile; scene: Scene; bodies: readonly number[] }) {
  const { file, scene, bodies } = props;
  const entries = entriesOf(file, scene, bodies);
  const chosen = entries.flatMap((entry) => file.bodies?.[entry] ?? []);
  if (chosen.length === 0) return null;
  const change = (edit: (body: BodyFile) => Partial<BodyFile>) => {
    changeScene((before) => changeBodies(before, entries, edit)).catch(complain);
  };
  const parts = (key: 'position' | 'velocity' | 'angularVelocity') =>
    commonParts(chosen.map((body) => body[key] ?? ZERO));
  const setPart = (key: 'position' | 'velocity' | 'angularVelocity') => (axis: number, value: number) =>
    change((body) => ({ [key]: replaced(body[key] ?? ZERO, axis, value) }));
  const motion = common(chosen.map(motionOf));
  const onPath = chosen.some(({ path }) => path !== undefined);
  const isStill = motion === 'static';
  const resolved = bodies.map((i) => scene.bodies[i]).filter((body) => body !== undefined);
  return (
    <div class="edit-fields" data-testid="body-properties">
      <h3>
        {chosen.length === 1 ? nameOfEntry(file, entries[0]) : `${chosen.length} bodies`}
        <small>{sayMass(resolved.reduce((sum, { mass }) => sum + mass, 0))}</small>
      </h3>
      {resolved.length > chosen.length && chosen.length === 1 && (
        <p class="edit-hint">Split into pieces: what is changed here holds for all of them.</p>
      )}
      {chosen.length === 1 && (
        <TextField
          label="Name"
          value={nameOfEntry(file, entries[0])}
          onChange={(name) =>
            void changeScene((before) => renameBody(before, entries[0], name)).catch(complain)
          }
        />
      )}
      <ChoiceField
        label="Motion"
        value={motion}
        choices={MOTIONS}
        title="Moved by forces; standing still; or keeping its velocity or path whatever it meets"
        onChange={(value) => change((body) => changeMotion(body, value as Motion))}
      />
      <Size scene={scene} chosen={chosen} bodies={bodies} change={change} />
      <VectorField
        label="Position"
        values={parts('position')}
        unit="m"
        shown={lengthUnit.value}
        disabled={onPath}
        title={onPath ? 'Its path says where it is; change the path in the text' : 'Of the model’s origin'}
        onChange={setPart('position')}
      />
      <VectorField
        label="Rotation"
        values={commonParts(chosen.map(({ rotation }) => eulerOf(rotation)))}
        unit="°"
        disabled={onPath}
        title="About x, then y, then z; axes stay where they are"
        onChange={(axis, value) =>
          change(({ rotation }) => ({ rotation: { euler: replaced(eulerOf(rotation), axis, value) } }))
        }
      />
      {!isStill && (
        <>
          <VectorField
            label="Velocity"
            values={parts('velocity')}
            unit="m/s"
            onChange={setPart('velocity')}
          />
          <VectorField
            label="Turning"
            values={parts('angularVelocity')}
            unit="rad/s"
            title="Angular velocity about the world’s axes; rpm and deg/s may be typed behind a number"
            onChange={setPart('angularVelocity')}
          />
        </>
      )}
      <MaterialFields chosen={chosen} change={change} />
      <ColorField
        label="Colour"
        value={hexOf(colorOf(scene, bodies[0]))}
        isOwn={chosen.some(({ color }) => color !== undefined)}
        onChange={(color) => change(() => ({ color }))}
      />
    </div>
  );
}

const MOTIONS = [
  ['dynamic', 'dynamic'],
  ['static', 'static'],
  ['kinematic', 'kinematic'],
] as const;

function motionOf(body: BodyFile): Motion {
  return body.motion ?? (body.path === undefined ? 'dynamic' : 'kinematic');
}

type Change = (edit: (body: BodyFile) => Partial<BodyFile>) => void;

/** Parameters of one kind of primitive, or the size of a mesh, which is scaled evenly. */
function Size(props: {
  scene: Scene;
  chosen: readonly BodyFile[];
  bodies: readonly number[];
  change: Change;
}) {
  const { scene, chosen, bodies, change } = props;
  const kind = common(chosen.map(({ shape }) => shape.kind));
  if (kind !== undefined && kind !== 'file' && kind !== 'inline')
    return <ShapeFields kind={kind} shapes={chosen.map(({ shape }) => shape)} change={change} />;
  const body = scene.bodies[bodies[0]];
  if (chosen.length !== 1 || body === undefined) return null;
  const size = sizeInModel(scene, body);
  return (
    <VectorField
      label="Size"
      values={size.map((x) => Number(x.toPrecision(9)))}
      unit="m"
      shown={lengthUnit.value}
      title="Of its box; one edge changes all, so that it keeps its shape"
      onChange={(axis, value) => change((one) => resized(one, size, axis, value) ?? {})}
    />
  );
}
