// The words of the language, each with a sentence for the editor.

import { primitives, signatureLines } from './primitives.ts';
import { units } from './units.ts';

interface Word {
  readonly name: string;
  readonly doc: string;
}

function words(list: readonly (readonly [string, string])[]): readonly Word[] {
  return list.map(([name, doc]) => ({ name, doc }));
}

/** Statements begin with one of these; `system` only at the top. */
export const statementWords: readonly Word[] = words([
  ['system', 'system Name; gives the specification its name. It comes first.'],
  ['const', 'const L = 1, g = 9.81; names numbers that never change.'],
  [
    'param',
    'param Drag = 1e-4 in 0 .. 1; an input that may change while it runs; a range gives it a slider.',
  ],
  ['control', 'control UpDown = axis(ArrowDown, ArrowUp); an input from keys, pointer or slider.'],
  ['def', 'def Alt(a) = Amp * cos(a); names an expression with arguments (c: frame for a frame).'],
  ['frame', 'frame Arm at (0, 0, 1) turn x(90 deg) { … } a coordinate frame in the one around it.'],
  ['shape', 'shape box(2, 3, 1) color red; something to see on the frame around it.'],
  ['camera', 'camera Chase(60 deg); a camera that rides on the frame around it.'],
  ['light', 'light Sun(1); a light that rides on the frame around it.'],
  ['vary', 'vary Rx(Arm), Tz(Car[1]); names the variables of the system.'],
  ['mass', 'mass Bob = point(1); or body(m, inertia): the mass that a frame bears.'],
  [
    'potential',
    'potential(o) = Mass(o) * g * AbsTrans(o).z; energy of each mass, of each pair (two arguments), or of the whole (none).',
  ],
  ['force', 'force Car[1] = -Drag * AbsLV(Car[1]); a force at the origin of a frame [N].'],
  ['torque', 'torque Wheel = (0, 0, 1); a torque on a frame [N m].'],
  ['constrain', 'constrain alt: AbsTrans(Car).z == 1; an equation that holds at all times.'],
  ['initially', 'initially LocAV(Arm).x == 1; an equation that holds at the start.'],
  ['surface', 'surface Bowl(p) in Drum = norm2(p) - 1; a surface where the expression is zero.'],
  ['for', 'for i in 1..N { … } repeats statements for each whole number.'],
  ['when', 'when AbsTrans(Ball).z falls { … } acts when the expression goes through zero.'],
  ['mode', 'mode Flight { … } statements that hold only in this mode.'],
]);

const innerWords: readonly Word[] = words([
  ['goto', 'goto Flight; goes to another mode.'],
  ['in', 'Before a range, or before the frame of a surface.'],
  ['if', 'if a > 0 then a else -a.'],
  ['then', 'if … then … else ….'],
  ['else', 'if … then … else ….'],
  ['and', 'Both conditions hold.'],
  ['or', 'One of the conditions holds.'],
  ['not', 'The condition does not hold.'],
  ['rises', 'when … rises: the expression goes up through zero.'],
  ['falls', 'when … falls: the expression goes down through zero.'],
]);

/** Words that mean something in one place only, and are names elsewhere. */
export const placeWords: readonly Word[] = words([
  ['at', 'at (x, y, z): where a frame stands in the one around it.'],
  ['turn', 'turn x(90 deg), or turn (1, 1, 0) by 30 deg: how a frame is turned.'],
  ['by', 'turn (1, 1, 0) by 30 deg.'],
  ['scale', 'scale (1, 1, 2): what the frame makes larger.'],
  ['color', 'color red, or color #c04020.'],
]);

/** Words that cannot be names. */
export const reservedWords: ReadonlySet<string> = new Set(
  [...statementWords, ...innerWords].map(({ name }) => name),
);

/** Devices of a control whose arguments are keys and axes rather than numbers. */
export const keyDevices: ReadonlySet<string> = new Set(['axis', 'key', 'pointer']);

export interface Completion {
  readonly name: string;
  readonly kind: 'keyword' | 'function' | 'unit' | 'name';
  /** Ways to call it, for functions. */
  readonly signatures: readonly string[];
  readonly doc: string;
}

const given: readonly Completion[] = [
  { name: 'Root', kind: 'name', signatures: [], doc: 'The fixed frame that all others are in.' },
  { name: 't', kind: 'name', signatures: [], doc: 'Time since the start [s].' },
  { name: 'point', kind: 'function', signatures: ['point(m)'], doc: 'A mass without extent [kg].' },
  {
    name: 'body',
    kind: 'function',
    signatures: ['body(m, inertia)'],
    doc: 'A mass [kg] with an inertia tensor in the axes of its frame [kg m²].',
  },
  {
    name: 'axis',
    kind: 'function',
    signatures: ['axis(less, more)'],
    doc: 'A control from −1 to 1 on two keys.',
  },
  {
    name: 'key',
    kind: 'function',
    signatures: ['key(name)'],
    doc: 'A control that is 1 while a key is down.',
  },
  {
    name: 'slider',
    kind: 'function',
    signatures: ['slider(from, to)', 'slider(from, to, start)'],
    doc: 'A control on a slider.',
  },
  {
    name: 'pointer',
    kind: 'function',
    signatures: ['pointer(x)', 'pointer(y)'],
    doc: 'A control from −1 to 1 that follows the pointer.',
  },
];

/** Everything the editor can offer that does not depend on the text. */
export function completions(): readonly Completion[] {
  const keyword = ({ name, doc }: Word): Completion => ({ name, kind: 'keyword', signatures: [], doc });
  return [
    ...[...statementWords, ...innerWords, ...placeWords].map(keyword),
    ...given,
    ...primitives.map((entry) => ({
      name: entry.name,
      kind: 'function' as const,
      signatures: signatureLines(entry),
      doc: entry.doc,
    })),
    ...units.map(({ name, doc }) => ({ name, kind: 'unit' as const, signatures: [], doc })),
  ];
}
