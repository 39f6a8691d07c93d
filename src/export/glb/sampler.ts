// Translation, rotation and scale of one node at every frame, in single precision as glTF has it.

import { type Affine, partsOf } from '../../geometry/index.ts';
import type { Json } from '../../geometry/files/index.ts';

/** Axes further from right angles than this (a cosine) cannot be said by a rotation and a scale. */
const MOST_SHEAR = 1e-4;
/** Differences below this part are rounding. */
const ROUNDING = 1e-5;

export interface TrackChannel {
  readonly path: 'translation' | 'rotation' | 'scale';
  readonly values: Float32Array;
}

export class NodeTrack {
  readonly node: number;
  readonly name: string;
  private readonly translations: Float32Array;
  private readonly rotations: Float32Array;
  private readonly scales: Float32Array;
  private good = true;

  constructor(node: number, name: string, frames: number) {
    this.node = node;
    this.name = name;
    this.translations = new Float32Array(3 * frames);
    this.rotations = new Float32Array(4 * frames);
    this.scales = new Float32Array(3 * frames);
  }

  /** Every frame could be said. */
  get isGood(): boolean {
    return this.good;
  }

  get moves(): boolean {
    return this.channels().length > 0;
  }

  /** @param local  the node in its parent; undefined where the parent is flat */
  set(frame: number, local: Affine | undefined): void {
    const parts = local && partsOf(local);
    if (parts === undefined || !(parts.shear <= MOST_SHEAR)) {
      this.good = false;
      return;
    }
    const { translation, rotation, scale } = parts;
    this.translations.set(translation, 3 * frame);
    // q and -q are the same rotation; viewers go the short way only if neighbours have like signs.
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += frame > 0 ? this.rotations[4 * frame - 4 + k] * rotation[k] : 0;
    for (let k = 0; k < 4; k++) this.rotations[4 * frame + k] = dot < 0 ? -rotation[k] : rotation[k];
    this.scales.set(scale, 3 * frame);
  }

  /** Whether the first frame is this map, but for rounding. */
  startsAt(local: Affine): boolean {
    const { translation, rotation, scale } = partsOf(local);
    const size = Math.max(...[...translation, ...scale].map(Math.abs));
    const isNear = (a: ArrayLike<number>, b: Float64Array, sign = 1) =>
      b.every((x, k) => Math.abs(sign * a[k] - x) <= ROUNDING * Math.max(1, size));
    const same = isNear(this.rotations, rotation) || isNear(this.rotations, rotation, -1);
    return same && isNear(this.translations, translation) && isNear(this.scales, scale);
  }

  /** The node as it is at the first frame: a matrix cannot be animated, so its parts take its place. */
  start(node: Json): Json {
    const { matrix: _, ...rest } = node;
    return {
      ...rest,
      translation: [...this.translations.subarray(0, 3)],
      rotation: [...this.rotations.subarray(0, 4)],
      scale: [...this.scales.subarray(0, 3)],
    };
  }

  /** What changes. */
  channels(): TrackChannel[] {
    const { translations, rotations, scales } = this;
    const found: TrackChannel[] = [];
    if (changes(translations, 3, 0)) found.push({ path: 'translation', values: translations });
    if (changes(rotations, 4, 0)) found.push({ path: 'rotation', values: rotations });
    if (changes(scales, 3, ROUNDING)) found.push({ path: 'scale', values: scales });
    return found;
  }
}

function changes(values: Float32Array, width: number, rounding: number): boolean {
  return values.some(
    (value, i) => Math.abs(value - values[i % width]) > rounding * Math.abs(values[i % width]),
  );
}
