// The sizes and the material of a sheet, a rope or a soft solid that is to be added.

import { closednessOf } from '../../../../src/geometry/surface/index.ts';
import { findMaterial, findPrimitive, materialNames } from '../../../../src/scene/index.ts';
import { primitives } from '../../../../src/geometry/primitives/index.ts';
import type { SoftThing } from '../../../../src/scene/new/index.ts';
import { lengthUnit } from '../state.ts';
import { ChoiceField, NumberField, VectorField } from './fields.tsx';
import { titleOf } from './shape-fields.tsx';

/** Kinds, what they are called, and what they are. */
export const SOFT: readonly (readonly [SoftThing['kind'], string, string])[] = [
  ['cloth', 'Cloth', 'a sheet that bends and folds'],
  ['rope', 'Rope', 'a rope or cable'],
  ['soft', 'Soft solid', 'a solid that gives way'],
];

export function SoftFields({ thing, onChange }: { thing: SoftThing; onChange: (next: SoftThing) => void }) {
  const length = (label: string, value: number, set: (value: number) => SoftThing, title?: string) => (
    <NumberField
      label={label}
      value={value}
      unit="m"
      shown={lengthUnit.value}
      min={1e-6}
      title={title}
      onChange={(next) => onChange(set(next))}
    />
  );
  const material = thing.material ?? (thing.kind === 'soft' ? 'jelly' : 'cotton');
  return (
    <>
      <p class="edit-hint">
        {SOFT.find(([kind]) => kind === thing.kind)?.[2].replace(/^a/, 'A')}, which the engine ipc moves among
        bodies.
      </p>
      <ChoiceField
        label="Material"
        value={material}
        choices={materialsOf(thing.kind).map((name) => [name, name] as const)}
        onChange={(next) => onChange({ ...thing, material: next })}
      />
      {thing.kind === 'cloth' && (
        <>
          <VectorField
            label="Size"
            values={[...(thing.size ?? [1, 1])]}
            unit="m"
            shown={lengthUnit.value}
            min={1e-6}
            axes={AXES}
            onChange={(k, value) => onChange({ ...thing, size: replaced(thing.size ?? [1, 1], k, value) })}
          />
          <VectorField
            label="Cells"
            values={[...(thing.cells ?? [14, 14])]}
            min={1}
            axes={AXES}
            onChange={(k, value) =>
              onChange({
                ...thing,
                cells: replaced(thing.cells ?? [14, 14], k, Math.max(1, Math.round(value))),
              })
            }
          />
        </>
      )}
      {thing.kind === 'rope' && (
        <>
          {length('Length', thing.length ?? 1, (value) => ({ ...thing, length: value }))}
          {length(
            'Thickness',
            thing.thickness ?? 0.01,
            (value) => ({ ...thing, thickness: value }),
            'Diameter',
          )}
          <NumberField
            label="Segments"
            value={thing.segments ?? 40}
            min={1}
            max={2000}
            whole
            onChange={(segments) => onChange({ ...thing, segments })}
          />
        </>
      )}
      {thing.kind === 'soft' && (
        <>
          <ChoiceField
            label="Shape"
            value={thing.shape ?? 'box'}
            choices={solids.map((name) => [name, titleOf(name.replaceAll('-', ' '))] as const)}
            onChange={(shape) => onChange({ ...thing, shape })}
          />
          {length('Size', thing.size ?? 0.1, (value) => ({ ...thing, size: value }), 'Of its longest side')}
        </>
      )}
      <ChoiceField
        label="Begins"
        value={thing.hangs === true ? 'hangs' : 'falls'}
        choices={[
          ['falls', 'free, above all else'],
          ['hangs', HELD[thing.kind]],
        ]}
        onChange={(how) => onChange({ ...thing, hangs: how === 'hangs' })}
      />
    </>
  );
}

const AXES = ['along', 'across'] as const;
const HELD: Readonly<Record<SoftThing['kind'], string>> = {
  cloth: 'held by two corners',
  rope: 'held by an end',
  soft: 'held by its top',
};

const solids = primitives.flatMap(({ name }) =>
  closednessOf(findPrimitive(name).make()).closed ? [name] : [],
);

/** Fabrics for sheets and ropes, for solids what gives way. */
function materialsOf(kind: SoftThing['kind']): readonly string[] {
  return [...materialNames].sort().filter((name) => {
    const found = findMaterial(name);
    if (found === undefined) return false;
    return kind === 'soft'
      ? found.youngsModulus < SOFT_BELOW
      : found.textile !== undefined || found.youngsModulus < STIFF;
  });
}

/** Rubber and leather are softer than this, wood and metal are not [Pa]. */
const SOFT_BELOW = 5e8;
/** Paper is softer than this. */
const STIFF = 1e10;

function replaced(pair: readonly [number, number], k: number, value: number): [number, number] {
  return k === 0 ? [value, pair[1]] : [pair[0], value];
}
