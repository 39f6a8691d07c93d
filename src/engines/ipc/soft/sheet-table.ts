// The membranes or the plates of a sheet where their kernel finds them (sheet.kernel.ts).

import type { Arena, Kernels } from '../../../num/kernels/index.ts';
import { kernelsFor } from '../../../num/kernels/index.ts';
import { Membranes } from './membranes.ts';
import type { Plates } from './plates.ts';
import {
  BEYOND_AT,
  ELEMENTS,
  FORCE_AT,
  LANES_AT,
  NODES,
  NUMBERS_AT,
  Q_AT,
  RECORD_SIZE,
  REST_AT,
  ROOM_AT,
  ROOM_REALS,
  SLOTS_AT,
  VALUES_AT,
} from './sheet-layout.ts';

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

export class SheetTable {
  private readonly shared: SheetRoom;
  private readonly elements: Membranes | Plates;
  private readonly record: Int32Array;
  private readonly kernels: Kernels;

  /** Moves the numbers of the elements, whose nodes are owners, into the arena. */
  constructor(shared: SheetRoom, elements: Membranes | Plates) {
    const { arena } = shared;
    this.shared = shared;
    this.elements = elements;
    this.kernels = kernelsFor(arena);
    this.record = arena.i32(RECORD_SIZE);
    elements.layInto(arena);
    this.record[ELEMENTS] = elements.count;
    this.record[NODES] = arena.offsetOf(elements.nodes) / 4;
    this.record[NUMBERS_AT] = arena.offsetOf(elements.present) / 8;
    if (elements instanceof Membranes) {
      this.record[REST_AT] = arena.offsetOf(elements.rest) / 8;
      this.record[BEYOND_AT] = arena.offsetOf(elements.beyond) / 8;
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
    return elements instanceof Membranes
      ? kernels.softMembranes(at, part, elements.scale, weight)
      : kernels.softPlates(at, part, elements.length, weight);
  }
}
