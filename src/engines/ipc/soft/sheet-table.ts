// The membranes or the plates of a sheet, or the tetrahedra of a solid, where their kernel finds them (sheet.kernel.ts, solid.kernel.ts).

import type { Arena, Kernels } from '../../../num/kernels/index.ts';
import { kernelsFor } from '../../../num/kernels/index.ts';
import type { Elements } from './elements.ts';
import { Membranes } from './membranes.ts';
import { Plates } from './plates.ts';
import {
  BEYOND_AT,
  ELEMENTS,
  FORCE_AT,
  LANES_AT,
  NODES,
  NUMBERS_AT,
  POINTS_EACH,
  Q_AT,
  RECORD_SIZE,
  REST_AT,
  ROOM_AT,
  ROOM_REALS,
  SLOTS_AT,
  VALUES_AT,
  WIDTH_AT,
} from './sheet-layout.ts';
import { Solids } from './solids.ts';

/** What all tables of a simulation share: places of all owners, and what they feel. */
export interface SheetRoom {
  readonly arena: Arena;
  readonly q: Float64Array;
  readonly force: Float64Array;
  readonly room: Float64Array;
}

export function createSheetRoom(arena: Arena, owners: number): SheetRoom {
  return { arena, q: arena.f64(3 * owners), force: arena.f64(3 * owners), room: arena.f64(ROOM_REALS) };
}

/** Elements that have a kernel. */
type Tabled = Membranes | Plates | Solids;

export const isTabled = (kind: Elements): kind is Tabled =>
  kind instanceof Membranes || kind instanceof Plates || kind instanceof Solids;

export class SheetTable {
  private readonly shared: SheetRoom;
  private readonly elements: Tabled;
  private readonly record: Int32Array;
  private readonly kernels: Kernels;

  /** Moves the numbers of the elements, whose nodes are owners, into the arena. */
  constructor(shared: SheetRoom, elements: Tabled) {
    const { arena } = shared;
    this.shared = shared;
    this.elements = elements;
    this.kernels = kernelsFor(arena);
    this.record = arena.i32(RECORD_SIZE);
    elements.layInto(arena);
    this.record[ELEMENTS] = elements.count;
    this.record[NODES] = arena.offsetOf(elements.nodes) / 4;
    this.record[NUMBERS_AT] =
      arena.offsetOf(elements instanceof Solids ? elements.points : elements.present) / 8;
    if (elements instanceof Membranes) {
      this.record[REST_AT] = arena.offsetOf(elements.rest) / 8;
      this.record[BEYOND_AT] = arena.offsetOf(elements.beyond) / 8;
    } else if (elements instanceof Solids) {
      this.record[REST_AT] = arena.offsetOf(elements.before) / 8;
      this.record[WIDTH_AT] = elements.width;
      this.record[POINTS_EACH] = elements.perElement;
    } else this.record[LANES_AT] = arena.offsetOf(elements.lanes) / 4;
    this.record[Q_AT] = arena.offsetOf(shared.q) / 8;
    this.record[FORCE_AT] = arena.offsetOf(shared.force) / 8;
    this.record[ROOM_AT] = arena.offsetOf(shared.room) / 8;
  }

  /**
   * Energy at the shared places [J]; or adds forces, and curvature to a matrix, all of them `weight` times.
   * @param values  of the matrix, and the slots of the elements' blocks in it
   */
  run(part: number, weight: number, values?: Float64Array, slots?: Int32Array): number {
    const { record, kernels, elements } = this;
    const { arena } = this.shared;
    if (values && slots) {
      record[VALUES_AT] = arena.offsetOf(values) / 8;
      record[SLOTS_AT] = arena.offsetOf(slots) / 4;
    }
    const at = arena.offsetOf(record) / 4;
    if (elements instanceof Solids) {
      const { material, rate } = elements;
      return kernels.softSolids(at, part, material.lambda, material.mu, rate, weight);
    }
    return elements instanceof Membranes
      ? kernels.softMembranes(at, part, elements.scale, weight)
      : kernels.softPlates(at, part, elements.length, weight);
  }
}
