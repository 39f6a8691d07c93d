// The loop's tables in the arena, and the header that says where they are.
//
// Addresses in the header count doubles or 32-bit integers from the start of memory. Pools double when the loop
// asks: a new table is taken and the old one copied; what the old one took is lost to the arena, at most as much
// again as the tables themselves.

import type { Arena } from '../../../num/kernels/index.ts';
import { pow } from '../../../num/elementary/index.ts';
import type { Groups } from './groups.ts';
import {
  HEAD_ACCELERATION,
  HEAD_GROUP_COUNT,
  HEAD_GROUP_ELEMENTS,
  HEAD_GROUP_KIND,
  HEAD_GROUP_START,
  HEAD_GROUP_STEP,
  HEAD_GROUP_VERTEX,
  HEAD_GROUP_VERTICES,
  HEAD_HINGE_COUNT,
  HEAD_HINGE_REALS,
  HEAD_HINGE_VERTICES,
  HEAD_INVERSE_MASS,
  HEAD_NOW,
  HEAD_OWED,
  HEAD_POSITION,
  HEAD_SCRATCH,
  HEAD_SPRING_COUNT,
  HEAD_SPRING_REALS,
  HEAD_SPRING_VERTICES,
  HEAD_TIME,
  HEAD_TRIANGLE_COUNT,
  HEAD_TRIANGLE_REALS,
  HEAD_TRIANGLE_VERTICES,
  HEAD_VELOCITY,
  HEAD_VERTEX_COUNT,
  HEAD_WIND_REALS,
  HEAD_WIND_SPEED,
  HEAD_WIND_VERTICES,
} from '../loop/layout/layout.ts';
import {
  FOLD_SIZE,
  HEAD_FOLD_REALS,
  HEAD_FOLD_TILT,
  HEAD_FOLD_VERTICES,
  HEAD_GROUP_FOLD,
  HEAD_PLATE_COUNT,
  HEAD_PLATE_FOLDS,
  HEAD_PLATE_REALS,
  HEAD_PLATE_TILTS,
  HEAD_PLATE_VERTICES,
  HEAD_TILT,
  HEAD_TILT_COUNT,
  TILT_SIZE,
} from '../loop/layout/plates.ts';
import {
  CONTACT_REALS_SIZE,
  CONTACT_WHOLES_SIZE,
  HEAD_CLASS_COUNT,
  HEAD_CONTACT_CAPACITY,
  HEAD_CONTACT_HASH,
  HEAD_CONTACT_HASH_MASK,
  HEAD_CONTACT_REALS,
  HEAD_CONTACT_WHOLES,
  HEAD_FACE_FLAT,
  HEAD_LADDER,
  HEAD_LADDER_MOST,
  HEAD_LAYER_CAPACITY,
  HEAD_LAYER_REALS,
  HEAD_LAYER_WHOLES,
  HEAD_PAIR_CAPACITY,
  HEAD_PAIR_HASH,
  HEAD_PAIR_HASH_MASK,
  HEAD_PAIR_REALS,
  HEAD_PAIR_WHOLES,
  HEAD_RULES,
  HEAD_VERTEX_CLASS,
  LADDER_SIZE,
  LAYER_REALS_SIZE,
  LAYER_WHOLES_SIZE,
  PAIR_REALS_SIZE,
  PAIR_WHOLES_SIZE,
  RULE_SIZE,
} from '../loop/layout/contact.ts';
import {
  COUNTERS_SIZE,
  HEAD_CONTROL_REALS,
  HEAD_COUNTERS,
  HEAD_TALLY,
  HEAD_TURN_CAPACITY,
  HEAD_TURN_REALS,
  HEAD_TURN_VERTEX,
  TALLY_SIZE,
  TURN_SIZE,
} from '../loop/layout/control.ts';
import { HEAD_HEAP_CODE, HEAD_HEAP_TICK, HEAD_PLACES, TAG_GROUP, TAG_LAYER } from '../loop/layout/queue.ts';
import type { Model } from './model.ts';

const HEADER_SIZE = 256;
const FIRST_PAIRS = 256;
const FIRST_LAYERS = 256;
const FIRST_CONTACTS = 256;
const FIRST_TURNS = 4096;

export class Tables {
  readonly arena: Arena;
  readonly header: Int32Array;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly time: Float64Array;
  readonly inverseMass: Float64Array;
  readonly acceleration: Float64Array;
  readonly rules: Float64Array;
  readonly springs: Float64Array;
  readonly triangles: Float64Array;
  readonly hinges: Float64Array;
  readonly plates: Float64Array;
  readonly tilts: Float64Array;
  readonly control: Float64Array;
  readonly tally: Float64Array;
  readonly counters: Float64Array;
  pairWholes!: Int32Array;
  pairReals!: Float64Array;
  layerWholes!: Int32Array;
  layerReals!: Float64Array;
  contactWholes!: Int32Array;
  contactReals!: Float64Array;
  turnVertices!: Int32Array;
  turnReals!: Float64Array;
  /** Ticks of the queue, the next one first. */
  heapTick!: Float64Array;
  /** Slots of each tag of events. */
  private readonly slots = new Map<number, number>();
  private readonly views = new Map<number, Int32Array | Float64Array>();

  constructor(model: Model, groups: Groups, arena: Arena) {
    this.arena = arena;
    this.header = arena.i32(HEADER_SIZE);
    const { elements, vertices } = model;
    this.position = this.reals(HEAD_POSITION, 3 * vertices);
    this.velocity = this.reals(HEAD_VELOCITY, 3 * vertices);
    this.time = this.reals(HEAD_TIME, vertices);
    this.inverseMass = this.reals(HEAD_INVERSE_MASS, vertices);
    this.acceleration = this.reals(HEAD_ACCELERATION, 3 * vertices);
    this.header[HEAD_VERTEX_COUNT] = vertices;
    this.inverseMass.set(model.inverseMasses);
    this.wholes(HEAD_VERTEX_CLASS, vertices).set(model.itemOfVertex);
    this.rules = this.reals(HEAD_RULES, RULE_SIZE * model.items * model.items);
    this.header[HEAD_CLASS_COUNT] = model.items;
    if (model.flatFaces.some((flat) => flat !== 0))
      this.wholes(HEAD_FACE_FLAT, model.flatFaces.length).set(model.flatFaces);

    this.wholes(HEAD_GROUP_KIND, groups.count).set(groups.kind);
    this.reals(HEAD_GROUP_STEP, groups.count).set(groups.step);
    this.wholes(HEAD_GROUP_START, groups.count + 1).set(groups.start);
    this.wholes(HEAD_GROUP_ELEMENTS, groups.elements.length).set(groups.elements);
    this.header[HEAD_GROUP_COUNT] = groups.count;
    this.wholes(HEAD_GROUP_VERTEX, groups.count + 1).set(groups.vertexStart);
    this.wholes(HEAD_GROUP_VERTICES, groups.vertices.length).set(groups.vertices);
    this.reals(HEAD_NOW, 3 * vertices);
    this.reals(HEAD_OWED, 3 * vertices + elements.tilts.count);
    this.wholes(HEAD_WIND_VERTICES, elements.wind.vertices.length).set(elements.wind.vertices);
    this.reals(HEAD_WIND_REALS, elements.wind.reals.length).set(elements.wind.reals);
    this.reals(HEAD_WIND_SPEED, elements.wind.count > 0 ? 3 * vertices : 0);

    this.wholes(HEAD_SPRING_VERTICES, elements.springs.vertices.length).set(elements.springs.vertices);
    this.springs = this.reals(HEAD_SPRING_REALS, elements.springs.reals.length);
    this.header[HEAD_SPRING_COUNT] = elements.springs.count;
    this.wholes(HEAD_TRIANGLE_VERTICES, elements.triangles.vertices.length).set(elements.triangles.vertices);
    this.triangles = this.reals(HEAD_TRIANGLE_REALS, elements.triangles.reals.length);
    this.header[HEAD_TRIANGLE_COUNT] = elements.triangles.count;
    this.wholes(HEAD_HINGE_VERTICES, elements.hinges.vertices.length).set(elements.hinges.vertices);
    this.hinges = this.reals(HEAD_HINGE_REALS, elements.hinges.reals.length);
    this.header[HEAD_HINGE_COUNT] = elements.hinges.count;
    this.wholes(HEAD_PLATE_VERTICES, elements.plates.vertices.length).set(elements.plates.vertices);
    this.wholes(HEAD_PLATE_TILTS, elements.tilts.ofPlates.length).set(elements.tilts.ofPlates);
    this.plates = this.reals(HEAD_PLATE_REALS, elements.plates.reals.length);
    this.header[HEAD_PLATE_COUNT] = elements.plates.count;
    this.tilts = this.reals(HEAD_TILT, TILT_SIZE * elements.tilts.count);
    this.header[HEAD_TILT_COUNT] = elements.tilts.count;
    const { folds } = groups;
    this.wholes(HEAD_FOLD_VERTICES, folds.vertices.length).set(folds.vertices);
    this.wholes(HEAD_FOLD_TILT, folds.tilts.length).set(folds.tilts);
    this.reals(HEAD_FOLD_REALS, FOLD_SIZE * folds.tilts.length);
    this.wholes(HEAD_PLATE_FOLDS, folds.ofPlates.length).set(folds.ofPlates);
    this.wholes(HEAD_GROUP_FOLD, folds.start.length).set(folds.start);

    this.reals(HEAD_SCRATCH, 64);
    this.writeLadder(model);
    this.control = this.reals(HEAD_CONTROL_REALS, 16);
    this.tally = this.reals(HEAD_TALLY, TALLY_SIZE);
    this.counters = this.reals(HEAD_COUNTERS, COUNTERS_SIZE);
    this.setSlots(TAG_GROUP, groups.count);
    this.growPairs(FIRST_PAIRS);
    this.growLayers(FIRST_LAYERS);
    this.growContacts(FIRST_CONTACTS);
    this.growTurns(FIRST_TURNS);
  }

  /** Where the header is, as the loop takes it. */
  get at(): number {
    return this.arena.offsetOf(this.header) / 4;
  }

  /** Takes a table of doubles, or a larger one in place of it, and writes its base into the header. */
  reals(head: number, length: number): Float64Array {
    const view = this.arena.f64(length);
    const old = this.views.get(head);
    if (old) view.set((old as Float64Array).subarray(0, Math.min(old.length, length)));
    this.views.set(head, view);
    this.header[head] = this.arena.offsetOf(view) / 8;
    return view;
  }

  /** The same with 32-bit integers. */
  wholes(head: number, length: number): Int32Array {
    const view = this.arena.i32(length);
    const old = this.views.get(head);
    if (old) view.set((old as Int32Array).subarray(0, Math.min(old.length, length)));
    this.views.set(head, view);
    this.header[head] = this.arena.offsetOf(view) / 4;
    return view;
  }

  /** The pairs' hash is then empty: the loop has to write it anew. */
  growPairs(capacity = 2 * this.header[HEAD_PAIR_CAPACITY]): void {
    this.pairWholes = this.wholes(HEAD_PAIR_WHOLES, PAIR_WHOLES_SIZE * capacity);
    this.pairReals = this.reals(HEAD_PAIR_REALS, PAIR_REALS_SIZE * capacity);
    this.header[HEAD_PAIR_CAPACITY] = capacity;
    this.hash(HEAD_PAIR_HASH, HEAD_PAIR_HASH_MASK, capacity);
  }

  growLayers(capacity = 2 * this.header[HEAD_LAYER_CAPACITY]): void {
    this.layerWholes = this.wholes(HEAD_LAYER_WHOLES, LAYER_WHOLES_SIZE * capacity);
    this.layerReals = this.reals(HEAD_LAYER_REALS, LAYER_REALS_SIZE * capacity);
    this.header[HEAD_LAYER_CAPACITY] = capacity;
    this.setSlots(TAG_LAYER, capacity);
  }

  /** The contacts' hash is then empty, as that of the pairs. */
  growContacts(capacity = 2 * this.header[HEAD_CONTACT_CAPACITY]): void {
    this.contactWholes = this.wholes(HEAD_CONTACT_WHOLES, CONTACT_WHOLES_SIZE * capacity);
    this.contactReals = this.reals(HEAD_CONTACT_REALS, CONTACT_REALS_SIZE * capacity);
    this.header[HEAD_CONTACT_CAPACITY] = capacity;
    this.hash(HEAD_CONTACT_HASH, HEAD_CONTACT_HASH_MASK, capacity);
  }

  growTurns(capacity = 2 * this.header[HEAD_TURN_CAPACITY]): void {
    this.turnVertices = this.wholes(HEAD_TURN_VERTEX, capacity);
    this.turnReals = this.reals(HEAD_TURN_REALS, TURN_SIZE * capacity);
    this.header[HEAD_TURN_CAPACITY] = capacity;
  }

  /** How many slots a tag of events has; the heap has room for all. */
  setSlots(tag: number, slots: number): void {
    this.wholes(HEAD_PLACES + tag, slots);
    this.slots.set(tag, slots);
    let all = 0;
    for (const count of this.slots.values()) all += count;
    const heap = this.views.get(HEAD_HEAP_TICK);
    if (heap && heap.length >= all) return;
    this.heapTick = this.reals(HEAD_HEAP_TICK, 2 * all);
    this.wholes(HEAD_HEAP_CODE, 2 * all);
  }

  private hash(head: number, maskHead: number, capacity: number): void {
    let size = 16;
    while (size < 2 * capacity) size *= 2;
    this.views.delete(head);
    this.wholes(head, size);
    this.header[maskHead] = size - 1;
  }

  /** lᵃ, l⁻ᵇ, l⁻ᵃᐟ² */
  private writeLadder({ options }: Model): void {
    const { layerStiffening: a, layerThinning: b, mostLayers } = options;
    const ladder = this.reals(HEAD_LADDER, LADDER_SIZE * (mostLayers + 1));
    for (let l = 1; l <= mostLayers; l++) {
      ladder[LADDER_SIZE * l] = pow(l, a);
      ladder[LADDER_SIZE * l + 1] = pow(l, -b);
      ladder[LADDER_SIZE * l + 2] = 1 / Math.sqrt(ladder[LADDER_SIZE * l]);
    }
    this.header[HEAD_LADDER_MOST] = mostLayers;
  }
}
