// An event queue: the least time first, ties by the smaller id, every entry reachable by its id.
//
// A heap with four children a node (fewer levels, and children share a cache line), kept in flat
// arrays that grow by doubling. Ids are small integers chosen by the caller, at most one entry
// each; an array from id to place makes `update` and `remove` logarithmic. The order of pops
// depends on the entries alone, never on the order in which they came.

export class EventHeap {
  private times: Float64Array;
  private ids: Int32Array;
  /** id → index into times and ids, or -1 */
  private places: Int32Array;
  private count = 0;

  constructor(capacity = 16) {
    this.times = new Float64Array(Math.max(capacity, 4));
    this.ids = new Int32Array(this.times.length);
    this.places = new Int32Array(this.times.length).fill(-1);
  }

  get size(): number {
    return this.count;
  }

  has(id: number): boolean {
    return id >= 0 && id < this.places.length && this.places[id] >= 0;
  }

  /** The time of an entry; NaN where there is none. */
  timeOf(id: number): number {
    return this.has(id) ? this.times[this.places[id]] : NaN;
  }

  /** Adds an entry, or moves the one of this id to another time. */
  set(id: number, time: number): void {
    if (!(Number.isInteger(id) && id >= 0)) throw new RangeError(`event id is ${id}; give an integer ≥ 0`);
    // NaN compares false with everything and would silently break the order.
    if (Number.isNaN(time)) throw new RangeError(`the time of event ${id} is NaN; give a number`);
    if (id >= this.places.length) this.growPlaces(id + 1);
    let place = this.places[id];
    if (place < 0) {
      if (this.count === this.times.length) this.growEntries();
      place = this.count++;
      this.siftUp(place, time, id);
    } else if (precedes(time, id, this.times[place], id)) {
      this.siftUp(place, time, id);
    } else {
      this.siftDown(place, time, id);
    }
  }

  /** The id of the next event, or -1 when there is none. */
  peek(): number {
    return this.count > 0 ? this.ids[0] : -1;
  }

  /** The time of the next event, or Infinity when there is none. */
  peekTime(): number {
    return this.count > 0 ? this.times[0] : Infinity;
  }

  /** Takes the next event out and returns its id, or -1 when there is none. */
  pop(): number {
    if (this.count === 0) return -1;
    const id = this.ids[0];
    this.remove(id);
    return id;
  }

  /** Takes the entry of this id out; false where there is none. */
  remove(id: number): boolean {
    if (!this.has(id)) return false;
    const place = this.places[id];
    this.places[id] = -1;
    this.count--;
    if (place < this.count) {
      // The last entry fills the gap, and may belong above or below it.
      const time = this.times[this.count];
      const last = this.ids[this.count];
      const parent = (place - 1) >> 2;
      if (place > 0 && precedes(time, last, this.times[parent], this.ids[parent])) {
        this.siftUp(place, time, last);
      } else {
        this.siftDown(place, time, last);
      }
    }
    return true;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.places[this.ids[i]] = -1;
    this.count = 0;
  }

  private siftUp(from: number, time: number, id: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 2;
      if (!precedes(time, id, this.times[parent], this.ids[parent])) break;
      this.put(place, this.times[parent], this.ids[parent]);
      place = parent;
    }
    this.put(place, time, id);
  }

  private siftDown(from: number, time: number, id: number): void {
    let place = from;
    for (;;) {
      const first = 4 * place + 1;
      if (first >= this.count) break;
      const end = Math.min(first + 4, this.count);
      let least = first;
      for (let child = first + 1; child < end; child++) {
        if (precedes(this.times[child], this.ids[child], this.times[least], this.ids[least])) least = child;
      }
      if (!precedes(this.times[least], this.ids[least], time, id)) break;
      this.put(place, this.times[least], this.ids[least]);
      place = least;
    }
    this.put(place, time, id);
  }

  private put(place: number, time: number, id: number): void {
    this.times[place] = time;
    this.ids[place] = id;
    this.places[id] = place;
  }

  private growEntries(): void {
    const times = new Float64Array(2 * this.times.length);
    times.set(this.times);
    this.times = times;
    const ids = new Int32Array(times.length);
    ids.set(this.ids);
    this.ids = ids;
  }

  private growPlaces(atLeast: number): void {
    const places = new Int32Array(Math.max(atLeast, 2 * this.places.length)).fill(-1);
    places.set(this.places);
    this.places = places;
  }
}

function precedes(time: number, id: number, otherTime: number, otherId: number): boolean {
  return time < otherTime || (time === otherTime && id < otherId);
}
