// A syntax tree as text, in the one way that we write specifications: two blanks of indentation, one statement a line.
//
// `print` knows the tree only, and a tree has no comments. `format` works on a text and keeps its comments and its
// empty lines: a comment goes before the statement that it stood before or in, or stays behind the statement that it
// followed on the same line.

import type { Action, Binding, Placement, Specification, Statement } from './ast.ts';
import { CommentKeeper } from './comments.ts';
import { parse, type Parsed } from './parse.ts';
import { list, printExpression, printName } from './print-expression.ts';
import { tokenize } from './tokens.ts';

/** Lists longer than this are written one item a line. */
const LINE_WIDTH = 100;

/** A syntax tree as text. */
export function print(specification: Specification): string {
  return new Printer(new CommentKeeper('')).print(specification);
}

/** The text written anew, or the faults that keep it from being read. */
export function format(text: string): { readonly text?: string; readonly faults: Parsed['faults'] } {
  const { specification, faults } = parse(text);
  if (specification === undefined) return { faults };
  return { text: new Printer(new CommentKeeper(specification.text)).print(specification), faults: [] };
}

class Printer {
  private readonly lines: string[] = [];
  private readonly comments: CommentKeeper;

  constructor(comments: CommentKeeper) {
    this.comments = comments;
  }

  print({ name, statements, text }: Specification): string {
    // Behind the third token, of `system Name ;`.
    const head = tokenize(text.slice(0, statements[0]?.span[0]))[2]?.from ?? 0;
    this.leading(head, '');
    this.lines.push(`system ${name};`);
    this.trailing(head + 1);
    this.statements(statements, '', text.length);
    return `${this.lines.join('\n')}\n`;
  }

  private statements(statements: readonly Statement[], indent: string, end: number): void {
    for (const [i, statement] of statements.entries()) {
      const body = bodyOf(statement);
      this.leading(body === undefined ? statement.span[1] : statement.span[0], indent, statement.span[0]);
      if (
        this.comments.isEmpty &&
        i > 0 &&
        indent === '' &&
        (body ?? bodyOf(statements[i - 1])) !== undefined
      )
        this.gap();
      if (body === undefined) this.lines.push(...printPlain(statement, indent));
      else this.block(statement, body, indent);
      this.trailing(statement.span[1]);
    }
    this.leading(end, indent);
  }

  private block(statement: Statement, body: readonly (Statement | Action)[], indent: string): void {
    const inner = `${indent}  `;
    this.lines.push(`${indent}${header(statement)} {`);
    if (statement.kind === 'when') {
      for (const action of statement.actions) {
        this.leading(action.span[1], inner, action.span[0]);
        this.lines.push(`${inner}${printAction(action)}`);
        this.trailing(action.span[1]);
      }
      this.leading(statement.span[1], inner);
    } else this.statements(body as readonly Statement[], inner, statement.span[1]);
    if (this.lines.at(-1) === `${indent}${header(statement)} {`) this.lines[this.lines.length - 1] += ' }';
    else this.lines.push(`${indent}}`);
  }

  /** Comments up to a place in the text, each on lines of their own, and one empty line where there were some. */
  private leading(until: number, indent: string, start = until): void {
    for (const { text, afterGap } of this.comments.takeUntil(until)) {
      if (afterGap) this.gap();
      this.lines.push(`${indent}${text}`);
    }
    if (this.comments.hasGapBefore(start)) this.gap();
  }

  /** A comment that follows on the same line stays there. */
  private trailing(from: number): void {
    const comment = this.comments.takeOnLine(from);
    if (comment !== undefined) this.lines[this.lines.length - 1] += ` ${comment}`;
  }

  private gap(): void {
    const last = this.lines.at(-1);
    if (last !== undefined && last !== '' && !last.endsWith('{')) this.lines.push('');
  }
}

/** What stands in its braces, where it has some. */
function bodyOf(statement: Statement): readonly (Statement | Action)[] | undefined {
  if (statement.kind === 'frame') return statement.body.length > 0 ? statement.body : undefined;
  if (statement.kind === 'when') return statement.actions;
  return statement.kind === 'for' || statement.kind === 'mode' ? statement.body : undefined;
}

/** What stands before the braces, or, for a frame without any, before the semicolon. */
function header(statement: Statement): string {
  switch (statement.kind) {
    case 'frame':
      return ['frame', printName(statement.name), ...statement.placements.map(printPlacement)].join(' ');
    case 'for':
      return `for ${statement.index} in ${printExpression(statement.from)}..${printExpression(statement.to)}`;
    case 'when':
      return `when ${printExpression(statement.trigger)} ${statement.edge}`;
    case 'mode':
      return `mode ${statement.name}`;
    default:
      return '';
  }
}

function printPlain(statement: Statement, indent: string): string[] {
  const [begin, items] = pieces(statement);
  const line = `${indent}${[begin, items.join(', ')].filter((part) => part !== '').join(' ')};`;
  if (line.length <= LINE_WIDTH || items.length < 2) return [line];
  const rows = items.map((item, i) => `${indent}  ${item}${i === items.length - 1 ? ';' : ','}`);
  return [`${indent}${begin}`, ...rows];
}

/** The beginning of a statement, and the list that follows it. */
function pieces(statement: Statement): [begin: string, items: readonly string[]] {
  switch (statement.kind) {
    case 'const':
      return ['const', statement.bindings.map(printBinding)];
    case 'param':
      return [
        'param',
        statement.bindings.map((binding) => {
          const range = binding.range?.map(printExpression).join(' .. ');
          return printBinding(binding) + (range === undefined ? '' : ` in ${range}`);
        }),
      ];
    case 'control': {
      const given = statement.arguments.map((one) => (one.kind === 'key' ? one.key : printExpression(one)));
      return [`control ${statement.name} = ${statement.device}(${given.join(', ')})`, []];
    }
    case 'def': {
      const given = statement.parameters.map(({ name, type }) =>
        type === undefined ? name : `${name}: ${type}`,
      );
      const parameters = given.length === 0 ? '' : `(${given.join(', ')})`;
      return [`def ${statement.name}${parameters} = ${printExpression(statement.body)}`, []];
    }
    case 'shape': {
      const color = statement.color === undefined ? '' : ` color ${statement.color}`;
      return [`shape ${statement.shape}(${list(statement.arguments)})${color}`, []];
    }
    case 'camera':
    case 'light': {
      const given = statement.arguments.length === 0 ? '' : `(${list(statement.arguments)})`;
      const name = statement.name === undefined ? '' : ` ${statement.name}`;
      return [`${statement.kind}${name}${given}`, []];
    }
    case 'vary':
      return ['vary', statement.variables.map((one) => `${one.component}(${printExpression(one.frame)})`)];
    case 'mass':
    case 'force':
    case 'torque':
      return [
        `${statement.kind} ${printExpression(statement.frame)} = ${printExpression(statement.value)}`,
        [],
      ];
    case 'potential': {
      const given = statement.parameters.length === 0 ? '' : `(${statement.parameters.join(', ')})`;
      return [`potential${given} = ${printExpression(statement.value)}`, []];
    }
    case 'constrain': {
      const name = statement.name === undefined ? '' : `${printName(statement.name)}: `;
      return [`constrain ${name}${printExpression(statement.condition)}`, []];
    }
    case 'initially':
      return [`initially ${printExpression(statement.condition)}`, []];
    case 'surface': {
      const within = statement.frame === undefined ? '' : ` in ${printExpression(statement.frame)}`;
      return [
        `surface ${printName(statement.name)}(${statement.point})${within} = ${printExpression(statement.value)}`,
        [],
      ];
    }
    default:
      return [header(statement), []];
  }
}

function printBinding({ name, value }: Binding): string {
  return `${name} = ${printExpression(value)}`;
}

function printPlacement(placement: Placement): string {
  if (placement.kind === 'at') return `at ${printExpression(placement.place)}`;
  if (placement.kind === 'scale') return `scale ${printExpression(placement.by)}`;
  const { axis, angle } = placement;
  if (typeof axis === 'string') return `turn ${axis}(${printExpression(angle)})`;
  return `turn ${printExpression(axis)} by ${printExpression(angle)}`;
}

function printAction(action: Action): string {
  if (action.kind === 'goto') return `goto ${action.mode};`;
  return `${printExpression(action.target)} := ${printExpression(action.value)};`;
}
