// What the selected deformables are: every change goes to their entries in the scene file.

import { colorOf, type Scene, type Vec3 } from '../../../src/scene/index.ts';
import type { BodyFile, DeformableFile, SceneFile } from '../../../src/scene/schema/index.ts';
import { complain } from '../model/complaints.ts';
import { changeScene } from '../model/project.ts';
import { changeDeformables, nameOfDeformable, renameDeformable } from './deformable-edits.ts';
import { SheetShape } from './sheet-shape.tsx';
import { hexOf } from './fields/color.ts';
import { eulerOf } from './fields/euler.ts';
import {
  ChoiceField,
  ColorField,
  common,
  commonParts,
  NumberField,
  TextField,
  VectorField,
} from './fields/fields.tsx';
import { MaterialFields } from './fields/material-fields.tsx';
import { replaced, sayMass } from './fields/say.ts';
import { ShapeFields } from './fields/shape-fields.tsx';
import { lengthUnit } from './state.ts';

const ZERO: Vec3 = [0, 0, 0];

/** @param entries  places among the scene file's deformables */
export function DeformableProperties(props: { file: SceneFile; scene: Scene; entries: readonly number[] }) {
  const { file, scene, entries } = props;
  const chosen = entries.flatMap((entry) => file.deformables?.[entry] ?? []);
  if (chosen.length === 0) return null;
  const change = (edit: (one: DeformableFile) => Partial<DeformableFile>) => {
    changeScene((before) => changeDeformables(before, entries, edit)).catch(complain);
  };
  const place = (key: 'position' | 'velocity') => (axis: number, value: number) =>
    change((one) => ({ [key]: replaced(one[key] ?? ZERO, axis, value) }));
  const resolved = entries.flatMap((entry) => scene.deformables[entry] ?? []);
  const mass = resolved.reduce((sum, { masses }) => sum + masses.reduce((a, b) => a + b, 0), 0);
  const kind = common(chosen.map((one) => one.kind));
  return (
    <div class="edit-fields" data-testid="deformable-properties">
      <h3>
        {chosen.length === 1 ? nameOfDeformable(file, entries[0]) : `${chosen.length} deformables`}
        <small>{sayMass(mass)}</small>
      </h3>
      {chosen.length === 1 && (
        <TextField
          label="Name"
          value={nameOfDeformable(file, entries[0])}
          onChange={(name) =>
            void changeScene((before) => renameDeformable(before, entries[0], name)).catch(complain)
          }
        />
      )}
      <Shape chosen={chosen} change={change} />
      <VectorField
        label="Position"
        values={commonParts(chosen.map(({ position }) => position ?? ZERO))}
        unit="m"
        shown={lengthUnit.value}
        title="Of the shape’s origin"
        onChange={place('position')}
      />
      <VectorField
        label="Rotation"
        values={commonParts(chosen.map(({ rotation }) => eulerOf(rotation)))}
        unit="°"
        title="About x, then y, then z; axes stay where they are"
        onChange={(axis, value) =>
          change(({ rotation }) => ({ rotation: { euler: replaced(eulerOf(rotation), axis, value) } }))
        }
      />
      <VectorField
        label="Velocity"
        values={commonParts(chosen.map(({ velocity }) => velocity ?? ZERO))}
        unit="m/s"
        onChange={place('velocity')}
      />
      <Stuff chosen={chosen} kind={kind} change={change} scene={scene} entries={entries} />
      <MaterialFields chosen={chosen} change={change} />
      <ColorField
        label="Colour"
        value={hexOf(colorOf(scene, scene.bodies.length + entries[0]))}
        isOwn={chosen.some(({ color }) => color !== undefined)}
        onChange={(color) => change(() => ({ color }))}
      />
      <p class="edit-hint">Pins are set by hand on the Cloth bench.</p>
    </div>
  );
}

type Change = (edit: (one: DeformableFile) => Partial<DeformableFile>) => void;

/** Sizes of sheets and of primitives; other shapes are scaled. */
function Shape({ chosen, change }: { chosen: readonly DeformableFile[]; change: Change }) {
  const kind = common(chosen.map(({ shape }) => shape.kind));
  if (kind === 'grid' || kind === 'strip') return <SheetShape chosen={chosen} change={change} />;
  if (kind === undefined || kind === 'file' || kind === 'inline' || kind === 'lattice') {
    const scales = chosen.map(({ scale }) => (typeof scale === 'object' ? undefined : (scale ?? 1)));
    return (
      <NumberField
        label="Scale"
        value={common(scales)}
        min={1e-9}
        placeholder="mixed"
        title="Of the shape, with all its lengths"
        onChange={(scale) => change(() => ({ scale }))}
      />
    );
  }
  const edit = (next: (body: BodyFile) => Partial<BodyFile>) =>
    change((one) => {
      const { shape } = next({ shape: one.shape as BodyFile['shape'] });
      return shape === undefined ? {} : { shape: shape as DeformableFile['shape'] };
    });
  return (
    <ShapeFields kind={kind} shapes={chosen.map(({ shape }) => shape as BodyFile['shape'])} change={edit} />
  );
}

/** Thickness and stiffness: of what is not given, what holds is shown. */
function Stuff(props: {
  chosen: readonly DeformableFile[];
  kind: DeformableFile['kind'] | undefined;
  change: Change;
  scene: Scene;
  entries: readonly number[];
}) {
  const { chosen, kind, change, scene, entries } = props;
  const implied = (key: 'thickness' | 'stretchStiffness' | 'bendStiffness') => {
    const value = common(entries.map((entry) => scene.deformables[entry]?.[key]));
    return value === undefined ? 'mixed' : String(Number(value.toPrecision(3)));
  };
  const isRod = kind === 'rod';
  const isSolid = kind === 'solid';
  const clear = (key: keyof DeformableFile) => () => change(() => ({ [key]: undefined }));
  return (
    <>
      <NumberField
        label="Thickness"
        value={common(chosen.map(({ thickness }) => thickness))}
        unit="m"
        shown={lengthUnit.value}
        min={1e-12}
        placeholder="1 mm"
        title={isRod ? 'Diameter. Empty: 1 mm' : 'Half of it is kept from everything else. Empty: 1 mm'}
        onClear={clear('thickness')}
        onChange={(thickness) => change(() => ({ thickness }))}
      />
      {!isSolid && kind !== 'particles' && (
        <>
          <NumberField
            label="Against stretching"
            value={common(chosen.map(({ stretchStiffness }) => stretchStiffness))}
            unit={isRod ? 'N' : 'N/m'}
            min={0}
            placeholder={implied('stretchStiffness')}
            title="Empty: by the material and the thickness"
            onClear={clear('stretchStiffness')}
            onChange={(stretchStiffness) => change(() => ({ stretchStiffness }))}
          />
          <NumberField
            label="Against bending"
            value={common(chosen.map(({ bendStiffness }) => bendStiffness))}
            unit={isRod ? 'N m²' : 'N m'}
            min={0}
            placeholder={implied('bendStiffness')}
            title="Empty: by the material and the thickness"
            onClear={clear('bendStiffness')}
            onChange={(bendStiffness) => change(() => ({ bendStiffness }))}
          />
        </>
      )}
      {isSolid && (
        <>
          <NumberField
            label="Young’s modulus"
            value={common(chosen.map(({ youngsModulus }) => youngsModulus))}
            unit="Pa"
            min={1e-9}
            placeholder="the material’s"
            title="How stiff it is. Empty: the material’s"
            onClear={clear('youngsModulus')}
            onChange={(youngsModulus) => change(() => ({ youngsModulus }))}
          />
          <ChoiceField
            label="Elements"
            value={common(chosen.map(({ elements }) => elements ?? 'quadratic'))}
            choices={[
              ['quadratic', 'quadratic'],
              ['linear', 'linear'],
            ]}
            title="Linear ones cost a tenth, and lock where the solid is thin"
            onChange={(elements) => change(() => ({ elements: elements as 'quadratic' | 'linear' }))}
          />
        </>
      )}
      <NumberField
        label="Damping"
        value={common(chosen.map(({ stretchDamping }) => stretchDamping))}
        unit="s"
        min={0}
        placeholder="0"
        title="Of stretching; no turn of the whole is braked"
        onClear={clear('stretchDamping')}
        onChange={(stretchDamping) => change(() => ({ stretchDamping }))}
      />
    </>
  );
}
