// Where a sheet of a scene is at rest, by Newton's method on the energy of the engine's own springs, plates and weights: dynamics come to
// rest slowly, and what is left of them looks like an error of the elements.

import { PLATE_HESSIAN_ROOM, plateEnergy, plateGradient, plateHessian } from '../../../src/elastic/index.ts';
import { buildModel, type Model } from '../../../src/engines/async/model/model.ts';
import { workOn } from '../../../src/num/kernels/machine.ts';
import type { SceneFile } from '../../../src/scene/index.ts';
import { optionsOf, sceneOf } from './harness.ts';

const UNKNOWNS = 21;
// in memory: places and tilts of a plate, itself, its last angles, gradient, second derivative
const PLATE = 32;
const NEAR = 56;
const SLOPE = 64;
const ROOM = 96;
const SECOND = ROOM + PLATE_HESSIAN_ROOM;
const memory = new Float64Array(SECOND + UNKNOWNS * UNKNOWNS);

/** Largest step of Newton's method [m] or [rad]. */
const LONGEST = 0.3;

export class Statics {
  /** Places of all vertices, then tilts. */
  readonly x: Float64Array;
  /** Share of gravity that acts. */
  private load = 1;
  private readonly model: Model;
  /** Number of each unknown, -1: held. */
  private readonly numbers: Int32Array;
  private readonly size: number;
  private readonly gradient: Float64Array;
  private readonly hessian: Float64Array;

  constructor(file: SceneFile) {
    const scene = sceneOf(file);
    this.model = buildModel(scene, optionsOf(scene));
    const { positions, inverseMasses, elements } = this.model;
    this.x = Float64Array.from([...positions, ...elements.tilts.start]);
    let size = 0;
    this.numbers = Int32Array.from(this.x, (_, i) =>
      i < positions.length && inverseMasses[Math.floor(i / 3)] === 0 ? -1 : size++,
    );
    this.size = size;
    this.gradient = new Float64Array(size);
    this.hessian = new Float64Array(size * size);
  }

  /** Comes to rest under the whole load, by parts of it. */
  settle(parts: number): Float64Array {
    for (let part = 1; part <= parts; part++) this.rest(part / parts);
    return this.x;
  }

  /** Whether it stands firmly where it comes to rest under a load: every way from there costs energy. */
  isFirm(load: number): boolean {
    this.rest(load);
    this.assemble(false);
    return factor(this.hessian, this.size) === 0;
  }

  private rest(load: number): void {
    this.load = load;
    let steps = 0;
    while (steps < 60 && this.improve()) steps++;
  }

  /** One step of Newton's method; false where it is at rest. */
  private improve(): boolean {
    const { x, numbers, size, gradient, hessian } = this;
    this.assemble(false);
    if (Math.hypot(...gradient) < 1e-10) return false;
    if (factor(hessian, size) > 0) {
      this.assemble(true);
      for (let i = 0; i < size; i++) hessian[size * i + i] += 1e-9;
      factor(hessian, size);
    }
    const way = solve(hessian, size, gradient);
    const [before, energy] = [x.slice(), this.energy()];
    let share = Math.min(1, LONGEST / way.reduce((most, w) => Math.max(most, Math.abs(w)), 0));
    for (let tries = 0; tries < 30; tries++, share *= 0.5) {
      for (let i = 0; i < x.length; i++) if (numbers[i] >= 0) x[i] = before[i] - share * way[numbers[i]];
      if (this.energy() <= energy + 1e-14 * Math.abs(energy)) return true;
    }
    return false;
  }

  private energy(): number {
    const { model, x, load } = this;
    const { springs, plates } = model.elements;
    let sum = 0;
    for (let s = 0; s < springs.count; s++) {
      const { length } = this.spring(s);
      sum += 0.5 * springs.reals[4 * s + 1] * (length - springs.reals[4 * s]) ** 2;
    }
    workOn(memory);
    for (let p = 0; p < plates.count; p++) {
      this.loadPlate(p);
      sum += plateEnergy(0, PLATE, NEAR);
    }
    model.accelerations.forEach((a, i) => {
      if (this.numbers[i] >= 0) sum -= load * model.masses[Math.floor(i / 3)] * a * x[i];
    });
    return sum;
  }

  private assemble(projected: boolean): void {
    const { model, numbers, gradient, hessian, load } = this;
    gradient.fill(0);
    hessian.fill(0);
    for (let s = 0; s < model.elements.springs.count; s++) this.addSpring(s, projected);
    workOn(memory);
    for (let p = 0; p < model.elements.plates.count; p++) this.addPlate(p, projected);
    model.accelerations.forEach((a, i) => {
      if (numbers[i] >= 0) gradient[numbers[i]] -= load * model.masses[Math.floor(i / 3)] * a;
    });
  }

  private spring(s: number): { ends: number[]; along: number[]; length: number } {
    const { x, model } = this;
    const ends = [...model.elements.springs.vertices.subarray(2 * s, 2 * s + 2)];
    const along = [0, 1, 2].map((k) => x[3 * ends[0] + k] - x[3 * ends[1] + k]);
    return { ends, along, length: Math.hypot(...along) };
  }

  private addSpring(s: number, projected: boolean): void {
    const { reals } = this.model.elements.springs;
    const { ends, along, length } = this.spring(s);
    const pull = (reals[4 * s + 1] * (length - reals[4 * s])) / length;
    const across = projected ? Math.max(0, pull) : pull;
    for (let i = 0; i < 6; i++) {
      const row = this.numbers[3 * ends[Math.floor(i / 3)] + (i % 3)];
      if (row < 0) continue;
      this.gradient[row] += (i < 3 ? 1 : -1) * pull * along[i % 3];
      for (let j = 0; j < 6; j++) {
        const column = this.numbers[3 * ends[Math.floor(j / 3)] + (j % 3)];
        if (column < 0) continue;
        const outer = ((reals[4 * s + 1] - across) * along[i % 3] * along[j % 3]) / (length * length);
        const sign = i < 3 === j < 3 ? 1 : -1;
        this.hessian[this.size * row + column] += sign * (outer + (i % 3 === j % 3 ? across : 0));
      }
    }
  }

  /** Where unknown i of a plate stands in x, -1: it has none. */
  private placeIn(p: number, i: number): number {
    const { plates, tilts } = this.model.elements;
    if (i < 18) return 3 * plates.vertices[6 * p + Math.floor(i / 3)] + (i % 3);
    const tilt = tilts.ofPlates[3 * p + i - 18];
    return tilt < 0 ? -1 : 3 * this.model.vertices + tilt;
  }

  private loadPlate(p: number): void {
    const { reals, count } = this.model.elements.plates;
    const size = reals.length / count;
    for (let i = 0; i < UNKNOWNS; i++) {
      const at = this.placeIn(p, i);
      memory[i] = at < 0 ? 0 : this.x[at];
    }
    memory.set(reals.subarray(size * p, size * (p + 1)), PLATE);
    memory.fill(0, NEAR, NEAR + 3);
  }

  private addPlate(p: number, projected: boolean): void {
    this.loadPlate(p);
    plateGradient(0, PLATE, NEAR, SLOPE);
    plateHessian(0, PLATE, NEAR, projected, ROOM, SECOND);
    const rows = Array.from({ length: UNKNOWNS }, (_, i) => {
      const at = this.placeIn(p, i);
      return at < 0 ? -1 : this.numbers[at];
    });
    rows.forEach((row, i) => {
      if (row < 0) return;
      this.gradient[row] += memory[SLOPE + i];
      rows.forEach((column, j) => {
        if (column >= 0) this.hessian[this.size * row + column] += memory[SECOND + UNKNOWNS * i + j];
      });
    });
  }
}

/** L and D of L D Lᵀ in place, the lower half; returns how many of D are not above zero. */
function factor(a: Float64Array, n: number): number {
  let below = 0;
  const first = Array.from({ length: n }, (_, i) =>
    a.subarray(n * i, n * i + i + 1).findIndex((entry) => entry !== 0),
  );
  for (let i = 0; i < n; i++) {
    for (let j = first[i]; j < i; j++)
      for (let k = Math.max(first[i], first[j]); k < j; k++) a[n * i + j] -= a[n * i + k] * a[n * j + k];
    for (let k = first[i]; k < i; k++) {
      const scaled = a[n * i + k] / a[n * k + k];
      a[n * i + i] -= scaled * a[n * i + k];
      a[n * i + k] = scaled;
    }
    if (!(a[n * i + i] > 0)) below++;
  }
  return below;
}

function solve(a: Float64Array, n: number, right: Float64Array): Float64Array {
  const x = right.slice();
  for (let i = 0; i < n; i++) for (let k = 0; k < i; k++) x[i] -= a[n * i + k] * x[k];
  for (let i = 0; i < n; i++) x[i] /= a[n * i + i];
  for (let i = n - 1; i >= 0; i--) for (let k = 0; k < i; k++) x[k] -= a[n * i + k] * x[i];
  return x;
}
