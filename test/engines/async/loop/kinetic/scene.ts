// Small random scenes for the certificates: sheets, obstacles and points in one world, run by certificates or by brute
// force with all pairs and many layers on.

import {
  type CertificateSettings,
  certificateDefaults,
  growCertificatePairs,
  growRecords,
  type TableTaker,
  takeCertificateTables,
} from '../../../../../src/engines/async/detect/certificates.ts';
import * as contact from '../../../../../src/engines/async/loop/layout/contact.ts';
import * as control from '../../../../../src/engines/async/loop/layout/control.ts';
import { NEED_RECORDS } from '../../../../../src/engines/async/loop/layout/kinetic.ts';
import * as layout from '../../../../../src/engines/async/loop/layout/layout.ts';
import * as queue from '../../../../../src/engines/async/loop/layout/queue.ts';
import { buildTree, type Tree, type TreeInput } from '../../../../../src/engines/async/detect/tree.ts';
import type { Random } from '../../../../../src/num/index.ts';
import { type Build, type Machine, type Rule, TICKS_PER_SECOND, World } from '../world.ts';

export interface Scene {
  readonly input: TreeInput;
  readonly build: Build;
  /** [m] */
  readonly thickness: number;
}

interface Item {
  positions: number[];
  velocities: number[];
  faces: number[];
  wires: number[];
  points: number[];
  /** 0: moved from outside. */
  mass: number;
}

/** A sheet of n × n squares of a side each; one that can move is rough, tilted and falls. */
export function sheet(
  random: Random,
  n: number,
  side: number,
  centre: number[],
  speed: number,
  mass: number,
): Item {
  const positions: number[] = [];
  const velocities: number[] = [];
  const faces: number[] = [];
  const drift = [0, 1, 2].map(() => random.between(-speed, speed));
  drift[2] = -speed;
  const rough = mass > 0 ? 0.1 * side : 0;
  const tilt = mass > 0 ? random.between(-0.3, 0.3) : 0;
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const x = (i - n / 2) * side;
      const y = (j - n / 2) * side;
      const z = random.between(-rough, rough);
      positions.push(centre[0] + x - tilt * z, centre[1] + y, centre[2] + z + tilt * x);
      for (let k = 0; k < 3; k++)
        velocities.push(mass > 0 ? drift[k] + random.between(-0.1, 0.1) * speed : 0);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      const c = a + n + 1;
      faces.push(a, c, a + 1, a + 1, c, c + 1);
    }
  }
  return { positions, velocities, faces, wires: [], points: [], mass };
}

export function dust(
  random: Random,
  count: number,
  centre: number[],
  size: number,
  speed: number,
  mass: number,
): Item {
  const positions: number[] = [];
  const velocities: number[] = [];
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      positions.push(centre[k] + random.between(-size, size));
      velocities.push(random.between(-speed, speed));
    }
  }
  return {
    positions,
    velocities,
    faces: [],
    wires: [],
    points: Array.from({ length: count }, (_, i) => i),
    mass,
  };
}

/** A chain that falls, along x with a wave in it. */
export function chain(
  random: Random,
  links: number,
  length: number,
  centre: number[],
  speed: number,
  mass: number,
): Item {
  const positions: number[] = [];
  const velocities: number[] = [];
  const wires: number[] = [];
  for (let i = 0; i <= links; i++) {
    const wave = random.between(-0.3, 0.3) * length;
    positions.push(centre[0] + (i - links / 2) * length, centre[1] + wave, centre[2]);
    velocities.push(0, random.between(-0.1, 0.1) * speed, -speed);
    if (i > 0) wires.push(i - 1, i);
  }
  return { positions, velocities, faces: [], wires, points: [], mass };
}

/** Everything collides with everything, sheets with themselves too; springs along edges; gravity. */
export function assemble(
  items: readonly Item[],
  { thickness = 0.01, friction = 0.3, restitution = 1, gravity = 9.8, stiffness = 200, r = 1000 } = {},
): Scene {
  const positions: number[] = [];
  const velocities: number[] = [];
  const masses: number[] = [];
  const classes: number[] = [];
  const faces: number[] = [];
  const wires: number[] = [];
  const points: number[] = [];
  items.forEach((item, c) => {
    const first = masses.length;
    positions.push(...item.positions);
    velocities.push(...item.velocities);
    faces.push(...item.faces.map((v) => v + first));
    wires.push(...item.wires.map((v) => v + first));
    points.push(...item.points.map((v) => v + first));
    for (let i = 0; i < item.positions.length / 3; i++) {
      masses.push(item.mass);
      classes.push(c);
    }
  });
  const edges: number[] = [];
  const seen = new Set<string>();
  const join = (p: number, q: number): void => {
    const [a, b] = [Math.min(p, q), Math.max(p, q)];
    if (seen.has(`${a} ${b}`)) return;
    seen.add(`${a} ${b}`);
    edges.push(a, b);
  };
  for (let f = 0; f < faces.length; f += 3) {
    for (let k = 0; k < 3; k++) join(faces[f + k], faces[f + ((k + 1) % 3)]);
  }
  for (let w = 0; w < wires.length; w += 2) join(wires[w], wires[w + 1]);
  const springs: [number, number, number, number, number][] = [];
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e], edges[e + 1]];
    if (masses[a] === 0) continue;
    springs.push([a, b, distance(positions, a, b), stiffness, 0.01]);
  }
  const rule: Rule = { eta: thickness, r, c: 0.1, friction, restitution };
  const rules = items.map((a) => items.map((b) => (a.mass + b.mass > 0 ? rule : { ...rule, eta: 0 })));
  return {
    thickness,
    input: {
      positions: Float64Array.from(positions),
      inverseMasses: Float64Array.from(masses, (m) => (m > 0 ? 1 / m : 0)),
      classes: Int32Array.from(classes),
      faces: Int32Array.from(faces),
      edges: Int32Array.from(edges),
      points: Int32Array.from(points),
      radii: new Float64Array(items.length).fill(thickness / 2),
    },
    build: {
      positions,
      velocities,
      masses,
      classes,
      rules,
      accelerations: masses.flatMap((m) => (m > 0 ? [0, 0, -gravity] : [0, 0, 0])),
      springs,
      groups: [
        { kind: 0, step: 2 ** 29, elements: masses.map((_, i) => i).filter((i) => masses[i] > 0) },
        ...(springs.length > 0
          ? [{ kind: 1, step: 2 ** 27 + 12345, elements: springs.map((_, i) => i) }]
          : []),
      ],
      largestLayer: 400,
    },
  };
}

function distance(x: readonly number[], a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (x[3 * a + k] - x[3 * b + k]) ** 2;
  return Math.sqrt(sum);
}

export interface Pair {
  kind: number;
  vertices: number[];
  idA: number;
  idB: number;
}

/** Every pair of primitives that may ever touch. */
export function allPairs({ input }: Scene): Pair[] {
  const { faces, edges, points, inverseMasses } = input;
  const pairs: Pair[] = [];
  const add = (kind: number, vertices: number[], idA: number, idB: number): void => {
    if (new Set(vertices).size < vertices.length) return;
    if (vertices.every((v) => inverseMasses[v] === 0)) return;
    pairs.push({ kind, vertices, idA, idB });
  };
  const used = new Set([...edges, ...points]);
  for (const v of used) {
    for (let f = 0; f < faces.length / 3; f++) add(0, [v, ...faces.subarray(3 * f, 3 * f + 3)], v, f);
  }
  for (let a = 0; a < edges.length / 2; a++) {
    for (let b = a + 1; b < edges.length / 2; b++) {
      add(1, [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)], a, b);
    }
  }
  points.forEach((v, i) => {
    for (const w of points.subarray(i + 1)) add(2, [v, w], v, w);
  });
  return pairs;
}

/** A world with the oracle: all pairs, all layers. */
export function bruteWorld(
  scene: Scene,
  layers: number,
  machine: Machine,
  { turns = 0, morePairs = 0, moreLayers = 0 } = {},
): World {
  const pairs = allPairs(scene);
  const world = new World(
    {
      ...scene.build,
      pairs: pairs.length + 1 + morePairs,
      layers: layers * pairs.length + 1 + moreLayers,
      turns,
    },
    machine,
  );
  for (const { kind, vertices, idA, idB } of pairs) world.pair(kind, vertices, idA, idB, layers);
  return world;
}

export class KineticWorld {
  readonly world: World;
  readonly tree: Tree;
  readonly counts: Float64Array;
  readonly taker: TableTaker;
  private pairs: number;
  private layers: number;

  constructor(
    scene: Scene,
    settings: Partial<CertificateSettings>,
    machine: Machine,
    { turns = 0, tree, before }: { turns?: number; tree?: Tree; before?: (world: KineticWorld) => void } = {},
  ) {
    this.pairs = 64;
    this.layers = 64;
    this.world = new World({ ...scene.build, pairs: this.pairs, layers: this.layers, turns }, machine);
    this.tree = tree ?? buildTree(scene.input);
    this.taker = takerOf(this.world, this.pairs, this.layers);
    this.counts = takeCertificateTables(this.taker, this.tree, this.pairs, {
      ...certificateDefaults,
      ...settings,
    });
    this.world.header[control.HEAD_MODE] = control.MODE_CERTIFICATES;
    before?.(this);
    this.certify(0);
  }

  certify(tick: number): void {
    while (this.world.call.asyncCertify(this.world.at, tick) === NEED_RECORDS) growRecords(this.taker);
  }

  /** A table of the loop by its place in the header, as it is now. */
  wholes(head: number): Int32Array {
    return new Int32Array(this.world.arena.memory.buffer, 4 * this.world.header[head]);
  }

  reals(head: number): Float64Array {
    return new Float64Array(this.world.arena.memory.buffer, 8 * this.world.header[head]);
  }

  /** Runs every event before a tick, growing tables as the loop asks. */
  runTo(tick: number, budget = Infinity): number {
    for (;;) {
      const code = this.world.call.asyncRun(this.world.at, tick, budget);
      if (code === NEED_RECORDS) growRecords(this.taker);
      else if (code === control.NEED_PAIRS) this.growPairs();
      else if (code === control.NEED_LAYERS) this.growLayers();
      else if (code === control.NEED_CONTACTS) this.growContacts();
      else return code;
    }
  }

  run(seconds: number): number {
    return this.runTo(Math.floor(seconds * TICKS_PER_SECOND));
  }

  /** When the next event is due [ticks]. */
  get next(): number {
    return this.reals(queue.HEAD_HEAP_TICK)[0];
  }

  growPairs(): void {
    const { taker, world } = this;
    this.pairs *= 2;
    taker.wholes(contact.HEAD_PAIR_WHOLES, contact.PAIR_WHOLES_SIZE * this.pairs);
    taker.reals(contact.HEAD_PAIR_REALS, contact.PAIR_REALS_SIZE * this.pairs);
    world.header[contact.HEAD_PAIR_CAPACITY] = this.pairs;
    this.hash(contact.HEAD_PAIR_HASH, contact.HEAD_PAIR_HASH_MASK, this.pairs);
    growCertificatePairs(taker, this.pairs);
    world.call.asyncRehash(world.at);
  }

  private growContacts(): void {
    const { taker, world } = this;
    const contacts = 2 * world.header[contact.HEAD_CONTACT_CAPACITY];
    taker.wholes(contact.HEAD_CONTACT_WHOLES, contact.CONTACT_WHOLES_SIZE * contacts);
    taker.reals(contact.HEAD_CONTACT_REALS, contact.CONTACT_REALS_SIZE * contacts);
    world.header[contact.HEAD_CONTACT_CAPACITY] = contacts;
    this.hash(contact.HEAD_CONTACT_HASH, contact.HEAD_CONTACT_HASH_MASK, contacts);
    world.call.asyncRehash(world.at);
  }

  private hash(head: number, mask: number, capacity: number): void {
    let size = 16;
    while (size < 2 * capacity) size *= 2;
    const hash = this.world.arena.i32(size);
    this.world.header[head] = this.world.arena.offsetOf(hash) / 4;
    this.world.header[mask] = size - 1;
  }

  growLayers(): void {
    const { taker, world } = this;
    this.layers *= 2;
    taker.wholes(contact.HEAD_LAYER_WHOLES, contact.LAYER_WHOLES_SIZE * this.layers);
    taker.reals(contact.HEAD_LAYER_REALS, contact.LAYER_REALS_SIZE * this.layers);
    world.header[contact.HEAD_LAYER_CAPACITY] = this.layers;
    taker.setSlots(queue.TAG_LAYER, this.layers);
  }
}

/** Grows the tables of a world: what a table held is copied. */
function takerOf(world: World, pairs: number, layers: number): TableTaker {
  const { header, arena } = world;
  const groups = header[layout.HEAD_GROUP_COUNT];
  const lengths = new Map<number, number>([
    [contact.HEAD_PAIR_WHOLES, contact.PAIR_WHOLES_SIZE * pairs],
    [contact.HEAD_PAIR_REALS, contact.PAIR_REALS_SIZE * pairs],
    [contact.HEAD_CONTACT_WHOLES, contact.CONTACT_WHOLES_SIZE * header[contact.HEAD_CONTACT_CAPACITY]],
    [contact.HEAD_CONTACT_REALS, contact.CONTACT_REALS_SIZE * header[contact.HEAD_CONTACT_CAPACITY]],
    [contact.HEAD_LAYER_WHOLES, contact.LAYER_WHOLES_SIZE * layers],
    [contact.HEAD_LAYER_REALS, contact.LAYER_REALS_SIZE * layers],
    [queue.HEAD_PLACES + queue.TAG_LAYER, layers],
    [queue.HEAD_HEAP_TICK, groups + layers],
    [queue.HEAD_HEAP_CODE, groups + layers],
  ]);
  const slots = new Map<number, number>([
    [queue.TAG_GROUP, groups],
    [queue.TAG_LAYER, layers],
  ]);
  const reals = (head: number, length: number): Float64Array => {
    const old = arena.memory.buffer;
    const view = arena.f64(length);
    view.set(new Float64Array(old, 8 * header[head], lengths.get(head) ?? 0));
    lengths.set(head, length);
    header[head] = arena.offsetOf(view) / 8;
    return view;
  };
  const wholes = (head: number, length: number): Int32Array => {
    const old = arena.memory.buffer;
    const view = arena.i32(length);
    view.set(new Int32Array(old, 4 * header[head], lengths.get(head) ?? 0));
    lengths.set(head, length);
    header[head] = arena.offsetOf(view) / 4;
    return view;
  };
  const setSlots = (tag: number, count: number): void => {
    wholes(queue.HEAD_PLACES + tag, count);
    slots.set(tag, count);
    let all = 0;
    for (const some of slots.values()) all += some;
    reals(queue.HEAD_HEAP_TICK, all);
    wholes(queue.HEAD_HEAP_CODE, all);
  };
  return { header, reals, wholes, setSlots };
}
