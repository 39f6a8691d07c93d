// The matrix of an island in which something is soft: blocks for its elements, and for what touches.
//
// Contacts come and go, and with them blocks. At the start of a step the matrix has those of the contacts that are there, so that it
// hangs on nothing else; in its middle it grows by those that are met.

import { CANDIDATE_STRIDE, vertexTotal } from '../../../geometry/ccd/index.ts';
import { type Arena, createArena } from '../../../num/kernels/index.ts';
import type { Island } from '../solve/islands.ts';
import { MixedSystem } from '../solve/mixed-system.ts';
import { NO_SLOT } from '../solve/no-slot.ts';
import type { Work } from '../step/work.ts';
import { createSheetRoom, isTabled, type SheetRoom, SheetTable } from './sheet-table.ts';
import type { Soft } from './soft.ts';

/** Matrices that lie in an arena of their own; all of a former generation are gone. */
export class SoftSystems {
  readonly arena: Arena = createArena();
  readonly shared: SheetRoom;
  /** Of each soft item's elements those that have a kernel. */
  readonly tables: readonly (readonly (SheetTable | undefined)[])[];
  private readonly mark: number;
  private latest = 0;
  generation = 0;

  constructor({ items }: Soft, owners: number) {
    this.shared = createSheetRoom(this.arena, owners);
    this.tables = items.map(({ elements }) =>
      elements.map((kind) => (isTabled(kind) ? new SheetTable(this.shared, kind) : undefined)),
    );
    this.mark = this.arena.mark();
  }

  make(build: (arena: Arena) => MixedSystem): MixedSystem {
    const before = this.arena.usedBytes;
    if (before > Math.max(LEAST_ROOM, 4 * this.latest)) {
      this.arena.release(this.mark);
      this.generation++;
    }
    const from = this.arena.usedBytes;
    const system = build(this.arena);
    this.latest = this.arena.usedBytes - from;
    return system;
  }
}

/** [bytes] */
const LEAST_ROOM = 32 * 1024 * 1024;

/** A step begins: its matrix has the blocks of elements and of what touches now. */
export function beginSystem(work: Work, soft: Soft, island: Island): void {
  const own = island.soft;
  if (!own) return;
  const wanted = couplingsOf(work, soft, island, false);
  const isSame =
    !own.isExtended &&
    own.generation === work.softSystems?.generation &&
    own.couplings.length === wanted.length &&
    wanted.every((key, k) => key === own.couplings[k]);
  if (!isSame) build(work, soft, island, wanted);
  own.isExtended = false;
}

/** Before it is filled: it has what the present contacts and friction need. */
export function readySystem(work: Work, soft: Soft, island: Island): void {
  const own = island.soft;
  if (!own) return;
  if (own.generation === work.softSystems?.generation && !lacksAny(work, soft, island)) return;
  const wanted = new Set([...own.couplings, ...couplingsOf(work, soft, island, true)]);
  build(work, soft, island, Float64Array.from([...wanted].sort((a, b) => a - b)));
  own.isExtended = true;
}

function build(work: Work, soft: Soft, island: Island, couplings: Float64Array): void {
  const own = island.soft;
  const { softSystems, islands, joints, model } = work;
  if (!own || !softSystems) return;
  const { place } = islands;
  own.system = softSystems.make(
    (arena) =>
      new MixedSystem(island, island.joints, joints.links, arena, place, model.bodies, (want) => {
        for (const s of own.places)
          for (const { nodes, width, count } of soft.items[s].elements)
            for (let e = 0; e < count; e++)
              for (let a = width * e; a < width * (e + 1); a++)
                for (let b = width * e; b < a; b++)
                  withCarriers(work, soft, nodes[a], nodes[b], (i, j) => {
                    if (place[i] >= 0 && place[j] >= 0) want(place[i], place[j]);
                    return false;
                  });
        for (const key of couplings) {
          const a = Math.floor(key / model.count);
          want(place[a], place[key - model.count * a]);
        }
      }),
  );
  island.system = own.system;
  own.generation = softSystems.generation;
  own.couplings = couplings;
  own.slots = own.slots.map((kinds) => kinds.map(() => undefined));
}

/** Calls with two owners, and with the bodies that carry them: what these two have of each other is folded into those (carried.ts). */
function withCarriers(
  { model: { carrier } }: Work,
  { isAnyCarried }: Soft,
  a: number,
  b: number,
  call: (a: number, b: number) => boolean,
): boolean {
  if (call(a, b)) return true;
  if (!isAnyCarried) return false;
  const [c, d] = [carrier[a], carrier[b]];
  return (
    (c >= 0 && c !== b && call(c, b)) ||
    (d >= 0 && d !== a && call(a, d)) ||
    (c >= 0 && d >= 0 && c !== d && call(c, d))
  );
}

/** Calls with the two owners of each block that a stencil needs in the island. */
function eachCoupling(
  work: Work,
  soft: Soft,
  island: Island,
  list: Int32Array,
  count: number,
  call: (a: number, b: number) => boolean,
): boolean {
  const { islands } = work;
  const { ownerOf } = soft;
  const isHere = (i: number): boolean => islands.of[i] >= 0 && islands.list[islands.of[i]] === island;
  for (let s = 0; s < count; s++) {
    const at = CANDIDATE_STRIDE * s;
    const end = at + 1 + vertexTotal(list[at]);
    for (let n = at + 1; n < end; n++) {
      const a = ownerOf[list[n]];
      if (!isHere(a)) continue;
      for (let m = at + 1; m < n; m++) {
        const b = ownerOf[list[m]];
        if (a === b || islands.of[b] !== islands.of[a]) continue;
        if (withCarriers(work, soft, a, b, (i, j) => isHere(i) && isHere(j) && call(i, j))) return true;
      }
    }
  }
  return false;
}

function lacksAny(work: Work, soft: Soft, island: Island): boolean {
  const own = island.soft;
  if (!own) return false;
  const { place } = work.islands;
  const lacks = (a: number, b: number): boolean =>
    own.system.slotOf(own.system.nodeOf(place[a]), own.system.nodeOf(place[b])) === NO_SLOT;
  return (
    eachCoupling(work, soft, island, own.contacts.list, own.contacts.count, lacks) ||
    eachCoupling(work, soft, island, own.friction.list, own.friction.count, lacks)
  );
}

/** Keys of all couplings, ascending: of the contacts, and where there is more to come of all that may be met, and of friction. */
function couplingsOf(work: Work, soft: Soft, island: Island, all: boolean): Float64Array {
  const keys = new Set<number>();
  const own = island.soft;
  if (!own) return new Float64Array(0);
  const note = (a: number, b: number): boolean => {
    keys.add(Math.max(a, b) * work.model.count + Math.min(a, b));
    return false;
  };
  eachCoupling(work, soft, island, own.contacts.list, own.contacts.count, note);
  if (all) {
    eachCoupling(work, soft, island, own.stencils.list, own.stencils.count, note);
    eachCoupling(work, soft, island, own.friction.list, own.friction.count, note);
  }
  return Float64Array.from([...keys].sort((a, b) => a - b));
}

/** Where the blocks of an item's elements of one kind go: width² an element, NO_SLOT where a node is no unknown. */
export function slotsOf(
  { islands, softSystems }: Work,
  soft: Soft,
  { soft: own }: Island,
  which: number,
  kind: number,
): Int32Array {
  if (!own) return new Int32Array(0);
  const known = own.slots[which][kind];
  if (known) return known;
  const { place } = islands;
  const { width, nodes, count } = soft.items[own.places[which]].elements[kind];
  const slots = softSystems?.arena.i32(width * width * count) ?? new Int32Array(width * width * count);
  for (let e = 0, i = 0; e < count; e++)
    for (let a = 0; a < width; a++)
      for (let b = 0; b < width; b++, i++) {
        const [p, q] = [place[nodes[width * e + a]], place[nodes[width * e + b]]];
        slots[i] = p < 0 || q < 0 ? NO_SLOT : own.system.slotOf(own.system.nodeOf(p), own.system.nodeOf(q));
      }
  own.slots[which][kind] = slots;
  return slots;
}
