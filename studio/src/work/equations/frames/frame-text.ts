// Changes of frames as changes of the text, at their place only.
//
//   at (Radius, 0, 1)   moved by (0.5, 0, 0.25)   →   at (Radius + 0.5, 0, 1.25)
//   turn z(30 deg)      turned by 15° about z     →   turn z(45 deg)
//
// Numbers are changed, formulas get a summand (which a second move changes), and where there is no place that says it a
// new `at` or `turn` is written. A placement in front of all others is in the axes of the frame around, one behind all
// others in those of the frame itself; scales stay out of both (see elaborate/place-frame.ts), so this is exact.

import {
  type Expression,
  parse,
  type Placement,
  reservedWords,
  type Specification,
  type Statement,
  unitByName,
} from '../../../../../src/lagrange/language/index.ts';

export interface Patch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export type FrameStatement = Extract<Statement, { kind: 'frame' }>;
type Vector = readonly [number, number, number];

/** A component of a direction from which on it is that axis. */
const ALONG = 0.99999;

/** The statement that stands there. */
export function frameAt({ statements }: Specification, from: number): FrameStatement | undefined {
  const stack = [...statements];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.kind === 'frame' && next.span[0] === from) return next;
    if ('body' in next && Array.isArray(next.body)) stack.push(...(next.body as Statement[]));
  }
  return undefined;
}

/** @param by  in the coordinates of the frame around it [m] */
export function moveFrame(text: string, frame: FrameStatement, by: Vector): Patch[] {
  const [first] = frame.placements;
  if (first?.kind === 'at' && first.place.kind === 'vector' && first.place.items.length === 3) {
    const patches = first.place.items.flatMap((item, k) => addTo(text, item, by[k], lengthText));
    if (isSound(text, patches)) return patches;
  }
  const place = by.map(lengthText).join(', ');
  return [insertion(frame.name.span[1], ` at (${place})`)];
}

/**
 * @param axis   of length 1, in the axes of the frame itself
 * @param angle  [rad]
 */
export function turnFrame(text: string, frame: FrameStatement, axis: Vector, angle: number): Patch[] {
  const last: Placement | undefined = frame.placements[frame.placements.length - 1];
  const end = last?.span[1] ?? frame.name.span[1];
  const main = axis.findIndex((x) => Math.abs(x) > ALONG);
  if (main < 0) {
    const direction = axis.map(plain).join(', ');
    return [insertion(end, ` turn (${direction}) by ${angleText(angle)}`)];
  }
  const letter = 'xyz'[main];
  const by = Math.sign(axis[main]) * angle;
  if (last?.kind === 'turn' && last.axis === letter) {
    const patches = addTo(text, last.angle, by, angleText);
    if (isSound(text, patches)) return patches;
  }
  return [insertion(end, ` turn ${letter}(${angleText(by)})`)];
}

/**
 * Writes a statement inside a frame, or at the end of the text.
 * @param statement  with its semicolon
 */
export function writeInside(text: string, frame: FrameStatement | undefined, statement: string): Patch[] {
  if (frame === undefined)
    return [insertion(text.length, `${text.endsWith('\n') ? '' : '\n'}${statement}\n`)];
  const end = frame.span[1];
  const indent = indentAt(text, frame.span[0]);
  if (text[end - 1] === ';')
    return [{ from: end - 1, to: end, text: ` {\n${indent}  ${statement}\n${indent}}` }];
  // Before the closing brace: on its line where the block is one line, else on a line of its own.
  const body = text.slice(frame.span[0], end);
  if (!body.includes('\n')) return [insertion(trimmedEnd(text, end - 1), ` ${statement}`)];
  return [insertion(trimmedEnd(text, end - 1), `\n${indent}  ${statement}`)];
}

/** A frame for the inside of another: with its indices, since it is there as often. */
export function newFrame(
  text: string,
  around: FrameStatement | undefined,
): { name: string; statement: string } {
  const indices =
    around === undefined ? '' : text.slice(around.name.span[0], around.name.span[1]).replace(/^[^[]*/, '');
  const name = freeName(text, 'Frame');
  return { name, statement: `frame ${name}${indices} at (0, 0, 0);` };
}

function freeName(text: string, wanted: string): string {
  const taken = new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  for (let k = 1; ; k++)
    if (!taken.has(`${wanted}${k}`) && !reservedWords.has(`${wanted}${k}`)) return `${wanted}${k}`;
}

export function applied(text: string, patches: readonly Patch[]): string {
  let result = text;
  for (const { from, to, text: piece } of [...patches].sort((a, b) => b.from - a.from))
    result = result.slice(0, from) + piece + result.slice(to);
  return result;
}

function insertion(at: number, text: string): Patch {
  return { from: at, to: at, text };
}

/** What makes an expression larger by a number. */
function addTo(text: string, item: Expression, by: number, write: (value: number) => string): Patch[] {
  if (Number(write(by).replace(/ .*/, '')) === 0) return [];
  const [from, to] = item.span;
  const known = literal(item);
  if (known !== undefined) {
    const unit = known.unit === '' ? undefined : unitByName.get(known.unit);
    const value = known.value + by;
    const said =
      unit === undefined || known.unit === 'deg'
        ? write(value)
        : `${plain(value / unit.factor)} ${known.unit}`;
    // A bare angle is in radians and stays so.
    return [{ from, to, text: unit === undefined ? plain(value) : said }];
  }
  if (item.kind === 'binary' && (item.operator === '+' || item.operator === '-')) {
    const right = literal(item.right);
    if (right !== undefined) {
      const value = (item.operator === '+' ? right.value : -right.value) + by;
      return [{ from: item.left.span[1], to, text: summand(value, write) }];
    }
  }
  if (item.kind === 'if' || item.kind === 'not' || isComparison(item))
    return [{ from, to, text: `(${text.slice(from, to)})${summand(by, write)}` }];
  return [insertion(to, summand(by, write))];
}

function summand(value: number, write: (value: number) => string): string {
  const said = write(Math.abs(value));
  if (Number(said.replace(/ .*/, '')) === 0) return '';
  return value < 0 ? ` - ${said}` : ` + ${said}`;
}

function isComparison(item: Expression): boolean {
  return item.kind === 'binary' && !['+', '-', '*', '/', '^'].includes(item.operator);
}

/** A number as it stands there, in SI units, and the unit it is written in. */
function literal(item: Expression): { readonly value: number; readonly unit: string } | undefined {
  if (item.kind === 'number') return { value: item.value, unit: '' };
  if (item.kind === 'negate') {
    const inside = literal(item.of);
    return inside && { value: -inside.value, unit: inside.unit };
  }
  if (item.kind !== 'quantity' || item.of.kind !== 'number') return undefined;
  const factor = unitByName.get(item.unit)?.factor;
  return factor === undefined ? undefined : { value: item.of.value * factor, unit: item.unit };
}

/** Numbers that a hand gives have digits nobody meant. */
function plain(value: number): string {
  const rounded = Number((Math.round(value * 1e4) / 1e4).toPrecision(12));
  return String(rounded === 0 ? 0 : rounded);
}

function lengthText(value: number): string {
  return plain(value);
}

function angleText(value: number): string {
  return `${plain(Math.round(((value * 180) / Math.PI) * 100) / 100)} deg`;
}

/** Brackets around names have no place in the syntax tree: whether a change has torn one is found by reading it. */
function isSound(text: string, patches: readonly Patch[]): boolean {
  return parse(applied(text, patches)).faults.length === 0;
}

function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? '';
}

function trimmedEnd(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length;
}
