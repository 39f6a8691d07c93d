// Sines and cosines of whole multiples of a frame's angle, without the angle: where a frame turns about one axis, its
// angle is 2 atan2(R·, Rw), and with z = Rw + i R·
//
//   cos 2mθ + i sin 2mθ = (z² / |z|²)^m
//
// by squaring and multiplying: a division and a few products instead of an arc tangent, sines and cosines (their
// Chebyshev polynomials, in effect). Done last, because derivatives are shorter in angles. The angle itself stays where
// something else needs it. |z| is 1 but for what a step has drifted.

import type { Dag, Node } from '../dag/dag.ts';
import { neededNodes } from '../dag/evaluate.ts';
import { op } from '../dag/op.ts';
import { remade } from '../dag/substitute.ts';
import type { System } from '../system.ts';
import type { SolvedLinear } from './linear.ts';
import type { Nonlinear, Program } from './program.ts';

/** Multiples up to which products are shorter. */
const LARGEST = 32;

/** The same expressions, with sines and cosines of whole angles written out. */
export class WholeAngles {
  private readonly dag: Dag;
  /** The frame whose rotation has no more than two components that vary, by their nodes. */
  private readonly frameOf = new Map<Node, number>();
  private readonly made = new Map<Node, Node>();
  private readonly powers = new Map<string, readonly [Node, Node]>();

  private readonly isNeeded: boolean;

  constructor({ dag, frames }: System) {
    this.dag = dag;
    frames.forEach(({ rotation }, frame) => {
      const varying = rotation.filter((node) => node !== dag.zero);
      if (varying.length === 2 && varying.every((node) => dag.op(node) === op.input))
        for (const node of varying) this.frameOf.set(node, frame);
    });
    this.isNeeded = Array.from({ length: dag.size }, (_, node) => node).some(
      (node) => this.multiple(node) > 0,
    );
  }

  one(node: Node): Node {
    return this.isNeeded ? (this.made.get(node) ?? this.of([node])[0]) : node;
  }

  of(nodes: readonly Node[]): Node[] {
    const { dag, made } = this;
    if (!this.isNeeded) return [...nodes];
    const fresh = nodes.filter((node) => !made.has(node));
    if (fresh.length > 0)
      for (const node of neededNodes(dag, fresh))
        if (!made.has(node)) made.set(node, this.writtenOut(node) ?? this.rebuilt(node));
    return nodes.map((node) => made.get(node) as Node);
  }

  /** Products keep the form that elimination gave them. */
  private rebuilt(node: Node): Node {
    const { dag, made } = this;
    if (dag.op(node) !== op.product) return remade(dag, node, made);
    const args = Array.from({ length: dag.argumentCount(node) }, (_, k) => dag.argument(node, k));
    const after = args.map((argument) => made.get(argument) as Node);
    if (after.every((argument, k) => argument === args[k])) return node;
    return dag.nestedProduct(
      after,
      args.map((_, k) => dag.weight(node, k)),
    );
  }

  /** m where a node is the sine or cosine of 2m atan2(R·, Rw); 0 where it is not. */
  private multiple(node: Node): number {
    const { dag } = this;
    const kind = dag.op(node);
    if (kind !== op.sin && kind !== op.cos) return 0;
    const of = dag.argument(node, 0);
    if (dag.op(of) !== op.sum || dag.argumentCount(of) !== 1 || dag.value(of) !== 0) return 0;
    const angle = dag.argument(of, 0);
    const m = dag.weight(of, 0) / 2;
    if (dag.op(angle) !== op.atan2 || !Number.isInteger(m) || m < 1 || m > LARGEST) return 0;
    const frame = this.frameOf.get(dag.argument(angle, 0));
    return frame !== undefined && frame === this.frameOf.get(dag.argument(angle, 1)) ? m : 0;
  }

  private writtenOut(node: Node): Node | undefined {
    const { dag } = this;
    const m = this.multiple(node);
    if (m === 0) return undefined;
    const angle = dag.argument(dag.argument(node, 0), 0);
    return this.power(dag.argument(angle, 1), dag.argument(angle, 0), m)[dag.op(node) === op.cos ? 0 : 1];
  }

  /** Real and imaginary part of (z² / |z|²)^m. */
  private power(x: Node, y: Node, m: number): readonly [Node, Node] {
    const { dag } = this;
    const key = `${x} ${y} ${m}`;
    const known = this.powers.get(key);
    if (known !== undefined) return known;
    const [xx, yy, xy] = [dag.multiply(x, x), dag.multiply(y, y), dag.multiply(x, y)];
    let found: readonly [Node, Node];
    if (m === 1) {
      const length = dag.add(xx, yy);
      found = [dag.divide(dag.subtract(xx, yy), length), dag.scale(2, dag.divide(xy, length))];
    } else if (m % 2 === 0) {
      const [c, s] = this.power(x, y, m / 2);
      found = [
        dag.sum([dag.nestedProduct([s], [2])], [-2], 1),
        dag.scale(2, dag.nestedProduct([c, s], [1, 1])),
      ];
    } else {
      const [[c, s], [d, t]] = [this.power(x, y, m - 1), this.power(x, y, 1)];
      const product = (a: Node, b: Node) => dag.nestedProduct([a, b], [1, 1]);
      found = [dag.subtract(product(c, d), product(s, t)), dag.add(product(s, d), product(c, t))];
    }
    this.powers.set(key, found);
    return found;
  }
}

/** A program whose expressions are written so; the equations it came from keep their angles. */
export function withWholeAngles(program: Program): Program {
  const { first, second, energies } = program;
  const projections = [
    program.initialPositions,
    program.initialRates,
    program.stabilizePositions,
    program.stabilizeRates,
    program.zeroth,
  ];
  const angles = new WholeAngles(program.system);
  // All at once: what they share is gone through once.
  angles.of([
    ...program.derivative,
    ...program.firstRates,
    ...program.heldRates,
    ...energies,
    ...[first, second].flatMap(({ system, solution, pivots, below }) => [
      ...system.rows.flatMap((row) => [...row.values()]),
      ...system.right,
      ...solution.flatMap((node) => node ?? []),
      ...pivots,
      ...below.flat(),
    ]),
    ...projections.flat().flatMap((one) => [...one.residuals, ...one.jacobian.map(({ node }) => node)]),
  ]);
  const linear = (solved: SolvedLinear): SolvedLinear => ({
    ...solved,
    system: {
      rows: solved.system.rows.map((row) => new Map([...row].map(([c, node]) => [c, angles.one(node)]))),
      right: angles.of(solved.system.right),
    },
    solution: solved.solution.map((node) => (node === undefined ? undefined : angles.one(node))),
    pivots: angles.of(solved.pivots),
    below: solved.below.map((column) => angles.of(column)),
  });
  const nonlinear = (list: readonly Nonlinear[]): Nonlinear[] =>
    list.map((system) => ({
      ...system,
      residuals: angles.of(system.residuals),
      jacobian: system.jacobian.map((entry) => ({ ...entry, node: angles.one(entry.node) })),
    }));
  const [initialPositions, initialRates, stabilizePositions, stabilizeRates, zeroth] =
    projections.map(nonlinear);
  return {
    ...program,
    derivative: angles.of(program.derivative),
    firstRates: angles.of(program.firstRates),
    first: linear(first),
    second: linear(second),
    heldRates: angles.of(program.heldRates),
    initialPositions,
    initialRates,
    stabilizePositions,
    stabilizeRates,
    zeroth,
    energies: [angles.one(energies[0]), angles.one(energies[1])],
  };
}
