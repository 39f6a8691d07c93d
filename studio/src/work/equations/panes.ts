// What the panes of the bench show, made from a compilation: which variable and constraint went where and why, and the
// equations that were derived.

import { abbreviate, type Node, type Program } from '../../../../src/lagrange/index.ts';
import {
  bracketed,
  indexed,
  type MathNode,
  MathWriter,
  numberMath,
  operator,
  row,
  symbol,
  variableMath,
} from './math.ts';
import type { Classes, Section } from './messages.ts';

/** Lines of a section; more are in the LaTeX file. */
const MOST_LINES = 300;
/** Matrices up to this size are set as such. */
const LARGEST_MATRIX = 4;
/** Operations of a line, so that it fits beside the view. */
const LONGEST_LINE = 10;

export function classesOf({ system, equations, classification }: Program): Classes {
  const { variableOrder, constraintOrder, reasons, redundant } = classification;
  const sentences = new Map(redundant.map(({ constraint, sentence }) => [constraint, sentence]));
  return {
    variables: system.variables.map(({ name, span, implicit }, v) => ({
      name,
      where: `Q${variableOrder[v]}`,
      why: `${implicit ? 'came with its rotation; ' : ''}${reasons[v]}`,
      span,
    })),
    constraints: equations.constraints.map(({ constraint, gradient }, c) => {
      const { name, holonomic, implicit, span } = constraint;
      const of = [...gradient.keys()].sort((a, b) => a - b).map((v) => system.variables[v]?.name ?? '');
      const sentence = sentences.get(c);
      return {
        name,
        where: sentence === undefined ? `${holonomic ? 'H' : 'N'}${constraintOrder[c]}` : 'left out',
        why: sentence ?? `${kept[constraintOrder[c]]}; of ${listed(of)}${implicit ? '; added by us' : ''}`,
        span,
      };
    }),
  };
}

/** By the order of a constraint. */
const kept: readonly string[] = [
  'solved for positions after each step',
  'solved for velocities',
  'kept by forces, in the equations of motion',
];

function listed(names: readonly string[]): string {
  const shown = names.filter((name) => name !== '');
  return shown.length > 6 ? `${shown.slice(0, 6).join(', ')} and ${shown.length - 6} more` : shown.join(', ');
}

interface Entry {
  readonly left: MathNode;
  readonly node: Node;
  readonly says?: string;
}

export function equationsOf(program: Program): Section[] {
  const { system, equations } = program;
  const { dag, variables } = system;
  const { frames } = equations;
  const isZero = (node: Node) => node === dag.zero;
  const mass: Entry[] = equations.mass.flatMap((entries, i) =>
    inOrder(entries).flatMap(([j, node]) => (j < i ? [] : [{ left: indexed('M', i + 1, j + 1), node }])),
  );
  const force: Entry[] = [...equations.force, ...(frames?.force ?? [])].flatMap((node, i) =>
    isZero(node) ? [] : [{ left: indexed('f', i + 1), node }],
  );
  const residuals: Entry[] = equations.constraints.map(({ constraint }, c) => ({
    left: indexed('C', c + 1),
    node: constraint.residual,
    says: constraint.name,
  }));
  const gradients: Entry[] = equations.constraints.flatMap(({ gradient }, c) =>
    inOrder(gradient).map(([j, node]) => ({ left: indexed('A', c + 1, j + 1), node })),
  );
  const biases: Entry[] = equations.constraints.flatMap(({ bias }, c) =>
    isZero(bias) ? [] : [{ left: indexed('γ', c + 1), node: bias }],
  );
  const links: Entry[] = (frames?.definitions ?? []).flatMap(({ gradient, bias }, k) => [
    ...inOrder(gradient).map(([j, node]) => ({ left: indexed('B', k + 1, j + 1), node })),
    ...(isZero(bias) ? [] : [{ left: indexed('β', k + 1), node: bias }]),
  ]);
  const all = [...residuals, ...mass, ...force, ...gradients, ...biases, ...links];
  const named = abbreviate(
    dag,
    all.map(({ node }) => node),
    LONGEST_LINE,
  );
  const writer = new MathWriter(dag, namesOf(program, named));
  const isSmall = equations.mass.length <= LARGEST_MATRIX;
  const written = (title: string, entries: readonly Entry[], says?: string): Section => ({
    title,
    ...(says === undefined ? {} : { says }),
    lines: entries.slice(0, MOST_LINES).map((entry) => ({
      math: row(entry.left, operator('='), writer.define(entry.node)),
      ...(entry.says === undefined ? {} : { says: entry.says }),
    })),
    more: Math.max(0, entries.length - MOST_LINES),
  });
  const unknowns = [
    ...variables.map(({ name }) => ({ math: variableMath(name), says: name })),
    ...(frames?.unknowns ?? []).map(({ frame, kind, axis }) => ({
      math: indexed(kind === 'spin' ? 'ω' : 'v', `${'xyz'[axis]} ${system.frames[frame].name}`),
      says: `${kind === 'spin' ? 'angular velocity' : 'velocity'} of ${system.frames[frame].name}`,
    })),
  ];
  const sections = [
    {
      title: 'Equations of motion',
      lines: [{ math: motionLine(frames !== undefined) }, { math: holdLine() }],
      more: 0,
    },
    {
      title: 'Variables',
      lines: unknowns.slice(0, MOST_LINES).map(({ math, says }, i) => ({
        math: row(indexed('q', i + 1), operator('='), math),
        says,
      })),
      more: Math.max(0, unknowns.length - MOST_LINES),
    },
    written('Constraints', residuals, 'Each is zero where it holds.'),
    isSmall
      ? { title: 'Mass matrix', lines: [{ math: matrixOf(program, writer) }], more: 0 }
      : written('Mass matrix', mass, 'Symmetric; entries that are zero are left out.'),
    written('Forces', force),
    written('Gradients of the constraints', gradients),
    written('Accelerations of the constraints without q̈', biases),
    written('How frames follow from those above them', links),
    written(
      'Abbreviations',
      named.map((node, k) => ({ left: indexed('a', k + 1), node })),
    ),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function motionLine(hasFrames: boolean): MathNode {
  return row(
    symbol('M'),
    acceleration,
    operator('+'),
    ['msup', symbol('A'), ['mtext', 'T']],
    symbol('λ'),
    ...(hasFrames ? [operator('+'), ['msup', symbol('B'), ['mtext', 'T']] as MathNode, symbol('μ')] : []),
    operator('='),
    symbol('f'),
  );
}

function holdLine(): MathNode {
  return row(symbol('A'), acceleration, operator('+'), symbol('γ'), operator('='), numberMath(0));
}

const acceleration: MathNode = ['mover', ['mi', 'q'], ['mo', '¨']];

function matrixOf({ equations }: Program, writer: MathWriter): MathNode {
  const n = equations.mass.length;
  const rows = equations.mass.map((entries, i): MathNode => {
    const cells = Array.from({ length: n }, (_, j): MathNode => {
      const node = entries.get(j) ?? equations.mass[j].get(i);
      return ['mtd', node === undefined ? numberMath(0) : writer.use(node)];
    });
    return ['mtr', ...cells];
  });
  // Brackets grow with what stands between them only in a row of their own.
  return row(symbol('M'), operator('='), bracketed(['mtable', ...rows]));
}

function inOrder(entries: ReadonlyMap<number, Node>): [number, Node][] {
  return [...entries].sort(([a], [b]) => a - b);
}

function namesOf({ system }: Program, named: readonly Node[]): Map<Node, MathNode> {
  const names = new Map<Node, MathNode>([[system.time, symbol('t')]]);
  for (const { node, name } of [...system.parameters, ...system.controls, ...system.constants])
    names.set(node, symbol(name));
  for (const { position, rate, name } of system.variables) {
    names.set(position, variableMath(name));
    names.set(rate, variableMath(name, 1));
  }
  for (const [k, node] of named.entries()) names.set(node, indexed('a', k + 1));
  return names;
}
