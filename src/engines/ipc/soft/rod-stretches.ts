// The segments of rods, which stretch (elastic/rod-stretch.ts).

import { segmentEnergy, segmentGradient, segmentHessian, segmentLength } from '../../../elastic/index.ts';
import { dampedScale, Elements } from './elements.ts';
import { enterRoom, GRADIENT, HESSIAN, NUMBERS, PLACES, room } from './room.ts';

export class RodStretches extends Elements {
  /** Stiffness [N/m] and length [m] of each, and the same as damping has it in this step. */
  private readonly numbers: Float64Array;
  private readonly present: Float64Array;
  private readonly damping: number;

  constructor(nodes: readonly number[], numbers: readonly number[], damping: number) {
    super(2, nodes);
    this.numbers = Float64Array.from(numbers);
    this.present = this.numbers.slice();
    this.damping = damping;
  }

  begin(q: Float64Array, h: number): void {
    if (this.damping === 0) return;
    const { numbers, present } = this;
    const scale = dampedScale(this.damping, h);
    const part = 1 - 1 / scale;
    enterRoom();
    for (let e = 0; e < this.count; e++) {
      this.gather(e, q);
      present[2 * e] = scale * numbers[2 * e];
      present[2 * e + 1] = (1 - part) * numbers[2 * e + 1] + part * segmentLength(PLACES);
    }
  }

  private load(e: number): void {
    room[NUMBERS] = this.present[2 * e];
    room[NUMBERS + 1] = this.present[2 * e + 1];
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
