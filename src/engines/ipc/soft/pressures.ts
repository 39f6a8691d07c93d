// Pressure on faces: p A n along the face's normal n, which turns with it, shared by its corners.
//
// On a closed surface it is the derivative of −p V by the places, V being the volume enclosed. So is that of a gas whose p V stays:
//
//   Ψ = −C ln(V/V₀) + p₀ (V − V₀)      C what its p V is, p₀ the pressure outside
//
// whose second derivative has a part C/V² ∇V ∇Vᵀ that couples all vertices: it is no block of the matrix, the direction is put right
// for it (solve/direction.ts). An open surface has no such potential: there area and normal are those of the start of the step.

import type { Deformable } from '../../../scene/index.ts';
import { type Mesh, signedVolume } from '../../../geometry/index.ts';
import { closednessOf } from '../../../geometry/surface/index.ts';
import { log } from '../../../num/elementary/index.ts';
import { Elements } from './elements.ts';
import { enterRoom, GRADIENT, HESSIAN, PLACES, room } from './room.ts';

export class Pressures extends Elements {
  /** Against the outside, along the normals [Pa]: where there is a gas, at the start. */
  private readonly pressure: number;
  /** 1 where normals point outwards, -1 where inwards; 0 of an open surface. */
  private readonly side: number;
  /** p V of the gas [J], the pressure around [Pa], the volume at the start [m³]. */
  private readonly gas:
    | { readonly held: number; readonly outside: number; readonly volume: number }
    | undefined;
  /** The origin of volumes, and the volume where the step began. */
  private readonly origin = new Float64Array(3);
  private before = 0;
  /** ∂Ψ/∂V and ∂²Ψ/∂V² at the places looked at last. */
  private slope = 0;
  curvature = 0;
  /** What a corner of each face of an open surface feels in this step [N]. */
  private readonly pushes: Float64Array;

  /**
   * @param volume   enclosed at the start, negative where normals point inwards, 0 of an open surface
   * @param outside  pressure around a gas
   */
  constructor(faces: readonly number[], pressure: number, volume: number, outside: number | undefined) {
    super(3, faces);
    this.pressure = pressure;
    this.side = Math.sign(volume);
    const size = Math.abs(volume);
    this.gas =
      outside === undefined ? undefined : { held: (outside + pressure) * size, outside, volume: size };
    this.pushes = new Float64Array(volume === 0 ? faces.length : 0);
  }

  begin(q: Float64Array): void {
    enterRoom();
    for (let k = 0; k < 3; k++) this.origin[k] = q[3 * this.nodes[0] + k];
    if (this.side !== 0) {
      this.before = this.volumeAt(q);
      return;
    }
    const p = PLACES;
    for (let e = 0; e < this.count; e++) {
      this.gather(e, q);
      for (let k = 0; k < 3; k++) {
        const i = (k + 1) % 3;
        const j = (k + 2) % 3;
        const twice =
          (room[p + 3 + i] - room[p + i]) * (room[p + 6 + j] - room[p + j]) -
          (room[p + 3 + j] - room[p + j]) * (room[p + 6 + i] - room[p + i]);
        this.pushes[3 * e + k] = (this.pressure * twice) / 6;
      }
    }
  }

  /** Enclosed, whichever way the faces are turned [m³]. */
  volumeAt(q: Float64Array): number {
    enterRoom();
    let sum = 0;
    for (let e = 0; e < this.count; e++) {
      this.gather(e, q);
      this.writeVolumeGradient(e);
      for (let k = 0; k < 3; k++) sum += room[GRADIENT + k] * (room[PLACES + k] - this.origin[k]);
    }
    return sum;
  }

  override look(q: Float64Array): void {
    const { gas } = this;
    if (!gas) {
      this.slope = -this.pressure;
      return;
    }
    const volume = this.volumeAt(q);
    this.slope = gas.outside - gas.held / volume;
    this.curvature = gas.held / (volume * volume);
  }

  /** What each corner has in the volume between the face and the origin: (b × c)/6 and so on, to GRADIENT. */
  writeVolumeGradient(_e: number): void {
    for (let n = 0; n < 3; n++) {
      const b = PLACES + 3 * ((n + 1) % 3);
      const c = PLACES + 3 * ((n + 2) % 3);
      for (let k = 0; k < 3; k++) {
        const i = (k + 1) % 3;
        const j = (k + 2) % 3;
        const [oi, oj] = [this.origin[i], this.origin[j]];
        const product = (room[b + i] - oi) * (room[c + j] - oj) - (room[b + j] - oj) * (room[c + i] - oi);
        room[GRADIENT + 3 * n + k] = (this.side * product) / 6;
      }
    }
  }

  override energyAt(q: Float64Array): number {
    const { gas } = this;
    if (this.side === 0) return super.energyAt(q);
    const volume = this.volumeAt(q);
    if (!gas) return -this.pressure * (volume - this.before);
    if (!(volume > 0)) return Infinity;
    return gas.outside * (volume - gas.volume) - gas.held * log(volume / gas.volume);
  }

  /** Of a face as seen from the origin; of a closed surface at the pressure looked at last. */
  energy(e: number): number {
    let sum = 0;
    if (this.side !== 0) {
      this.writeVolumeGradient(e);
      for (let k = 0; k < 3; k++) sum += room[GRADIENT + k] * (room[PLACES + k] - this.origin[k]);
      return this.slope * sum;
    }
    for (let n = 0; n < 3; n++)
      for (let k = 0; k < 3; k++) sum -= this.pushes[3 * e + k] * (room[PLACES + 3 * n + k] - this.origin[k]);
    return sum;
  }

  writeGradient(e: number): void {
    if (this.side === 0) {
      for (let n = 0; n < 3; n++)
        for (let k = 0; k < 3; k++) room[GRADIENT + 3 * n + k] = -this.pushes[3 * e + k];
      return;
    }
    this.writeVolumeGradient(e);
    for (let k = GRADIENT; k < GRADIENT + 9; k++) room[k] *= this.slope;
  }

  /** Of the whole the part that no other face has to do with; made positive there is nothing left of it. */
  writeHessian(_e: number, projected: boolean): void {
    room.fill(0, HESSIAN, HESSIAN + 81);
    if (projected || this.side === 0) return;
    const scale = (this.slope * this.side) / 6;
    // ∂²(a·(b × c)) by a and b is −[c]×, and so on round
    for (let n = 0; n < 3; n++) {
      const m = (n + 1) % 3;
      const other = PLACES + 3 * ((n + 2) % 3);
      for (let k = 0; k < 3; k++) {
        const i = (k + 1) % 3;
        const j = (k + 2) % 3;
        const x = scale * (room[other + k] - this.origin[k]);
        this.put(n, i, m, j, x);
        this.put(n, j, m, i, -x);
      }
    }
  }

  private put(n: number, r: number, m: number, c: number, x: number): void {
    room[HESSIAN + 9 * (3 * n + r) + 3 * m + c] = x;
    room[HESSIAN + 9 * (3 * m + c) + 3 * n + r] = x;
  }
}

/** Of all faces of a sheet or a skin. */
export function pressuresOf({ pressure = 0, gas }: Deformable, mesh: Mesh): Pressures[] {
  if (pressure === 0 && !gas) return [];
  const volume = closednessOf(mesh).closed ? signedVolume(mesh) : 0;
  // of a closed surface positive pressure is that from inside, whichever way its faces are turned
  return [new Pressures(Array.from(mesh.faces), pressure, volume, gas?.outside)];
}
