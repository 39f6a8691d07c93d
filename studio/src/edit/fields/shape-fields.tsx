// The sizes of primitives, from what each says about its own parameters.

import type { Parameter, Points } from '../../../../src/geometry/primitives/index.ts';
import { findPrimitive } from '../../../../src/scene/index.ts';
import type { BodyFile } from '../../../../src/scene/schema/index.ts';
import { ChoiceField, common, commonParts, NumberField, TextField, VectorField } from './fields.tsx';
import { lengthUnit } from '../state.ts';
import { readPoints, writePoints } from './points.ts';

type Shape = BodyFile['shape'];
type Values = Readonly<Record<string, unknown>>;

export function ShapeFields(props: {
  kind: string;
  shapes: readonly Shape[];
  change: (edit: (body: BodyFile) => Partial<BodyFile>) => void;
}) {
  const { kind, shapes, change } = props;
  const set = (key: string, next: (before: unknown) => unknown) =>
    change(({ shape }) => ({ shape: { ...shape, [key]: next((shape as Values)[key]) } }));
  return <PrimitiveFields kind={kind} values={shapes as readonly unknown[] as readonly Values[]} set={set} />;
}

/** @param values  of one shape or of several */
export function PrimitiveFields(props: {
  kind: string;
  values: readonly Values[];
  /** Each shape's own value becomes another. */
  set: (key: string, next: (before: unknown) => unknown) => void;
}) {
  const { parameters } = findPrimitive(props.kind);
  return (
    <>
      {Object.entries(parameters).map(([key, parameter]) => (
        <ParameterField
          key={key}
          name={key}
          parameter={parameter}
          values={props.values.map((one) => one[key] ?? parameter.default)}
          set={(next) => props.set(key, (before) => next(before ?? parameter.default))}
        />
      ))}
    </>
  );
}

function ParameterField(props: {
  name: string;
  parameter: Parameter;
  values: readonly unknown[];
  set: (next: (before: unknown) => unknown) => void;
}) {
  const { parameter, values } = props;
  const set = (value: unknown) => props.set(() => value);
  const label = titleOf(props.name);
  const title = `${parameter.doc.charAt(0).toUpperCase()}${parameter.doc.slice(1)}`;
  switch (parameter.kind) {
    case 'number':
    case 'integer':
      return (
        <NumberField
          label={label}
          title={title}
          value={common(values) as number | undefined}
          unit={parameter.unit}
          shown={parameter.unit === 'm' ? lengthUnit.value : parameter.unit}
          min={parameter.min}
          max={parameter.max}
          whole={parameter.kind === 'integer'}
          placeholder="mixed"
          onChange={set}
        />
      );
    case 'vec3': {
      const vectors = values as readonly (readonly [number, number, number])[];
      return (
        <VectorField
          label={label}
          title={title}
          values={commonParts(vectors)}
          unit={parameter.unit}
          shown={parameter.unit === 'm' ? lengthUnit.value : parameter.unit}
          min={parameter.min}
          onChange={(axis, value) =>
            props.set((before) => (before as readonly number[]).map((x, k) => (k === axis ? value : x)))
          }
        />
      );
    }
    case 'choice':
      return (
        <ChoiceField
          label={label}
          title={title}
          value={common(values) as string | undefined}
          choices={parameter.choices.map((one) => [one, one] as const)}
          onChange={set}
        />
      );
    case 'text':
      return <TextField label={label} value={common(values) as string | undefined} onChange={set} />;
    case 'outline':
    case 'outlines': {
      const many = parameter.kind === 'outlines';
      const texts = values.map((value) => writePoints(many ? (value as Points[]) : [value as Points]));
      const read = (text: string) => {
        const rings = readPoints(text);
        if (rings !== undefined) set(many ? rings : rings[0]);
      };
      return <TextField label={`${label} [m]`} value={common(texts)} onChange={read} />;
    }
  }
}

/** "toothWidth" → "Tooth width". */
export function titleOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
