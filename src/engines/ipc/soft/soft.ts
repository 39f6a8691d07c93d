// What deforms in a scene, as the solver has it: elements over owners, the cells of all surfaces, and what holds between two items
// (bodies, then deformables) of which one is soft.

import type { Scene } from '../../../scene/index.ts';
import { meetingRule } from '../../../scene/index.ts';
import type { Model } from '../model.ts';
import { isFree } from '../roles.ts';
import type { Owners } from '../owners/owners.ts';
import { type Cells, cellsOf } from './cells.ts';
import type { Elements } from './elements.ts';

export interface SoftItem {
  /** As the scene counts deformables. */
  readonly deformable: number;
  readonly item: number;
  /** Its owners: those of its vertices, and hidden ones. */
  readonly first: number;
  readonly until: number;
  readonly firstHidden: number;
  readonly untilHidden: number;
  readonly elements: readonly Elements[];
  /** Its cells, of vertices of the scene. */
  readonly cells: Cells;
  /** Half its thickness [m]. */
  readonly half: number;
  /** How stiffly a vertex is held by the others [N/m]. */
  readonly hardness: number;
  /** Mass of a vertex in the mean [kg]. */
  readonly vertexMass: number;
  readonly diagonal: number;
}

/** What two items, one of them soft, are to each other. */
interface SoftRule {
  readonly a: number;
  readonly b: number;
  readonly dHat: number;
  /** What their middle surfaces or cores keep between them [m]. */
  readonly separation: number;
  readonly friction: number;
  readonly stickSpeed: number;
  /** κ/h² [N/m]. */
  readonly hardness: number;
}

export interface Soft {
  readonly items: readonly SoftItem[];
  /** Of each item: its place in `items`, -1 of what is not soft. */
  readonly softOf: Int32Array;
  /** Of each soft item those that it is sewn to, by their places. */
  readonly sewn: readonly ReadonlySet<number>[];
  /** Of each vertex of the scene. */
  readonly ownerOf: Int32Array;
  /** Of each vertex of the scene the body that it is glued to, whether that moves or not, −1: none. */
  readonly gluedTo: Int32Array;
  /** Of each soft item the bodies that it is glued to and that move by themselves. */
  readonly carriers: readonly (readonly number[])[];
  readonly isAnyCarried: boolean;
  /** Where each vertex is at rest, each item in coordinates of its own [m]. */
  readonly rest: Float64Array;
  /** Cells of bodies, made when they are first asked for. */
  readonly bodyCells: (Cells | undefined)[];
  /** Largest d̂ of any rule [m]. */
  readonly widest: number;
  readonly rules: SoftRule[];
  /** Number of the rule of two items, -1 where they never meet. */
  ruleOf(a: number, b: number): number;
  /** The squared length of an edge at rest [m²]. */
  restSquared(v: number, w: number): number;
}

/** Owners that a model is made of, and what the solver knows of them. */
type Made = Pick<
  Model,
  | 'count'
  | 'vertices'
  | 'vertexStart'
  | 'motion'
  | 'mass'
  | 'diagonal'
  | 'round'
  | 'friction'
  | 'restitution'
  | 'options'
  | 'shapes'
> &
  Owners;

/** Thinnest part of a sheet's thickness that its barriers take. */
const OF_THICKNESS = 0.2;
/** A body is not expected to lean on one vertex with more than so many times its mass. */
const MOST_CARRIED = 1000;
/** b'(d̂/2) = −1.193 d̂ (contact/stiffness.ts). */
const SLOPE_AT_HALF = 1.193147180559945;

/** undefined where nothing deforms. */
export function createSoft(model: Made, acceleration: Float64Array): Soft | undefined {
  const { given, plans, firstOf, firstHidden, bodies, vertexStart } = model;
  const softOf = new Int32Array(bodies + given.deformables.length).fill(-1);
  const ownerOf = ownersOfVertices(vertexStart);
  const rest = model.vertices.slice();
  const items: SoftItem[] = [];
  plans.forEach((plan, d) => {
    if (!plan) return;
    const deformable = given.deformables[d];
    const mesh = given.meshes[deformable.mesh];
    const first = firstOf[d];
    const own = cellsOf(mesh);
    const atRest = deformable.restPositions ?? mesh.positions;
    for (let v = 0; v < atRest.length / 3; v++)
      for (let k = 0; k < 3; k++) rest[3 * vertexStart[first + v] + k] = atRest[3 * v + k];
    const mass = deformable.masses.reduce((sum, m) => sum + m, 0);
    softOf[bodies + d] = items.length;
    items.push({
      deformable: d,
      item: bodies + d,
      first,
      until: firstOf[d + 1],
      firstHidden: firstHidden[d],
      untilHidden: firstHidden[d + 1],
      elements: plan.elements,
      cells: { ...own, vertices: own.vertices.map((v) => (v < 0 ? v : vertexStart[first + v])) },
      half: deformable.thickness / 2,
      hardness: plan.hardness,
      vertexMass: mass / deformable.masses.length,
      diagonal: model.diagonal[first],
    });
  });
  if (items.length === 0) return undefined;
  const sewn = items.map(() => new Set<number>());
  for (const { a, b } of given.stitches ?? []) {
    sewn[softOf[bodies + a]].add(softOf[bodies + b]);
    sewn[softOf[bodies + b]].add(softOf[bodies + a]);
  }
  const carriers = items.map(({ first, until }) => [
    ...new Set(model.carrier.subarray(first, until).filter((body) => body >= 0)),
  ]);
  const rules = new Rules(model, items, softOf, acceleration);
  return {
    items,
    softOf,
    sewn,
    ownerOf,
    gluedTo: gluedVertices(model, ownerOf.length),
    carriers,
    isAnyCarried: carriers.some((list) => list.length > 0),
    rest,
    bodyCells: new Array<Cells | undefined>(model.count).fill(undefined),
    widest: rules.widest,
    rules: rules.list,
    ruleOf: (a, b) => rules.of(a, b),
    restSquared(v, w) {
      let sum = 0;
      for (let k = 0; k < 3; k++)
        sum += (rest[3 * v + k] - rest[3 * w + k]) * (rest[3 * v + k] - rest[3 * w + k]);
      return sum;
    },
  };
}

function ownersOfVertices(vertexStart: Int32Array): Int32Array {
  const ownerOf = new Int32Array(vertexStart[vertexStart.length - 1]);
  for (let i = 0; i + 1 < vertexStart.length; i++) ownerOf.fill(i, vertexStart[i], vertexStart[i + 1]);
  return ownerOf;
}

function gluedVertices({ given, firstOf, vertexStart }: Made, count: number): Int32Array {
  const gluedTo = new Int32Array(count).fill(-1);
  given.deformables.forEach(({ pins }, d) => {
    for (const { vertices, body = -1 } of pins)
      if (body >= 0) for (const v of vertices) gluedTo[vertexStart[firstOf[d] + v]] = body;
  });
  return gluedTo;
}

/** Rules of pairs of items, found when they are first asked for. */
class Rules {
  readonly list: SoftRule[] = [];
  readonly widest: number;
  private readonly known = new Map<number, number>();
  private readonly model: Made;
  private readonly items: readonly SoftItem[];
  private readonly softOf: Int32Array;
  private readonly acceleration: Float64Array;
  private readonly mayTouch: (a: number, b: number) => boolean;
  private readonly special = new Map<number, Scene['pairs'][number]>();

  constructor(model: Made, items: readonly SoftItem[], softOf: Int32Array, acceleration: Float64Array) {
    this.model = model;
    this.items = items;
    this.softOf = softOf;
    this.acceleration = acceleration;
    this.mayTouch = meetingRule(model.given);
    for (const rule of model.given.pairs) this.special.set(this.keyOf(rule.a, rule.b), rule);
    this.widest = Math.max(...items.map((item) => this.dHatOf(item, item.diagonal)));
  }

  private keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.softOf.length + Math.max(a, b);
  }

  private dHatOf({ half, diagonal }: SoftItem, other: number): number {
    const { activationDistance: given } = this.model.options;
    // never more of the thickness, however it is given: the judge takes parts that are nearer at rest than a fifth more as neighbours
    return Math.min(given > 0 ? given : 1e-3 * Math.min(diagonal, other), 2 * OF_THICKNESS * half);
  }

  of(a: number, b: number): number {
    const key = this.keyOf(a, b);
    let number = this.known.get(key);
    if (number === undefined) {
      const rule = this.make(Math.min(a, b), Math.max(a, b));
      number = rule ? this.list.push(rule) - 1 : -1;
      this.known.set(key, number);
    }
    return number;
  }

  private make(a: number, b: number): SoftRule | undefined {
    const { model, softOf, items } = this;
    // a sheet always meets itself
    if (a !== b && !this.mayTouch(a, b)) return undefined;
    const own = items[softOf[b]];
    const other = softOf[a] >= 0 ? items[softOf[a]] : undefined;
    // the first owner of an item stands for it
    const i = other ? other.first : this.ownerOfItem(a);
    const j = own.first;
    const size = Math.min(model.diagonal[i], own.diagonal);
    const dHat = other ? Math.min(this.dHatOf(own, size), this.dHatOf(other, size)) : this.dHatOf(own, size);
    const special = this.special.get(this.keyOf(a, b));
    const bodyMass = other || model.motion[i] !== isFree ? 0 : model.mass[i];
    const mass = Math.max(own.vertexMass, Math.min(bodyMass, MOST_CARRIED * own.vertexMass));
    const weight = (mass * Math.max(this.acceleration[i], this.acceleration[j])) / (SLOPE_AT_HALF * dHat);
    const { staticFrictionSpeed, minimumSeparation } = model.options;
    return {
      a,
      b,
      dHat,
      separation: minimumSeparation + own.half + (other ? other.half : model.round[i]),
      friction: special?.friction ?? Math.sqrt(model.friction[i] * model.friction[j]),
      stickSpeed: staticFrictionSpeed > 0 ? staticFrictionSpeed : 1e-4 * Math.min(1, size),
      hardness: Math.max(weight, own.hardness, other?.hardness ?? 0),
    };
  }

  /** Of a body itself, of grains the first. */
  private ownerOfItem(item: number): number {
    const { bodies, firstOf } = this.model;
    return item < bodies ? item : firstOf[item - bodies];
  }
}
