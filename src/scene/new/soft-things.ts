// Things that deform, of a named material: a sheet, a rope, a solid, as scene files write them.
//
// Their material says all but how they are damped: τ = η/ω with its loss factor η at 5 Hz, about which things from a hand's to a
// man's size swing and sag. A rope of a fabric is spun of yarns that slide on each other, so it bends as they do side by side:
// EI = E π t² y²/64 with yarns of y = 1 mm, where a solid rod has E π t⁴/64.

import { meshBounds } from '../../geometry/index.ts';
import { closednessOf } from '../../geometry/surface/index.ts';
import type { DeformableFile } from '../builder.ts';
import { FaultError } from '../fault/fault.ts';
import { spellingHint } from '../fault/spelling-hint.ts';
import { findMaterial, type MaterialName, materialNames } from '../materials.ts';
import { findPrimitive, type PrimitiveFile, primitiveNames } from '../primitives.ts';
import type { Material, Vec3 } from '../types.ts';

/** What all of them may say; what is not said is chosen. */
interface Words {
  /** By name: cotton where nothing is said, of solids jelly. */
  readonly material?: string;
  /** Whether it hangs instead of falling: a sheet by two corners, a rope by an end, a solid by its top. */
  readonly hangs?: boolean;
  /** [m] */
  readonly thickness?: number;
}

/** A rectangle. */
interface ClothWords extends Words {
  readonly kind: 'cloth';
  /** [m] */
  readonly size?: readonly [number, number];
  readonly cells?: readonly [number, number];
}

/** A straight one. */
interface RopeWords extends Words {
  readonly kind: 'rope';
  /** [m] */
  readonly length?: number;
  readonly segments?: number;
}

/** A primitive, so large that its longest side is `size` [m]. */
export interface SolidWords extends Words {
  readonly kind: 'soft';
  readonly shape?: string;
  readonly size?: number;
}

export type SoftThing = ClothWords | RopeWords | SolidWords;
type Pins = NonNullable<DeformableFile['pins']>;

/** Frequency at which damping is that of the loss factor [Hz]. */
const SWINGING = 5;
const YARN = 1e-3;
/** Cells of a sheet's longer side, segments of a rope. */
const CELLS = 14;
const SEGMENTS = 40;

/** @param lift  how high its lowest point begins [m] */
export function softThing(thing: SoftThing, lift: number): DeformableFile {
  if (thing.kind === 'soft') return primitiveOf(thing, lift);
  const material = materialOf(thing);
  return thing.kind === 'cloth' ? sheet(thing, material, lift) : rope(thing, material, lift);
}

/** What any solid of this material says of itself. */
export function solidWords(
  words: Pick<SolidWords, 'kind' | 'material' | 'thickness'>,
  smallest: number,
): Pick<DeformableFile, 'material' | 'thickness' | 'stretchDamping'> {
  const material = materialOf(words);
  return {
    material: material.name as MaterialName,
    thickness: words.thickness ?? Math.min(1e-3, rounded(smallest / 50)),
    stretchDamping: dampingOf(material),
  };
}

/** Holds what is highest of a solid that fills a box. */
export function heldAtTop(low: Vec3, high: Vec3, up: 1 | 2): Pins {
  const margin = high.map((x, k) => x - low[k]);
  const min = low.map((x, k) => (k === up ? high[k] - 0.1 * margin[k] : x - margin[k]));
  const max = high.map((x, k) => x + margin[k]);
  return [{ within: { min: [min[0], min[1], min[2]], max: [max[0], max[1], max[2]] } }];
}

function materialOf({
  kind,
  material = kind === 'soft' ? 'jelly' : 'cotton',
}: Pick<SoftThing, 'kind' | 'material'>): Material {
  const found = findMaterial(material);
  if (found !== undefined) return found;
  throw new FaultError('it cannot be made:', [
    {
      what: 'unknown material',
      where: '--material',
      value: material,
      remedy: spellingHint(material, materialNames),
    },
  ]);
}

function dampingOf({ lossFactor = 0 }: Material): number {
  return rounded(lossFactor / (2 * Math.PI * SWINGING));
}

function sheet(
  { size = [1, 1], cells, thickness, hangs }: ClothWords,
  material: Material,
  lift: number,
): DeformableFile {
  const [width, depth] = size;
  const edge = Math.max(width, depth) / CELLS;
  const [across, along] = cells ?? size.map((side) => Math.max(1, Math.round(side / edge)));
  const hair = 1e-6 * Math.min(width, depth);
  const damping = dampingOf(material);
  const corner = (side: number): Pins[number] => ({
    within: {
      min: [side * 0.5 * width - hair, lift + depth - hair, -hair],
      max: [side * 0.5 * width + hair, lift + depth + hair, hair],
    },
  });
  return {
    name: 'cloth',
    kind: 'cloth',
    shape: {
      kind: 'grid',
      size: [width, depth],
      cells: [across, along],
      ...(hangs ? { upright: true } : {}),
    },
    position: [0, hangs ? lift + 0.5 * depth : lift, 0],
    material: material.name as MaterialName,
    ...(thickness === undefined ? {} : { thickness }),
    stretchDamping: damping,
    bendDamping: damping,
    ...(hangs ? { pins: [corner(-1), corner(1)] } : {}),
  };
}

/** Lies along x; one that hangs begins level as long above the lowest point. */
function rope(
  { length = 1, segments = SEGMENTS, thickness = 0.01, hangs }: RopeWords,
  material: Material,
  lift: number,
): DeformableFile {
  const damping = dampingOf(material);
  const yarn = Math.min(thickness, YARN);
  const bending = (material.youngsModulus * Math.PI * thickness * thickness * yarn * yarn) / 64;
  return {
    name: 'rope',
    kind: 'rod',
    shape: {
      kind: 'inline',
      vertices: Array.from({ length: segments + 1 }, (_, i): [number, number, number] => [
        rounded(length * (i / segments - 0.5)),
        0,
        0,
      ]),
      edges: Array.from({ length: segments }, (_, i): [number, number] => [i, i + 1]),
    },
    position: [0, hangs ? lift + length : lift, 0],
    material: material.name as MaterialName,
    thickness,
    ...(material.textile ? { bendStiffness: rounded(bending), twistStiffness: rounded(bending) } : {}),
    stretchDamping: damping,
    bendDamping: damping,
    ...(hangs ? { pins: [{ vertices: [0] }] } : {}),
  };
}

function primitiveOf(words: SolidWords, lift: number): DeformableFile {
  const { shape = 'box', size = 0.1, hangs } = words;
  const mesh = primitiveNames.includes(shape) ? findPrimitive(shape).make() : undefined;
  if (mesh === undefined || !closednessOf(mesh).closed)
    throw new FaultError('it cannot be made:', [
      {
        what: mesh === undefined ? 'unknown shape' : 'is open, so that it has no inside',
        where: '--shape',
        value: shape,
        remedy: spellingHint(shape, primitiveNames.filter(hasInside)),
      },
    ]);
  const box = meshBounds(mesh);
  const sides = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  const scale = size / Math.max(...sides);
  const y = lift - scale * box[1];
  const corners = [0, 3].map(
    (side): Vec3 => [scale * box[side], y + scale * box[side + 1], scale * box[side + 2]],
  );
  return {
    name: shape,
    kind: 'solid',
    shape: { kind: shape } as PrimitiveFile,
    scale: rounded(scale),
    position: [0, rounded(y), 0],
    ...solidWords(words, scale * Math.min(...sides)),
    ...(hangs ? { pins: heldAtTop(corners[0], corners[1], 1) } : {}),
  };
}

function hasInside(shape: string): boolean {
  return closednessOf(findPrimitive(shape).make()).closed;
}

/** To six digits, as people read the file. */
function rounded(x: number): number {
  return Number(x.toPrecision(6));
}
