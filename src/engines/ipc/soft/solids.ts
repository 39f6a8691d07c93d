// The tetrahedra of solids: stable neo-Hookean, of four nodes or ten (elastic/solid-point.ts, neo-hookean.ts).
//
// Damping acts on the Green strain, (τ/2h) C : (E − Eᵗ)², so that it never brakes a rigid turn.

import {
  addPointGradient,
  addPointHessian,
  addStrainDampingHessian,
  addStrainDampingStress,
  greenStrain,
  neoHookeanEnergy,
  neoHookeanHessian,
  neoHookeanStress,
  POINT_ROOM,
  POINT_VOLUME,
  pointCount,
  pointDeformation,
  strainDampingEnergy,
  type TetraNodes,
} from '../../../elastic/index.ts';
import type { Arena } from '../../../num/kernels/index.ts';
import { Elements, moved } from './elements.ts';
import { enterRoom, GRADIENT, HESSIAN, NUMBERS, PLACES, ROOM, room } from './room.ts';

/** Lamé's numbers [Pa]. */
export interface Lame {
  readonly lambda: number;
  readonly mu: number;
}

/** In the room: a point's numbers, and what is computed there. */
const POINT = ROOM;
const AT = POINT + 31;
/** A strain, six numbers. */
const STRAIN = NUMBERS;

if (AT + POINT_ROOM > room.length) throw new Error('solids need more room');

export class Solids extends Elements {
  points: Float64Array;
  readonly perElement: number;
  /** Numbers of a point. */
  private readonly size: number;
  readonly material: Lame;
  private readonly damping: number;
  /** Green strain of each point at the start of the step, where that is damped. */
  before: Float64Array;
  /** τ/h of this step. */
  rate = 0;

  /** @param points  of all elements (elastic/tetrahedra.ts) */
  constructor(
    width: TetraNodes,
    nodes: readonly number[],
    points: readonly number[],
    material: Lame,
    damping: number,
  ) {
    super(width, nodes);
    this.points = Float64Array.from(points);
    this.perElement = pointCount(width);
    this.size = 1 + 3 * width;
    this.material = material;
    this.damping = damping;
    this.before = new Float64Array(damping > 0 ? 6 * this.perElement * this.count : 0);
  }

  begin(q: Float64Array, h: number): void {
    this.rate = this.damping / h;
    if (this.damping === 0) return;
    enterRoom();
    for (let e = 0; e < this.count; e++) {
      this.gather(e, q);
      for (let p = e * this.perElement; p < (e + 1) * this.perElement; p++) {
        this.deform(p);
        greenStrain(AT, STRAIN);
        for (let k = 0; k < 6; k++) this.before[6 * p + k] = room[STRAIN + k];
      }
    }
  }

  /** Moves their numbers to where a kernel reads them. */
  layInto(arena: Arena): void {
    this.nodes = moved(this.nodes, arena.i32(this.nodes.length));
    this.points = moved(this.points, arena.f64(this.points.length));
    this.before = moved(this.before, arena.f64(this.before.length));
  }

  /** F at point p of the element whose nodes are in the room, and the strain before it. */
  private deform(p: number): void {
    const { size, points, before } = this;
    for (let k = 0; k < size; k++) room[POINT + k] = points[size * p + k];
    pointDeformation(PLACES, this.width, POINT, AT);
    if (this.rate > 0) for (let k = 0; k < 6; k++) room[STRAIN + k] = before[6 * p + k];
  }

  energy(e: number): number {
    const { lambda, mu } = this.material;
    const { rate, perElement } = this;
    let energy = 0;
    for (let p = e * perElement; p < (e + 1) * perElement; p++) {
      this.deform(p);
      let density = neoHookeanEnergy(lambda, mu, AT);
      if (rate > 0) density += strainDampingEnergy(rate * lambda, rate * mu, STRAIN, AT);
      energy += room[POINT + POINT_VOLUME] * density;
    }
    return energy;
  }

  writeGradient(e: number): void {
    const { lambda, mu } = this.material;
    const { rate, perElement, width } = this;
    room.fill(0, GRADIENT, GRADIENT + 3 * width);
    for (let p = e * perElement; p < (e + 1) * perElement; p++) {
      this.deform(p);
      neoHookeanStress(lambda, mu, AT);
      if (rate > 0) addStrainDampingStress(rate * lambda, rate * mu, STRAIN, AT);
      addPointGradient(width, POINT, AT, GRADIENT);
    }
  }

  writeHessian(e: number, projected: boolean): void {
    const { lambda, mu } = this.material;
    const { rate, perElement, width } = this;
    room.fill(0, HESSIAN, HESSIAN + 9 * width * width);
    for (let p = e * perElement; p < (e + 1) * perElement; p++) {
      this.deform(p);
      neoHookeanHessian(lambda, mu, projected, AT);
      if (rate > 0) addStrainDampingHessian(rate * lambda, rate * mu, STRAIN, projected, AT);
      addPointHessian(width, POINT, AT, HESSIAN);
    }
  }
}
