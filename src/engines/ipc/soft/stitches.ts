// Stitches: pairs of vertices that are drawn together, V = ½ k (|d| − ℓ)². ℓ goes from how far they are apart at the start to where both
// lie on each other, their thicknesses and a little apart, within the time that closing takes: contact keeps them so far apart in any case,
// and has nothing to do against what is sewn.

import type { Scene, Stitch } from '../../../scene/index.ts';
import { segmentEnergy, segmentGradient, segmentHessian } from '../../../elastic/index.ts';
import { lengthTriple } from '../../../num/index.ts';
import { Elements } from './elements.ts';
import { GRADIENT, HESSIAN, NUMBERS, PLACES, room } from './room.ts';

/** How far sewn vertices are apart, in what both keep around them: as far as a barrier reaches, and a little more. */
const APART = 1.25;
/** How many times stiffer than what they sew, unless said. */
const STIFFER = 10;

export class Stitches extends Elements {
  /** Of each, at the start and sewn [m]. */
  private readonly lengths: Float64Array;
  private readonly stiffness: number;
  /** How long they take to close [s]. */
  private readonly closing: number;
  private share = 0;
  private elapsed = 0;

  constructor(nodes: readonly number[], lengths: readonly number[], stiffness: number, closing: number) {
    super(2, nodes, new Float64Array(1));
    this.lengths = Float64Array.from(lengths);
    this.stiffness = stiffness;
    this.closing = closing;
  }

  begin(_q: Float64Array, h: number): void {
    this.elapsed = this.memory[0] + h;
    this.share = this.closing > this.elapsed ? 1 - this.elapsed / this.closing : 0;
  }

  override remember(_q: Float64Array, memory: Float64Array): void {
    memory[0] = this.elapsed;
  }

  private load(e: number): void {
    const { lengths, share, stiffness } = this;
    room[NUMBERS] = stiffness;
    room[NUMBERS + 1] = lengths[2 * e + 1] + share * (lengths[2 * e] - lengths[2 * e + 1]);
  }

  energy(e: number): number {
    this.load(e);
    return segmentEnergy(PLACES, NUMBERS);
  }

  writeGradient(e: number): void {
    this.load(e);
    segmentGradient(PLACES, NUMBERS, GRADIENT);
  }

  writeHessian(e: number, projected: boolean): void {
    this.load(e);
    segmentHessian(PLACES, NUMBERS, projected, HESSIAN);
  }
}

/** @param ownerOf  of a vertex of a deformable */
export function stitchesOf(
  stitch: Stitch,
  { deformables, meshes }: Scene,
  ownerOf: (deformable: number, vertex: number) => number,
  hardness: number,
): Stitches {
  const [a, b] = [deformables[stitch.a], deformables[stitch.b]];
  const sewn = 0.5 * APART * (a.thickness + b.thickness);
  const nodes: number[] = [];
  const lengths: number[] = [];
  for (let k = 0; k < stitch.vertices.length; k += 2) {
    const [v, w] = [stitch.vertices[k], stitch.vertices[k + 1]];
    nodes.push(ownerOf(stitch.a, v), ownerOf(stitch.b, w));
    const [x, y] = [meshes[a.mesh].positions, meshes[b.mesh].positions];
    const apart = lengthTriple([
      x[3 * v] - y[3 * w],
      x[3 * v + 1] - y[3 * w + 1],
      x[3 * v + 2] - y[3 * w + 2],
    ]);
    lengths.push(apart, Math.min(apart, sewn));
  }
  return new Stitches(nodes, lengths, stitch.stiffness ?? STIFFER * hardness, stitch.closing);
}
