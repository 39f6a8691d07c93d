// Wind on faces and wires, each by the air's velocity u relative to it, ρ its density and A the area:
//
//   face  F = ½ ρ A ((c_D − c_L) (u·n)² u/|u| + c_L |u| (u·n) n)
//   wire  F = ½ ρ c ℓ t |u_⊥| u_⊥                                  u_⊥ across the wire, t its diameter
//
// F is K u with a matrix K that is never negative. K is that of the start of the step, u that of its end: the potential
// (h/2) (w − v)·K (w − v) of the mean velocity v = Σ (x − xᵗ)/(n h) has a constant second derivative that is never negative. So no gale
// throws a light sheet back and forth however long the step is, and what falls steadily falls as it should.

import type { Deformable } from '../../../scene/index.ts';
import type { Mesh } from '../../../geometry/index.ts';
import { meshTopology } from '../../../geometry/surface/index.ts';
import { type Air, WIRE_DRAG } from './air.ts';
import { Elements } from './elements.ts';
import { GRADIENT, HESSIAN, PLACES, room } from './room.ts';

export class Winds extends Elements {
  private readonly air: Air;
  /** Diameter of wires [m]. */
  private readonly thickness: number;
  /** Whether faces are the skin of something, which the wind meets only from outside. */
  private readonly isSkin: boolean;
  /** K of each, six numbers xx xy xz yy yz zz [kg/s], and Σ xᵗ/n. */
  private readonly matrices: Float64Array;
  private readonly middles: Float64Array;
  private h = 1;

  constructor(width: 2 | 3, nodes: readonly number[], air: Air, thickness: number, isSkin: boolean) {
    super(width, nodes);
    this.air = air;
    this.thickness = thickness;
    this.isSkin = isSkin;
    this.matrices = new Float64Array(6 * this.count);
    this.middles = new Float64Array(3 * this.count);
  }

  begin(q: Float64Array, h: number, velocity: Float64Array): void {
    this.h = h;
    const { width, nodes, middles, air } = this;
    for (let e = 0; e < this.count; e++) {
      this.gather(e, q);
      for (let k = 0; k < 3; k++) {
        let mean = 0;
        let place = 0;
        for (let n = 0; n < width; n++) {
          mean += velocity[3 * nodes[width * e + n] + k];
          place += room[PLACES + 3 * n + k];
        }
        u[k] = air.velocity[k] - mean / width;
        middles[3 * e + k] = place / width;
      }
      this.matrices.fill(0, 6 * e, 6 * e + 6);
      if (width === 3) this.meetFace(e);
      else this.meetWire(e);
    }
  }

  /** K += s 1 + t v vᵀ */
  private add(e: number, s: number, t: number, v: Float64Array): void {
    const { matrices: m } = this;
    for (let r = 0, at = 6 * e; r < 3; r++)
      for (let c = r; c < 3; c++, at++) m[at] += (r === c ? s : 0) + t * v[r] * v[c];
  }

  private meetFace(e: number): void {
    const { density, drag, lift } = this.air;
    const p = PLACES;
    for (let k = 0; k < 3; k++) {
      a[k] = room[p + 3 + k] - room[p + k];
      b[k] = room[p + 6 + k] - room[p + k];
    }
    // twice the area
    for (let k = 0; k < 3; k++) normal[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    const twice = lengthOf(normal);
    const speed = lengthOf(u);
    if (!(twice > 0 && speed > 0)) return;
    for (let k = 0; k < 3; k++) normal[k] /= twice;
    const through = dot(u, normal);
    if (this.isSkin && through > 0) return;
    const half = 0.25 * density * twice;
    // of more lift than drag what brakes is left out, so that K is never negative
    this.add(e, (half * Math.max(0, drag - lift) * through * through) / speed, half * lift * speed, normal);
  }

  private meetWire(e: number): void {
    const p = PLACES;
    for (let k = 0; k < 3; k++) a[k] = room[p + 3 + k] - room[p + k];
    const length = lengthOf(a);
    if (!(length > 0)) return;
    for (let k = 0; k < 3; k++) a[k] /= length;
    const along = dot(u, a);
    for (let k = 0; k < 3; k++) b[k] = u[k] - along * a[k];
    const scale = 0.5 * this.air.density * WIRE_DRAG * length * this.thickness * lengthOf(b);
    this.add(e, scale, -scale, a);
  }

  /** Leaves K (v − w) of element e in `a`; returns (v − w)·K (v − w). */
  private push(e: number): number {
    const { width, middles, matrices: m, air, h } = this;
    for (let k = 0; k < 3; k++) {
      let place = 0;
      for (let n = 0; n < width; n++) place += room[PLACES + 3 * n + k];
      b[k] = (place / width - middles[3 * e + k]) / h - air.velocity[k];
    }
    const o = 6 * e;
    a[0] = m[o] * b[0] + m[o + 1] * b[1] + m[o + 2] * b[2];
    a[1] = m[o + 1] * b[0] + m[o + 3] * b[1] + m[o + 4] * b[2];
    a[2] = m[o + 2] * b[0] + m[o + 4] * b[1] + m[o + 5] * b[2];
    return dot(a, b);
  }

  energy(e: number): number {
    return 0.5 * this.h * this.push(e);
  }

  writeGradient(e: number): void {
    this.push(e);
    for (let n = 0; n < this.width; n++)
      for (let k = 0; k < 3; k++) room[GRADIENT + 3 * n + k] = a[k] / this.width;
  }

  writeHessian(e: number): void {
    const { width, matrices: m, h } = this;
    const side = 3 * width;
    const scale = 1 / (width * width * h);
    for (let i = 0; i < side; i++)
      for (let j = 0; j < side; j++) {
        const [r, c] = i % 3 <= j % 3 ? [i % 3, j % 3] : [j % 3, i % 3];
        room[HESSIAN + side * i + j] = scale * m[6 * e + (r === 0 ? c : r + c + 1)];
      }
  }
}

const u = new Float64Array(3);
const a = new Float64Array(3);
const b = new Float64Array(3);
const normal = new Float64Array(3);

function dot(x: Float64Array, y: Float64Array): number {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

function lengthOf(x: Float64Array): number {
  return Math.sqrt(dot(x, x));
}

/** Of all that the wind can blow on. */
export function windsOf({ kind, thickness }: Deformable, mesh: Mesh, air: Air): Winds[] {
  const { edges, faceEdgeCount } = meshTopology(mesh);
  const wires = Array.from(edges.subarray(2 * faceEdgeCount));
  return [
    new Winds(3, Array.from(mesh.faces), air, thickness, kind === 'solid'),
    new Winds(2, wires, air, thickness, false),
  ].filter(({ count }) => count > 0);
}
