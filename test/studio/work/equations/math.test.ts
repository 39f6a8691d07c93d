// Typeset equations say what the compiler's graph says: what is set is read back and computed.

import { describe, expect, test } from 'vitest';
import { specifications } from '../../../../examples/lagrange/parts/specifications.generated.ts';
import { compile, evaluate, type Node, type Program } from '../../../../src/lagrange/index.ts';
import { Random } from '../../../../src/num/index.ts';
import { indexed, type MathNode, symbol, variableMath } from '../../../../studio/src/work/equations/math.ts';
import { classesOf, equationsOf } from '../../../../studio/src/work/equations/panes.ts';

const key = (math: MathNode) => JSON.stringify(math);

function programOf(name: keyof typeof specifications): Program {
  const { compiled } = compile(specifications[name]);
  return (compiled as NonNullable<typeof compiled>).programs[0];
}

/** What mathematics comes to where some of it has values. */
class Reader {
  readonly values: Map<string, number>;

  constructor(values: Map<string, number>) {
    this.values = values;
  }

  read(math: MathNode): number {
    const known = this.values.get(key(math));
    if (known !== undefined) return known;
    const [tag, ...children] = math;
    const part = (k: number) => this.read(children[k] as MathNode);
    switch (tag) {
      case 'mn':
        return Number((children[0] as string).replace('−', '-'));
      case 'mfrac':
        return part(0) / part(1);
      case 'msup':
        return part(0) ** part(1);
      case 'msubsup':
        return this.read(['msub', children[0], children[1]]) ** part(2);
      case 'msqrt':
        return Math.sqrt(part(0));
      case 'mrow':
        return this.sum(children as MathNode[]);
      default:
        throw new Error(`${key(math)} has no value`);
    }
  }

  /** Terms with signs; what stands side by side is a product. */
  private sum(parts: readonly MathNode[]): number {
    const isSign = ([tag, text]: MathNode, sign: string) => tag === 'mo' && text === sign;
    if (isSign(parts[0], '(')) return this.read(parts[1]);
    let total = 0;
    let product: number | undefined;
    let sign = 1;
    const close = () => {
      if (product !== undefined) total += sign * product;
      product = undefined;
    };
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k];
      if (isSign(part, '·')) continue;
      if (isSign(part, '+') || isSign(part, '−')) {
        close();
        sign = isSign(part, '+') ? 1 : -1;
        continue;
      }
      const call = part[0] === 'mi' ? functions.get(part[1] as string) : undefined;
      const value = call === undefined ? this.read(part) : call(...this.arguments(parts[++k]));
      product = (product ?? 1) * value;
    }
    close();
    return total;
  }

  /** What stands in the brackets of a call. */
  private arguments(brackets: MathNode): number[] {
    const inside = brackets[2] as MathNode;
    const known = this.values.has(key(inside)) || inside[0] !== 'mrow';
    const parts = known ? [inside] : (inside.slice(1) as MathNode[]);
    const lists: MathNode[][] = [[]];
    for (const part of parts)
      if (part[0] === 'mo' && part[1] === ',') lists.push([]);
      else lists[lists.length - 1].push(part);
    return lists.map((list) => (list.length === 1 ? this.read(list[0]) : this.read(['mrow', ...list])));
  }
}

const functions = new Map<string, (...values: number[]) => number>([
  ['sin', Math.sin],
  ['cos', Math.cos],
  ['atan2', Math.atan2],
  ['exp', Math.exp],
  ['ln', Math.log],
]);

describe('typeset equations', () => {
  for (const name of ['pendulum', 'double-pendulum', 'rolling-torus', 'roller-coaster-one'] as const)
    test(`of ${name} are those of the compiler`, () => {
      const program = programOf(name);
      const { system, equations } = program;
      const random = new Random(7);
      const inputs = new Map<Node, number>([[system.time, 0.3]]);
      const values = new Map<string, number>([[key(symbol('t')), 0.3]]);
      const give = (node: Node, math: MathNode, value: number) => {
        inputs.set(node, value);
        values.set(key(math), value);
      };
      for (const { node, name: said, value } of [...system.parameters, ...system.controls])
        give(node, symbol(said), value + 0.5);
      for (const one of system.variables) {
        give(one.position, variableMath(one.name), 0.3 + random.uniform());
        give(one.rate, variableMath(one.name, 1), 0.3 + random.uniform());
      }
      const sections = equationsOf(program);
      const reader = new Reader(values);
      const byLeft = new Map<string, number>();
      const abbreviations = sections.filter(({ title }) => title === 'Abbreviations');
      for (const { lines } of [...abbreviations, ...sections])
        for (const { math } of lines) {
          const [, left, equals, ...right] = math as ['mrow', MathNode, MathNode, ...MathNode[]];
          if (equals?.[1] !== '=' || left[0] !== 'msub' || (left[1] as MathNode)[1] === 'q') continue;
          const value = right.length === 1 ? reader.read(right[0]) : reader.read(['mrow', ...right]);
          if ((left[1] as MathNode)[1] === 'a') values.set(key(left), value);
          byLeft.set(key(left), value);
        }
      let compared = 0;
      const compare = (left: MathNode, node: Node) => {
        const said = byLeft.get(key(left));
        const [is] = evaluate(system.dag, [node], inputs);
        if (said === undefined) return;
        compared++;
        expect(Math.abs(said - is)).toBeLessThan(1e-3 * (1 + Math.abs(is)));
      };
      equations.force.forEach((node, i) => {
        compare(indexed('f', i + 1), node);
      });
      equations.constraints.forEach(({ constraint, gradient, bias }, c) => {
        compare(indexed('C', c + 1), constraint.residual);
        compare(indexed('γ', c + 1), bias);
        for (const [j, node] of gradient) compare(indexed('A', c + 1, j + 1), node);
      });
      equations.mass.forEach((entries, i) => {
        for (const [j, node] of entries) if (j >= i) compare(indexed('M', i + 1, j + 1), node);
      });
      expect(compared).toBeGreaterThan(equations.constraints.length);
    });
});

test('every variable and constraint is somewhere, for a reason', () => {
  const { variables, constraints } = classesOf(programOf('roller-coaster-one'));
  expect(variables.find(({ name }) => name === 'Rx(FAxle[1])')).toMatchObject({ where: 'Q1' });
  expect(new Set(variables.map(({ where }) => where))).toEqual(new Set(['Q1', 'Q2']));
  expect(constraints.find(({ name }) => name === 'front[1]')?.where).toBe('N1');
  for (const { why } of [...variables, ...constraints]) expect(why.length).toBeGreaterThan(10);
});
