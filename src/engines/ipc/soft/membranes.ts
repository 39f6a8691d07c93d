// The triangles of sheets, which stretch as membranes in plane stress (elastic/membrane.ts).
//
// Damping acts on the strain, (τ/2h) C : (E − Eᵗ)², so that it never brakes a rigid turn.

import {
  membraneForce,
  membraneHessian,
  membraneStrain,
  type Sheet,
  strainXX,
  strainXY,
  strainYY,
} from '../../../elastic/index.ts';
import type { Arena } from '../../../num/kernels/index.ts';
import { dampedScale, Elements, moved } from './elements.ts';
import { enterRoom, GRADIENT, HESSIAN, NUMBERS, PLACES, room } from './room.ts';

/** B, λ and μ of a membrane. */
const SIZE = 5;

export class Membranes extends Elements {
  /** B, λ and μ of each. */
  present: Float64Array;
  /** Strain about which each is at rest in this step. */
  rest: Float64Array;
  /** What the last move stretched each beyond the first order. */
  beyond: Float64Array;
  /** By what damping stiffens them in this step. */
  scale = 1;
  private readonly damping: number;
  private readonly isElastic: boolean;

  /** @param isElastic  whether they do more than damp */
  constructor(nodes: readonly number[], numbers: readonly number[], damping: number, isElastic: boolean) {
    super(3, nodes);
    this.present = Float64Array.from(numbers);
    this.damping = damping;
    this.isElastic = isElastic;
    this.rest = new Float64Array(nodes.length);
    this.beyond = new Float64Array(nodes.length);
  }

  begin(q: Float64Array, h: number): void {
    this.scale = dampedScale(this.damping, h) - (this.isElastic ? 0 : 1);
    if (this.damping === 0) return;
    const part = this.isElastic ? 1 - 1 / this.scale : 1;
    enterRoom();
    for (let e = 0; e < this.count; e++) {
      this.gather(e, q);
      this.load(e);
      membraneStrain(PLACES, NUMBERS);
      this.rest[3 * e] = part * strainXX;
      this.rest[3 * e + 1] = part * strainYY;
      this.rest[3 * e + 2] = part * strainXY;
    }
  }

  /** ½ dFᵀdF, F having changed by dF. */
  override noteMove(from: Float64Array, to: Float64Array): void {
    const { nodes, present, beyond } = this;
    for (let e = 0; e < this.count; e++) {
      const [a, b, c] = [3 * nodes[3 * e], 3 * nodes[3 * e + 1], 3 * nodes[3 * e + 2]];
      const at = SIZE * e;
      let xx = 0;
      let yy = 0;
      let xy = 0;
      for (let k = 0; k < 3; k++) {
        const here = to[a + k] - from[a + k];
        const e1 = to[b + k] - from[b + k] - here;
        const e2 = to[c + k] - from[c + k] - here;
        const f1 = e1 * present[at];
        const f2 = e1 * present[at + 1] + e2 * present[at + 2];
        xx += f1 * f1;
        yy += f2 * f2;
        xy += f1 * f2;
      }
      beyond[3 * e] = 0.5 * xx;
      beyond[3 * e + 1] = 0.5 * yy;
      beyond[3 * e + 2] = 0.5 * xy;
    }
  }

  /** Moves their numbers to where a kernel reads them. */
  layInto(arena: Arena): void {
    this.nodes = moved(this.nodes, arena.i32(this.nodes.length));
    this.present = moved(this.present, arena.f64(this.present.length));
    this.rest = moved(this.rest, arena.f64(this.rest.length));
    this.beyond = moved(this.beyond, arena.f64(this.beyond.length));
  }

  private load(e: number): void {
    for (let k = 0; k < SIZE; k++) room[NUMBERS + k] = this.present[SIZE * e + k];
  }

  energy(e: number): number {
    this.load(e);
    membraneStrain(PLACES, NUMBERS);
    const xx = strainXX - this.rest[3 * e];
    const yy = strainYY - this.rest[3 * e + 1];
    const xy = strainXY - this.rest[3 * e + 2];
    const trace = xx + yy;
    return (
      this.scale *
      (0.5 * room[NUMBERS + 3] * trace * trace + room[NUMBERS + 4] * (xx * xx + yy * yy + 2 * xy * xy))
    );
  }

  writeGradient(e: number): void {
    const { rest, scale } = this;
    this.load(e);
    membraneStrain(PLACES, NUMBERS);
    membraneForce(
      NUMBERS,
      strainXX - rest[3 * e],
      strainYY - rest[3 * e + 1],
      strainXY - rest[3 * e + 2],
      GRADIENT,
    );
    for (let k = GRADIENT; k < GRADIENT + 9; k++) room[k] *= -scale;
  }

  writeHessian(e: number, projected: boolean): void {
    const { rest, beyond, scale } = this;
    this.load(e);
    const i = 3 * e;
    membraneHessian(
      PLACES,
      NUMBERS,
      projected,
      HESSIAN,
      rest[i] + beyond[i],
      rest[i + 1] + beyond[i + 1],
      rest[i + 2] + beyond[i + 2],
    );
    if (scale !== 1) for (let k = HESSIAN; k < HESSIAN + 81; k++) room[k] *= scale;
  }
}

/** Of all faces of a sheet that have an area. @param poisson  below ½ @param isElastic  whether they do more than damp */
export function membranesOf(
  sheet: Sheet,
  stiffness: number,
  poisson: number,
  damping: number,
  isElastic = true,
): Membranes {
  const nodes: number[] = [];
  const numbers: number[] = [];
  for (let f = 0; f < sheet.faces.length / 3; f++) {
    const [x1, x2, y2] = sheet.restShape(f);
    if (!(x1 > 0 && y2 > 0)) continue;
    const area = 0.5 * x1 * y2;
    nodes.push(...sheet.faces.subarray(3 * f, 3 * f + 3));
    numbers.push(
      1 / x1,
      -x2 / (x1 * y2),
      1 / y2,
      (area * stiffness * poisson) / (1 - poisson * poisson),
      (area * stiffness) / (2 * (1 + poisson)),
    );
  }
  return new Membranes(nodes, numbers, damping, isElastic);
}
