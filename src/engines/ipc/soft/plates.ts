// The triangles of sheets, which bend as thin plates (elastic/plate.ts).
//
// The tilts of edges are unknowns, three in a hidden node. They are solved for as lengths, φ s, so that they move about as far as
// vertices do; what inertia they have is of no account (hidden.ts).

import {
  PLATE_HESSIAN_ROOM,
  type Plate,
  plateBends,
  plateEnergy,
  plateGradient,
  plateHessian,
  bend0,
  bend1,
  bend2,
} from '../../../elastic/index.ts';
import type { Arena } from '../../../num/kernels/index.ts';
import { dampedScale, Elements, moved } from './elements.ts';
import { packTilts } from './pack-tilts.ts';
import { enterRoom, GRADIENT, HESSIAN, NUMBERS, PLACES, ROOM, room } from './room.ts';

/** Rest angles, shares, signs, K. */
const SIZE = 15;
const STIFFNESS = 9;
/** Unknowns of a plate, of which the last three are tilts. */
const UNKNOWNS = 21;
const TILTS = 18;
/** In the room: unknowns as plate.ts has them, their gradient and second derivative. */
const X = ROOM;
const G = X + UNKNOWNS;
const H = G + UNKNOWNS;
const SCRATCH = H + UNKNOWNS * UNKNOWNS;

if (SCRATCH + PLATE_HESSIAN_ROOM > room.length) throw new Error('plates need more room');

/** Six vertices and the hidden nodes of three tilts. */
const WIDTH = 9;

export class Plates extends Elements {
  private readonly numbers: Float64Array;
  /** The same as damping has it in this step: K and rest angles. */
  present: Float64Array;
  /** Which of its node's three numbers each tilt is. */
  lanes: Int32Array;
  /** s [m]. */
  readonly length: number;
  private readonly damping: number;

  constructor(
    nodes: readonly number[],
    lanes: readonly number[],
    numbers: readonly number[],
    length: number,
    damping: number,
  ) {
    super(WIDTH, nodes);
    this.lanes = Int32Array.from(lanes);
    this.numbers = Float64Array.from(numbers);
    this.present = this.numbers.slice();
    this.length = length;
    this.damping = damping;
  }

  begin(q: Float64Array, h: number): void {
    if (this.damping === 0) return;
    const { numbers, present } = this;
    const scale = dampedScale(this.damping, h);
    const part = 1 - 1 / scale;
    enterRoom();
    present.set(numbers);
    for (let e = 0; e < this.count; e++) {
      this.gather(e, q);
      this.load(e);
      plateBends(X, NUMBERS, NUMBERS);
      const at = SIZE * e;
      const bends = [bend0, bend1, bend2];
      for (let k = 0; k < 3; k++) {
        const share = numbers[at + 3 + k];
        if (share > 0) present[at + k] += (part * bends[k]) / share;
      }
      for (let k = STIFFNESS; k < SIZE; k++) present[at + k] *= scale;
    }
  }

  /** Moves their numbers to where a kernel reads them. */
  layInto(arena: Arena): void {
    this.nodes = moved(this.nodes, arena.i32(this.nodes.length));
    this.present = moved(this.present, arena.f64(this.present.length));
    this.lanes = moved(this.lanes, arena.i32(this.lanes.length));
  }

  /** Puts unknowns and numbers of a plate, whose nodes' places are in the room, where its functions expect them. */
  private load(e: number): void {
    const { present, lanes, length } = this;
    for (let k = 0; k < TILTS; k++) room[X + k] = room[PLACES + k];
    for (let k = 0; k < 3; k++)
      room[X + TILTS + k] = room[PLACES + TILTS + 3 * k + lanes[3 * e + k]] / length;
    for (let k = 0; k < SIZE; k++) room[NUMBERS + k] = present[SIZE * e + k];
  }

  energy(e: number): number {
    this.load(e);
    return plateEnergy(X, NUMBERS, NUMBERS);
  }

  writeGradient(e: number): void {
    this.load(e);
    plateGradient(X, NUMBERS, NUMBERS, G);
    for (let k = 0; k < TILTS; k++) room[GRADIENT + k] = room[G + k];
    room.fill(0, GRADIENT + TILTS, GRADIENT + 3 * WIDTH);
    for (let k = 0; k < 3; k++)
      room[GRADIENT + TILTS + 3 * k + this.lanes[3 * e + k]] = room[G + TILTS + k] / this.length;
  }

  writeHessian(e: number, projected: boolean): void {
    this.load(e);
    plateHessian(X, NUMBERS, NUMBERS, projected, SCRATCH, H);
    room.fill(0, HESSIAN, HESSIAN + 9 * WIDTH * WIDTH);
    for (let i = 0; i < UNKNOWNS; i++) {
      const row = HESSIAN + 3 * WIDTH * this.placeOf(e, i);
      const ofRow = i < TILTS ? 1 : 1 / this.length;
      for (let j = 0; j < UNKNOWNS; j++)
        room[row + this.placeOf(e, j)] =
          room[H + UNKNOWNS * i + j] * ofRow * (j < TILTS ? 1 : 1 / this.length);
    }
  }

  private placeOf(e: number, i: number): number {
    return i < TILTS ? i : TILTS + 3 * (i - TILTS) + this.lanes[3 * e + i - TILTS];
  }
}

/** What of a sheet bends, and how many tilts that takes. */
export interface PlatesOfSheet {
  readonly plates: Plates;
  /** Stiffness of each tilt, three of a node, 0 where a node has fewer [N m]. */
  readonly tilts: readonly number[];
}

/**
 * @param first   number of the first hidden node, which has the first three tilts
 * @param length  s [m]
 */
export function placePlates(
  plates: readonly Plate[],
  first: number,
  length: number,
  damping: number,
): PlatesOfSheet {
  const { placeOf, count } = packTilts(plates);
  const tilts = new Array<number>(count).fill(0);
  const nodes: number[] = [];
  const lanes: number[] = [];
  const numbers: number[] = [];
  for (const { vertices, edges, reals, stiffness } of plates) {
    nodes.push(...vertices);
    edges.forEach((edge, k) => {
      const tilt = placeOf.get(edge);
      if (tilt === undefined) {
        // feels nothing
        nodes.push(vertices[0]);
        lanes.push(0);
        return;
      }
      tilts[tilt] += stiffness[k];
      nodes.push(first + Math.floor(tilt / 3));
      lanes.push(tilt % 3);
    });
    numbers.push(...reals);
  }
  return { plates: new Plates(nodes, lanes, numbers, length, damping), tilts };
}
