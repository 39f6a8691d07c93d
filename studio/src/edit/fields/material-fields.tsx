// What bodies and deformables are made of, and how they touch others.

import {
  defaultMaterial,
  findMaterial,
  type Material,
  type MaterialName,
  materialNames,
} from '../../../../src/scene/index.ts';
import type { BodyFile } from '../../../../src/scene/schema/index.ts';
import { ChoiceField, common, NumberField } from './fields.tsx';

type SurfaceFile = Pick<BodyFile, 'material' | 'mass' | 'density' | 'friction' | 'restitution'>;

interface Props {
  readonly chosen: readonly SurfaceFile[];
  readonly change: (edit: (one: SurfaceFile) => Partial<SurfaceFile>) => void;
}

export function MaterialFields({ chosen, change }: Props) {
  const name = common(chosen.map(materialName));
  const materials = chosen.map(materialOf);
  const number = (key: 'density' | 'friction' | 'restitution') => common(chosen.map((body) => body[key]));
  const implied = (key: 'density' | 'friction' | 'restitution') => {
    const isMixed = chosen.some((body) => body[key] !== chosen[0][key]);
    const value = common(materials.map((material) => material[key]));
    return isMixed || value === undefined ? 'mixed' : String(value);
  };
  const hasMass = chosen.some(({ mass }) => mass !== undefined);
  const clear = (key: keyof SurfaceFile) => () => change(() => ({ [key]: undefined }));
  return (
    <>
      <ChoiceField
        label="Material"
        value={name}
        choices={[
          ['default', 'none said'],
          ...(name === OWN ? [[OWN, 'its own'] as const] : []),
          ...MATERIALS.map((one) => [one, one] as const),
        ]}
        onChange={(value) => {
          if (value !== OWN)
            change(() => ({ material: value === 'default' ? undefined : (value as MaterialName) }));
        }}
      />
      {hasMass ? (
        <NumberField
          label="Mass"
          value={common(chosen.map(({ mass }) => mass))}
          unit="kg"
          min={1e-15}
          placeholder="mixed"
          title="Empty: density × volume"
          onClear={clear('mass')}
          onChange={(mass) => change(() => ({ mass, density: undefined }))}
        />
      ) : (
        <NumberField
          label="Density"
          value={number('density')}
          unit="kg/m³"
          min={1e-9}
          placeholder={implied('density')}
          title="Empty: the material’s"
          onClear={clear('density')}
          onChange={(density) => change(() => ({ density }))}
        />
      )}
      <NumberField
        label="Friction"
        value={number('friction')}
        min={0}
        max={1e6}
        placeholder={implied('friction')}
        title="Of a pair: the geometric mean of both. Empty: the material’s"
        onClear={clear('friction')}
        onChange={(friction) => change(() => ({ friction }))}
      />
      <NumberField
        label="Restitution"
        value={number('restitution')}
        min={0}
        max={1}
        placeholder={implied('restitution')}
        title="How much of the speed comes back from a bounce, 0 to 1. Empty: the material’s"
        onClear={clear('restitution')}
        onChange={(restitution) => change(() => ({ restitution }))}
      />
    </>
  );
}

const OWN = '\u0000own';
const MATERIALS = [...materialNames].sort();

function materialName({ material }: SurfaceFile): string {
  if (material === undefined) return 'default';
  return typeof material === 'string' ? material : OWN;
}

function materialOf({ material }: SurfaceFile): Material {
  const base = findMaterial(typeof material === 'string' ? material : (material?.like ?? 'default'));
  return Object.assign({}, base ?? defaultMaterial, typeof material === 'object' ? material : {});
}
