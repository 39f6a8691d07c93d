// Where segments of rods meet, they bend and twist (elastic/rod-bend.ts).
//
// How far each segment is turned about itself is an unknown, three in a hidden node, solved for as a length, θ s, so that it moves about as
// far as vertices do. It is counted from where the step began: the frames there are remembered in the state, a director of each
// segment, and of each bend its twist, which may be more than a turn.

import {
  BEND_ANGLES,
  BEND_FRAMES,
  BEND_HESSIAN_ROOM,
  BEND_NEAR,
  BEND_REST,
  BEND_REST_TWIST,
  BEND_SIZE,
  BEND_STIFFNESS,
  BEND_TWIST_STIFFNESS,
  bendEnergy,
  bendGradient,
  bendHessian,
  LOOK_CURVATURE,
  LOOK_DIRECTOR,
  LOOK_TANGENT,
  LOOK_TWIST,
  rodLook,
} from '../../../elastic/index.ts';
import { dampedScale, Elements } from './elements.ts';
import { enterRoom, GRADIENT, HESSIAN, NUMBERS, PLACES, ROOM, room } from './room.ts';

const UNKNOWNS = 11;
/** Three vertices, and the hidden nodes of two angles. */
const WIDTH = 5;
const X = ROOM;
const G = X + UNKNOWNS;
const H = G + UNKNOWNS;
const LOOK = H + UNKNOWNS * UNKNOWNS;

if (LOOK + BEND_HESSIAN_ROOM > room.length) throw new Error('bends of rods need more room');

/** Of a segment that does not turn about itself. */
export const NO_LANE = 3;

export interface Bend {
  readonly vertices: readonly [number, number, number];
  /** Which segments meet, as their directors are numbered. */
  readonly segments: readonly [number, number];
  /** B and T [N m]. */
  readonly stiffness: readonly [number, number];
  /** r of both segments, along their director and across it, and m̄. */
  readonly rest: readonly [number, number, number, number];
  readonly restTwist: number;
  /** m at the start [rad]. */
  readonly twist: number;
}

export class RodBends extends Elements {
  private readonly segments: Int32Array;
  /** Which of its node's three numbers each angle is. */
  private readonly lanes: Uint8Array;
  private readonly numbers: Float64Array;
  /** The same as damping has it in this step, with the frames where it began. */
  private readonly present: Float64Array;
  /** The angles there, as lengths. */
  private readonly before: Float64Array;
  /** s [m]. */
  private readonly length: number;
  private readonly damping: number;

  /** @param directors  of all segments at the start, three numbers each */
  constructor(
    bends: readonly Bend[],
    nodes: readonly number[],
    lanes: readonly number[],
    directors: ArrayLike<number>,
    length: number,
    damping: number,
  ) {
    super(WIDTH, nodes, new Float64Array(bends.length + directors.length));
    this.lanes = Uint8Array.from(lanes);
    this.segments = Int32Array.from(bends.flatMap(({ segments }) => segments));
    this.numbers = new Float64Array(BEND_SIZE * bends.length);
    bends.forEach(({ stiffness, rest, restTwist, twist }, e) => {
      const at = BEND_SIZE * e;
      this.numbers[at + BEND_STIFFNESS] = stiffness[0];
      this.numbers[at + BEND_TWIST_STIFFNESS] = stiffness[1];
      this.numbers[at + BEND_REST_TWIST] = restTwist;
      this.numbers.set(rest, at + BEND_REST);
      this.memory[e] = twist;
    });
    this.memory.set(directors, bends.length);
    this.present = this.numbers.slice();
    this.before = new Float64Array(2 * bends.length);
    this.length = length;
    this.damping = damping;
  }

  begin(q: Float64Array, h: number): void {
    const { present, numbers, memory, count } = this;
    const scale = dampedScale(this.damping, h);
    const part = 1 - 1 / scale;
    enterRoom();
    present.set(numbers);
    for (let e = 0; e < count; e++) {
      const at = BEND_SIZE * e;
      this.gather(e, q);
      present[at + BEND_NEAR] = memory[e];
      for (let j = 0; j < 2; j++) {
        this.before[2 * e + j] = this.turned(e, j);
        this.writeFrame(at + BEND_FRAMES + 6 * j, j, count + 3 * this.segments[2 * e + j]);
      }
      if (part === 0) continue;
      this.load(e);
      rodLook(X, NUMBERS, LOOK);
      present[at + BEND_STIFFNESS] *= scale;
      present[at + BEND_TWIST_STIFFNESS] *= scale;
      present[at + BEND_REST_TWIST] += part * (room[LOOK + LOOK_TWIST] - numbers[at + BEND_REST_TWIST]);
      for (let j = 0; j < 2; j++) {
        const [along, across] = this.bentNow(j);
        const rest = at + BEND_REST + 2 * j;
        present[rest] += part * (along - numbers[rest]);
        present[rest + 1] += part * (across - numbers[rest + 1]);
      }
    }
  }

  /** Tangent of segment j of the bend whose places are in the room, and its director at memory[from…], across it to the last bit. */
  private writeFrame(to: number, j: number, from: number): void {
    const { present, memory } = this;
    let [length, along, size] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      present[to + k] = room[PLACES + 3 * j + 3 + k] - room[PLACES + 3 * j + k];
      length += present[to + k] * present[to + k];
    }
    length = Math.sqrt(length);
    for (let k = 0; k < 3; k++) {
      present[to + k] /= length;
      along += present[to + k] * memory[from + k];
    }
    for (let k = 0; k < 3; k++) {
      present[to + 3 + k] = memory[from + k] - along * present[to + k];
      size += present[to + 3 + k] * present[to + 3 + k];
    }
    size = Math.sqrt(size);
    for (let k = 0; k < 3; k++) present[to + 3 + k] /= size;
  }

  /** κ of the bend that was looked at, along the director of segment j and across it. */
  private bentNow(j: number): [number, number] {
    const t = LOOK + LOOK_TANGENT + 3 * j;
    const a = LOOK + LOOK_DIRECTOR + 3 * j;
    const k = LOOK + LOOK_CURVATURE;
    let [along, across] = [0, 0];
    for (let c = 0; c < 3; c++) {
      const [d, f] = [(c + 1) % 3, (c + 2) % 3];
      along += room[k + c] * room[a + c];
      across += room[k + c] * (room[t + d] * room[a + f] - room[t + f] * room[a + d]);
    }
    return [along, across];
  }

  /** θ s of segment j of the bend whose places are in the room, counted from the start of all. */
  private turned(e: number, j: number): number {
    const lane = this.lanes[2 * e + j];
    return lane === NO_LANE ? 0 : room[PLACES + BEND_ANGLES + 3 * j + lane];
  }

  /** Puts unknowns and numbers of a bend, whose nodes' places are in the room, where its functions expect them. */
  private load(e: number): void {
    const { present, before, length } = this;
    for (let k = 0; k < BEND_ANGLES; k++) room[X + k] = room[PLACES + k];
    for (let j = 0; j < 2; j++) room[X + BEND_ANGLES + j] = (this.turned(e, j) - before[2 * e + j]) / length;
    for (let k = 0; k < BEND_SIZE; k++) room[NUMBERS + k] = present[BEND_SIZE * e + k];
  }

  override remember(q: Float64Array, memory: Float64Array): void {
    const { count, segments } = this;
    enterRoom();
    for (let e = 0; e < count; e++) {
      this.gather(e, q);
      this.load(e);
      rodLook(X, NUMBERS, LOOK);
      memory[e] = room[LOOK + LOOK_TWIST];
      for (let j = 0; j < 2; j++)
        for (let k = 0; k < 3; k++)
          memory[count + 3 * segments[2 * e + j] + k] = room[LOOK + LOOK_DIRECTOR + 3 * j + k];
    }
  }

  energy(e: number): number {
    this.load(e);
    return bendEnergy(X, NUMBERS, LOOK);
  }

  writeGradient(e: number): void {
    this.load(e);
    bendGradient(X, NUMBERS, LOOK, G);
    room.fill(0, GRADIENT, GRADIENT + 3 * WIDTH);
    for (let i = 0; i < UNKNOWNS; i++) {
      const to = this.placeOf(e, i);
      if (to >= 0) room[GRADIENT + to] = room[G + i] * this.scaleOf(i);
    }
  }

  writeHessian(e: number, projected: boolean): void {
    this.load(e);
    bendHessian(X, NUMBERS, projected, LOOK, H);
    room.fill(0, HESSIAN, HESSIAN + 9 * WIDTH * WIDTH);
    for (let i = 0; i < UNKNOWNS; i++) {
      const row = this.placeOf(e, i);
      if (row < 0) continue;
      for (let j = 0; j < UNKNOWNS; j++) {
        const column = this.placeOf(e, j);
        if (column >= 0)
          room[HESSIAN + 3 * WIDTH * row + column] =
            room[H + UNKNOWNS * i + j] * this.scaleOf(i) * this.scaleOf(j);
      }
    }
  }

  private scaleOf(i: number): number {
    return i < BEND_ANGLES ? 1 : 1 / this.length;
  }

  /** Where unknown i stands among the numbers of the bend's nodes; -1: it is none. */
  private placeOf(e: number, i: number): number {
    if (i < BEND_ANGLES) return i;
    const lane = this.lanes[2 * e + i - BEND_ANGLES];
    return lane === NO_LANE ? -1 : BEND_ANGLES + 3 * (i - BEND_ANGLES) + lane;
  }
}
