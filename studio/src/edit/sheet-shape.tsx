// The size of sheets that are grids or strips, and of how many cells they are.

import type { DeformableFile } from '../../../src/scene/schema/index.ts';
import { ChoiceField, common, NumberField, VectorField } from './fields/fields.tsx';
import { lengthUnit } from './state.ts';

type Shape = DeformableFile['shape'];
type Grid = Extract<Shape, { kind: 'grid' }>;
type Strip = Extract<Shape, { kind: 'strip' }>;
type Pair = [number, number];

interface Props {
  /** Grids, or strips. */
  readonly chosen: readonly DeformableFile[];
  readonly change: (edit: (one: DeformableFile) => Partial<DeformableFile>) => void;
}

export function SheetShape({ chosen, change }: Props) {
  const shapes = chosen.map(({ shape }) => shape);
  if (shapes.every((shape) => shape.kind === 'strip')) {
    const set = (next: Partial<Strip>) =>
      change(({ shape }) => ({ shape: { ...(shape as Strip), ...next } }));
    return (
      <>
        {(['length', 'width'] as const).map((key) => (
          <NumberField
            key={key}
            label={key === 'length' ? 'Length' : 'Width'}
            value={common(shapes.map((shape) => shape[key]))}
            unit="m"
            shown={lengthUnit.value}
            min={1e-9}
            placeholder="mixed"
            onChange={(value) => set({ [key]: value })}
          />
        ))}
        <NumberField
          label="Segments"
          value={common(shapes.map(({ segments }) => segments))}
          min={1}
          max={5000}
          whole
          placeholder="mixed"
          onChange={(segments) => set({ segments })}
        />
      </>
    );
  }
  const grids = shapes as Grid[];
  const set = (next: (grid: Grid) => Partial<Grid>) =>
    change(({ shape }) => ({ shape: { ...(shape as Grid), ...next(shape as Grid) } }));
  const parts = (key: 'size' | 'cells') => [0, 1].map((k) => common(grids.map((grid) => grid[key][k])));
  const replaced = (pair: Pair, k: number, value: number): Pair =>
    k === 0 ? [value, pair[1]] : [pair[0], value];
  return (
    <>
      <VectorField
        label="Size"
        values={parts('size')}
        unit="m"
        shown={lengthUnit.value}
        min={1e-9}
        axes={AXES}
        title="Cut to size: cells grow and shrink with it"
        onChange={(k, value) => set(({ size }) => ({ size: replaced(size, k, value) }))}
      />
      <VectorField
        label="Cells"
        values={parts('cells')}
        min={1}
        axes={AXES}
        title="More of them fold finer, and cost more"
        onChange={(k, value) =>
          set(({ cells }) => ({ cells: replaced(cells, k, Math.max(1, Math.round(value))) }))
        }
      />
      <ChoiceField
        label="Diagonals"
        value={common(grids.map(({ diagonals }) => diagonals ?? 'alternating'))}
        choices={[
          ['alternating', 'alternating'],
          ['same', 'all the same'],
        ]}
        title="All the same cost ipc a fifth; alternating ones prefer no direction"
        onChange={(diagonals) => set(() => ({ diagonals: diagonals as 'alternating' | 'same' }))}
      />
    </>
  );
}

const AXES = ['along', 'across'] as const;
