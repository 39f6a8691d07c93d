// Positions, rotations and velocities of frames as expressions of the variables: the primitives of Figure 8.
//
// A point p of a frame is at T + R(S∘p) in its parent, T, R, S the frame's own translation, rotation and scale. Rates are
// derivatives along q̇ (and 1 along time). What the paper leaves open is ruled as follows.
//   scale      acts on everything inside a frame, at every level (Figure 9 forgets it in RelTrans)
//   RelLV      d/dt RelTrans: what an observer who rides on b sees
//   Euler      R = Rz Ry Rx, relative to the parent; where a frame can turn about one of its axes only, the angle is
//              2 atan2(R·, Rw), which goes through 0 and ±π without a jump

import type { Dag, Node } from '../dag/dag.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import { op } from '../dag/op.ts';
import type { QuaternionNodes, SystemFrame, Vector } from '../system.ts';

/** Frames between two from which on rotations are composed. */
const DEEP = 5;

export class Kinematics {
  readonly dag: Dag;
  private readonly frames: readonly SystemFrame[];
  private readonly rates: ReadonlyMap<Node, Node>;
  private readonly matrices: (readonly Node[] | undefined)[] = [];
  private readonly spins: (Vector | undefined)[] = [];
  private readonly velocities: (Vector | undefined)[] = [];
  private readonly composed = new Map<number, readonly Node[]>();
  private readonly placed = new Map<number, Vector>();

  /** @param rates  every variable's rate, and 1 for time */
  constructor(dag: Dag, frames: readonly SystemFrame[], rates: ReadonlyMap<Node, Node>) {
    this.dag = dag;
    this.frames = frames;
    this.rates = rates;
  }

  /** d/dt. */
  rate(nodes: Vector): Vector {
    return derivativesAlong(this.dag, nodes, this.rates) as unknown as Vector;
  }

  /** A position from one frame's coordinates to another's. */
  transformPoint(point: Vector, from: number, to: number): Vector {
    const common = this.commonAncestor(from, to);
    let p = point;
    for (let f = from; f !== common; f = this.frames[f].parent)
      p = this.add(this.frames[f].translation, this.rotate(f, this.scaled(f, p)));
    for (const f of this.pathDown(common, to))
      p = this.unscaled(f, this.unrotate(f, this.subtract(p, this.frames[f].translation)));
    return p;
  }

  /** A difference of positions, or a linear velocity, from one frame's coordinates to another's. */
  transformVector(vector: Vector, from: number, to: number): Vector {
    const common = this.commonAncestor(from, to);
    let v = vector;
    for (let f = from; f !== common; f = this.frames[f].parent) v = this.rotate(f, this.scaled(f, v));
    for (const f of this.pathDown(common, to)) v = this.unscaled(f, this.unrotate(f, v));
    return v;
  }

  /** Turned only: angular velocities, torques, directions. */
  transformDirection(vector: Vector, from: number, to: number): Vector {
    const common = this.commonAncestor(from, to);
    let v = vector;
    if (this.isDeep(from, common)) v = apply(this.dag, this.matrixUp(from, common), v);
    else for (let f = from; f !== common; f = this.frames[f].parent) v = this.rotate(f, v);
    if (this.isDeep(to, common)) return applyTransposed(this.dag, this.matrixUp(to, common), v);
    for (const f of this.pathDown(common, to)) v = this.unrotate(f, v);
    return v;
  }

  /** A normal goes with the inverse of the scale, and stays of length 1. */
  transformNormal(normal: Vector, from: number, to: number): Vector {
    const common = this.commonAncestor(from, to);
    let n = normal;
    for (let f = from; f !== common; f = this.frames[f].parent) n = this.rotate(f, this.unscaled(f, n));
    const down = this.pathDown(common, to);
    for (const f of down) n = this.scaled(f, this.unrotate(f, n));
    const scales = this.isScaled(from, common) || down.some((f) => this.isScaledHere(f));
    return scales ? this.normalize(n) : n;
  }

  /** The origin of frame a in the coordinates of b. */
  position(a: number, b: number): Vector {
    const { zero } = this.dag;
    if (this.isDeep(a, b) && !this.isScaled(a, b)) return this.positionUp(a, b);
    return this.transformPoint([zero, zero, zero], a, b);
  }

  rotation(a: number, b: number): QuaternionNodes {
    const common = this.commonAncestor(a, b);
    return this.multiply(conjugate(this.dag, this.rotationUp(b, common)), this.rotationUp(a, common));
  }

  /** Product of the scales on the way, component by component. */
  scale(a: number, b: number): Vector {
    const common = this.commonAncestor(a, b);
    const { one } = this.dag;
    let s: Vector = [one, one, one];
    for (let f = a; f !== common; f = this.frames[f].parent) s = this.times(s, this.frames[f].scale);
    for (let f = b; f !== common; f = this.frames[f].parent)
      s = map3((k) => this.dag.divide(s[k], this.frames[f].scale[k]));
    return s;
  }

  /** Of a's origin as seen by an observer on b, in b's coordinates. */
  velocity(a: number, b: number): Vector {
    return this.rate(this.position(a, b));
  }

  /** Of frame a relative to b, in b's coordinates. */
  angularVelocity(a: number, b: number): Vector {
    const common = this.commonAncestor(a, b);
    const difference = this.subtract(this.spinUp(a, common), this.spinUp(b, common));
    return this.transformDirection(difference, common, b);
  }

  /** Of the frame in the root, in its own coordinates; down the tree, so that nothing is written twice. */
  localSpin(f: number): Vector {
    const { zero } = this.dag;
    const parent = this.frames[f].parent;
    if (parent < 0) return [zero, zero, zero];
    this.spins[f] ??= this.unrotate(f, this.add(this.localSpin(parent), this.ownSpin(f)));
    return this.spins[f];
  }

  /** Of the frame's origin in the root, in its parent's coordinates: free of the frame's own rotation. */
  parentVelocity(f: number): Vector {
    const { dag } = this;
    const { parent, translation } = this.frames[f];
    if (parent < 0) return [dag.zero, dag.zero, dag.zero];
    if (this.isScaled(parent, 0)) return this.transformDirection(this.velocity(f, 0), 0, parent);
    this.velocities[f] ??= this.add(
      this.localVelocity(parent),
      this.cross(this.localSpin(parent), translation),
      this.rate(translation),
    );
    return this.velocities[f];
  }

  localVelocity(f: number): Vector {
    return this.frames[f].parent < 0 ? this.parentVelocity(f) : this.unrotate(f, this.parentVelocity(f));
  }

  /** Euler angle about an axis (0, 1, 2), relative to the parent. */
  euler(f: number, axis: number): Node {
    const { dag } = this;
    const [w, x, y, z] = this.frames[f].rotation;
    const v = [x, y, z];
    if (v.every((node, k) => k === axis || node === dag.zero))
      return dag.scale(2, dag.apply(op.atan2, v[axis], w));
    const twice = (a: Node, b: Node, sign: number, c: Node, d: Node) =>
      dag.sum([dag.multiply(a, b), dag.multiply(c, d)], [2, 2 * sign], 0);
    const rest = (a: Node, b: Node) => dag.sum([dag.multiply(a, a), dag.multiply(b, b)], [-2, -2], 1);
    if (axis === 0) return dag.apply(op.atan2, twice(w, x, 1, y, z), rest(x, y));
    if (axis === 1) return dag.apply(op.asin, twice(w, y, -1, z, x));
    return dag.apply(op.atan2, twice(w, z, 1, x, y), rest(y, z));
  }

  add(...vectors: readonly Vector[]): Vector {
    return map3((k) => this.dag.add(...vectors.map((v) => v[k])));
  }

  subtract(a: Vector, b: Vector): Vector {
    return map3((k) => this.dag.subtract(a[k], b[k]));
  }

  cross(a: Vector, b: Vector): Vector {
    const { dag } = this;
    return map3((k) => {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      return dag.subtract(dag.multiply(a[i], b[j]), dag.multiply(a[j], b[i]));
    });
  }

  dot(a: Vector, b: Vector): Node {
    return this.dag.add(...map3((k) => this.dag.multiply(a[k], b[k])));
  }

  normalize(a: Vector): Vector {
    const length = this.dag.sqrt(this.dot(a, a));
    return map3((k) => this.dag.divide(a[k], length));
  }

  /** Frames from a child of `above` down to `below`. */
  private pathDown(above: number, below: number): number[] {
    const path: number[] = [];
    for (let f = below; f !== above; f = this.frames[f].parent) path.push(f);
    return path.reverse();
  }

  private commonAncestor(a: number, b: number): number {
    const above = new Set<number>();
    for (let f = a; f >= 0; f = this.frames[f].parent) above.add(f);
    let f = b;
    while (!above.has(f)) f = this.frames[f].parent;
    return f;
  }

  private rotationUp(f: number, above: number): QuaternionNodes {
    const { dag } = this;
    if (f === above) return [dag.one, dag.zero, dag.zero, dag.zero];
    const { parent, rotation } = this.frames[f];
    return parent === above ? rotation : this.multiply(this.rotationUp(parent, above), rotation);
  }

  /** Whether so many frames lie between that composing them down the tree, where all below share it, is shorter. */
  private isDeep(f: number, above: number): boolean {
    let at = f;
    for (let depth = 0; at !== above; depth++, at = this.frames[at].parent) {
      if (at < 0) return false;
      if (depth === DEEP) return this.isBelow(at, above);
    }
    return false;
  }

  private isBelow(f: number, above: number): boolean {
    let at = f;
    while (at >= 0 && at !== above) at = this.frames[at].parent;
    return at === above;
  }

  /** The origin of f in the coordinates of an ancestor, without scales. */
  private positionUp(f: number, above: number): Vector {
    const { parent, translation } = this.frames[f];
    if (parent === above) return translation;
    const key = f * this.frames.length + above;
    let found = this.placed.get(key);
    if (found === undefined) {
      const own = apply(this.dag, this.matrixUp(parent, above), translation);
      found = this.add(this.positionUp(parent, above), own);
      this.placed.set(key, found);
    }
    return found;
  }

  /** Directions of f in those of an ancestor. */
  private matrixUp(f: number, above: number): readonly Node[] {
    const { parent } = this.frames[f];
    if (parent === above) return this.matrix(f);
    const key = f * this.frames.length + above;
    let found = this.composed.get(key);
    if (found === undefined) {
      const [up, own] = [this.matrixUp(parent, above), this.matrix(f)];
      found = Array.from({ length: 9 }, (_, at) => {
        const [i, j] = [Math.trunc(at / 3), at % 3];
        return this.dag.add(...map3((k) => this.dag.multiply(up[3 * i + k], own[3 * k + j])));
      });
      this.composed.set(key, found);
    }
    return found;
  }

  /** Angular velocity of f relative to an ancestor, in the ancestor's coordinates. */
  private spinUp(f: number, above: number): Vector {
    const { zero } = this.dag;
    if (f === above) return [zero, zero, zero];
    const { parent } = this.frames[f];
    const own = this.transformDirection(this.ownSpin(f), parent, above);
    return parent === above ? own : this.add(this.spinUp(parent, above), own);
  }

  /** ω = 2 Im(q̇ q*), of the frame relative to its parent, in the parent's coordinates. */
  private ownSpin(f: number): Vector {
    const { rotation } = this.frames[f];
    const [dw, dx, dy, dz] = derivativesAlong(this.dag, rotation, this.rates);
    const [, x, y, z] = this.multiply([dw, dx, dy, dz], conjugate(this.dag, rotation));
    return [this.dag.scale(2, x), this.dag.scale(2, y), this.dag.scale(2, z)];
  }

  private multiply(a: QuaternionNodes, b: QuaternionNodes): QuaternionNodes {
    const { dag } = this;
    const term = (i: number, j: number) => dag.multiply(a[i], b[j]);
    return [
      dag.sum([term(0, 0), term(1, 1), term(2, 2), term(3, 3)], [1, -1, -1, -1], 0),
      dag.sum([term(0, 1), term(1, 0), term(2, 3), term(3, 2)], [1, 1, 1, -1], 0),
      dag.sum([term(0, 2), term(2, 0), term(3, 1), term(1, 3)], [1, 1, 1, -1], 0),
      dag.sum([term(0, 3), term(3, 0), term(1, 2), term(2, 1)], [1, 1, 1, -1], 0),
    ];
  }

  private rotate(f: number, v: Vector): Vector {
    return apply(this.dag, this.matrix(f), v);
  }

  private unrotate(f: number, v: Vector): Vector {
    return applyTransposed(this.dag, this.matrix(f), v);
  }

  /** The frame's own rotation, for a quaternion of length 1. */
  private matrix(f: number): readonly Node[] {
    const { dag } = this;
    const [w, x, y, z] = this.frames[f].rotation;
    const p = (a: Node, b: Node) => dag.multiply(a, b);
    const s = (a: Node, b: Node, sign: number) => dag.sum([a, b], [2, 2 * sign], 0);
    const r = (a: Node, b: Node) => dag.sum([p(a, a), p(b, b)], [-2, -2], 1);
    this.matrices[f] ??= [
      r(y, z),
      s(p(x, y), p(w, z), -1),
      s(p(x, z), p(w, y), 1),
      s(p(x, y), p(w, z), 1),
      r(x, z),
      s(p(y, z), p(w, x), -1),
      s(p(x, z), p(w, y), -1),
      s(p(y, z), p(w, x), 1),
      r(x, y),
    ];
    return this.matrices[f];
  }

  private scaled(f: number, v: Vector): Vector {
    return this.times(v, this.frames[f].scale);
  }

  private unscaled(f: number, v: Vector): Vector {
    return map3((k) => this.dag.divide(v[k], this.frames[f].scale[k]));
  }

  private times(a: Vector, b: Vector): Vector {
    return map3((k) => this.dag.multiply(a[k], b[k]));
  }

  private isScaledHere(f: number): boolean {
    return this.frames[f].scale.some((s) => s !== this.dag.one);
  }

  private isScaled(f: number, above: number): boolean {
    for (let at = f; at !== above; at = this.frames[at].parent) if (this.isScaledHere(at)) return true;
    return false;
  }
}

function conjugate(dag: Dag, [w, x, y, z]: QuaternionNodes): QuaternionNodes {
  return [w, dag.negate(x), dag.negate(y), dag.negate(z)];
}

function apply(dag: Dag, m: readonly Node[], v: Vector): Vector {
  return map3((k) => dag.add(...map3((j) => dag.multiply(m[3 * k + j], v[j]))));
}

function applyTransposed(dag: Dag, m: readonly Node[], v: Vector): Vector {
  return map3((k) => dag.add(...map3((j) => dag.multiply(m[3 * j + k], v[j]))));
}

export function map3(of: (k: number) => Node): [Node, Node, Node] {
  return [of(0), of(1), of(2)];
}
