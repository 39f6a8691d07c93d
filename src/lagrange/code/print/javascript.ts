// The small language as a JavaScript or TypeScript module that stands alone: for Node, and for people to read. Pages
// run the WebAssembly instead, which a strict content policy allows.
//
// One mode is written as functions and arrays of the module; several as a function each that makes the mode's own, and
// what goes from one to the other.

import type { CodeArray, CodeFunction, CodeModule, Step, Type } from '../ir.ts';
import { type Dialect, namesOf, plainText, SourceBody, wrapped } from './source.ts';
import type { Standalone, StandaloneMode } from './standalone.ts';

export interface JavaScriptOptions {
  /** With types. */
  readonly typed?: boolean;
}

/** A program as JavaScript, or TypeScript, of its own. */
export function emitJavaScript(given: Standalone, { typed = false }: JavaScriptOptions = {}): string {
  const { modes, shared, inputNames, firstPosition, firstRate, about } = given;
  const dialect = dialectOf(inputNames, typed);
  const taken = new Set([shared, ...modes.map(({ module }) => module)].flatMap((one) => [...namesOf(one)]));
  const lines = (module: CodeModule, exported: boolean) => [
    ...module.arrays.flatMap((one) => arrayLines(one, exported)),
    ...module.functions.flatMap((one) => ['', ...functionLines(one, dialect, taken, typed, exported)]),
  ];
  return [
    ...about.map((line) => `// ${plainText(line)}`),
    '',
    '/** What inputs[] holds. */',
    `export const names${typed ? ': readonly string[]' : ''} = [`,
    ...wrapped(inputNames.map(quoted), '  '),
    '];',
    '/** Where positions and rates of the variables begin in inputs[]. */',
    `export const firstPosition = ${firstPosition};`,
    `export const firstRate = ${firstRate};`,
    '',
    ...(modes.length === 1
      ? [...lines(modes[0].module, true), '', ...aloneLines(modes[0], typed)]
      : [
          ...lines(shared, false),
          ...modes.flatMap((mode, k) => ['', ...modeLines(mode, k, lines(mode.module, false), typed)]),
          '',
          ...hostLines(modes, typed),
        ]),
    '',
    ...accessors(given, typed),
    ...mainLines(modes.length > 1, typed),
    '',
  ].join('\n');
}

function dialectOf(inputNames: readonly string[], typed: boolean): Dialect {
  return {
    number: (value) => (Object.is(value, -0) ? '-0' : String(value)),
    calls: { sqrt: 'Math.sqrt', abs: 'Math.abs', floor: 'Math.floor', min: 'Math.min', max: 'Math.max' },
    toInteger: (of) => `(${of} | 0)`,
    toFloat: (of) => of,
    divideIntegers: (left, right) => `Math.trunc(${left} / ${right})`,
    equal: '===',
    unequal: '!==',
    declare: (name, _type, constant) =>
      `${constant ? 'const' : 'let'} ${name}${typed && !constant ? ': number' : ''} = `,
    noteOn: (step) => nameOfInput(step, inputNames),
  };
}

/** The name of the input that is read, where a step is only that. */
export function nameOfInput(step: Step, inputNames: readonly string[]): string | undefined {
  if (step.kind !== 'set' || step.value.kind !== 'load' || step.value.array !== 'inputs') return undefined;
  const { index } = step.value;
  return index.kind === 'number' ? inputNames[index.value] : undefined;
}

const visible: readonly string[] = ['inputs', 'clock'];

function arrayLines({ name, length, doc, initial }: CodeArray, exported: boolean): string[] {
  const lead = `${exported && visible.includes(name) ? 'export ' : ''}const ${name} = `;
  if (initial === undefined) return [`/** ${plainText(doc)} */`, `${lead}new Float64Array(${length});`];
  const numbers = wrapped(
    initial.map((value) => String(value)),
    '  ',
  );
  return [`/** ${plainText(doc)} */`, `${lead}Float64Array.of(`, ...numbers, ');'];
}

function functionLines(
  code: CodeFunction,
  dialect: Dialect,
  taken: ReadonlySet<string>,
  typed: boolean,
  exported: boolean,
): string[] {
  const typeOf = (type: Type | 'array') => (type === 'array' ? 'Float64Array' : 'number');
  const parameters = code.parameters.map(({ name, type }) => (typed ? `${name}: ${typeOf(type)}` : name));
  const result = typed ? `: ${code.result ? 'number' : 'void'}` : '';
  return [
    `/** ${plainText(code.doc)} */`,
    `${exported && code.exported ? 'export ' : ''}function ${code.name}(${parameters.join(', ')})${result} {`,
    ...new SourceBody(code, dialect, taken).print(),
    '}',
  ];
}

/** What one mode by itself offers beside its own functions. */
function aloneLines({ hasEvents }: StandaloneMode, typed: boolean): string[] {
  const nothing = typed ? ': void' : '';
  return [
    '/** From what inputs[] has to where everything holds. */',
    `export function begin()${nothing} {`,
    '  start();',
    ...(hasEvents ? ['  arm(0);'] : []),
    '}',
    '',
    '/** Goes on with parameters or controls that were changed in inputs[]. */',
    `export function goOn()${nothing} {`,
    '  resume();',
    ...(hasEvents ? ['  arm(0);'] : []),
    '}',
  ];
}

function modeLines(
  { name, module, hasEvents }: StandaloneMode,
  index: number,
  lines: readonly string[],
  typed: boolean,
): string[] {
  const offered = [
    ...visible,
    ...module.functions.filter(({ exported }) => exported).map((one) => one.name),
  ].filter((one) => one !== 'arm' || hasEvents);
  return [
    `/** Mode ${plainText(name)}. */`,
    `function mode${index}()${typed ? ': Mode' : ''} {`,
    ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
    '',
    `  return { ${offered.filter((one) => modeMembers.some(([member]) => member === one)).join(', ')} };`,
    '}',
  ];
}

/** What the host needs of a mode. */
const modeMembers: readonly (readonly [name: string, type: string])[] = [
  ['inputs', 'inputs: Float64Array;'],
  ['clock', 'clock: Float64Array;'],
  ['derivative', 'derivative(inputs: Float64Array, out: Float64Array): void;'],
  ['energies', 'energies(inputs: Float64Array, out: Float64Array): void;'],
  ['start', 'start(): void;'],
  ['advance', 'advance(until: number): number;'],
  ['resume', 'resume(): void;'],
  ['enter', 'enter(): number;'],
  ['calibrate', 'calibrate(): void;'],
  ['arm', 'arm?(same: number): void;'],
];

/** From mode to mode. */
function hostLines(modes: readonly StandaloneMode[], typed: boolean): string[] {
  const as = (type: string) => (typed ? `: ${type}` : '');
  return [
    ...(typed ? ['interface Mode {', ...modeMembers.map(([, type]) => `  ${type}`), '}', ''] : []),
    `export const modeNames${as('readonly string[]')} = [${modes.map(({ name }) => quoted(name)).join(', ')}];`,
    `const modes${as('readonly Mode[]')} = [${modes.map((_, k) => `mode${k}()`).join(', ')}];`,
    '/** The present mode, and its numbers. */',
    'export let mode = 0;',
    'export let inputs = modes[0].inputs;',
    'export let clock = modes[0].clock;',
    '',
    `function turnTo(next${as('number')})${as('void')} {`,
    '  mode = next;',
    '  inputs = modes[next].inputs;',
    '  clock = modes[next].clock;',
    '}',
    '',
    '/** From what inputs[] has to where everything holds, in the first mode. */',
    `export function begin()${as('void')} {`,
    '  modes[0].inputs.set(inputs);',
    '  turnTo(0);',
    '  modes[0].start();',
    '  modes[0].arm?.(0);',
    '}',
    '',
    '/** Goes on with parameters or controls that were changed in inputs[]. */',
    `export function goOn()${as('void')} {`,
    '  modes[mode].resume();',
    '  modes[mode].arm?.(0);',
    '}',
    '',
    '/** Goes on to a time and shows it, through as many modes as it takes: 1; 0 where it cannot. */',
    `export function advance(until${as('number')})${as('number')} {`,
    '  for (let changes = 0; changes < 10000; changes++) {',
    '    const outcome = modes[mode].advance(until);',
    '    if (outcome < 2) return outcome;',
    '    const [from, to] = [modes[mode], modes[outcome - 2]];',
    '    to.inputs.set(from.inputs);',
    '    to.clock.set(from.clock);',
    '    turnTo(outcome - 2);',
    '    if (to.enter() === 0) return 0;',
    '    to.calibrate();',
    '    to.arm?.(0);',
    '  }',
    '  return 0;',
    '}',
    '',
    '/** Kinetic and potential energy [J] into out[0] and out[1]. */',
    `export function energies(out${as('Float64Array')})${as('void')} {`,
    '  modes[mode].energies(inputs, out);',
    '}',
  ];
}

/** Parameters and controls by their names. */
function accessors({ inputNames, parameterCount, controlCount }: Standalone, typed: boolean): string[] {
  const list = (what: string, doc: string, from: number, count: number): string[] =>
    count === 0
      ? []
      : [
          `/** ${doc} */`,
          `export const ${what} = {`,
          ...inputNames
            .slice(from, from + count)
            .flatMap((name, k) => [
              `  get [${quoted(name)}]()${typed ? ': number' : ''} { return inputs[${from + k}]; },`,
              `  set [${quoted(name)}](value${typed ? ': number' : ''}) { inputs[${from + k}] = value; },`,
            ]),
          '};',
          '',
        ];
  return [
    ...list(
      'parameters',
      'Parameters by their names: set them before begin(), or goOn() after.',
      1,
      parameterCount,
    ),
    ...list(
      'controls',
      'Controls by their names; call goOn() after setting them.',
      1 + parameterCount,
      controlCount,
    ),
  ];
}

/** Runs and prints a table when it is the program, not when it is imported. */
function mainLines(severalModes: boolean, typed: boolean): string[] {
  const as = (type: string) => (typed ? `: ${type}` : '');
  const [head, row] = severalModes
    ? ["[...names, 'mode']", '[...inputs, modeNames[mode]]']
    : ['names', 'Array.from(inputs)'];
  return [
    '/** Calls back with every frame; false where it could not go on. */',
    `export function simulate(seconds${as('number')}, framesPerSecond${as('number')}, onFrame${as('() => void')})${as('boolean')} {`,
    '  begin();',
    '  onFrame();',
    '  for (let frame = 1; frame <= Math.round(seconds * framesPerSecond); frame++) {',
    '    if (advance(frame / framesPerSecond) !== 1) return false;',
    '    onFrame();',
    '  }',
    '  return true;',
    '}',
    '',
    ...(typed
      ? [
          'declare const process: { readonly argv: readonly string[]; exitCode?: number } | undefined;',
          'declare const console: { log(line: string): void };',
          'declare global { interface ImportMeta { url: string } }',
        ]
      : []),
    '// node <this file> [seconds] [frames per second]: a table of all inputs, frame by frame.',
    "if (typeof process !== 'undefined' && import.meta.url.startsWith('file:') &&",
    "    decodeURI(import.meta.url).endsWith((process.argv[1] ?? '?').replaceAll('\\\\', '/'))) {",
    `  console.log(${head}.map((name) => JSON.stringify(name)).join(','));`,
    '  const done = simulate(Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 60), () => {',
    `    console.log(${row}.join(','));`,
    '  });',
    '  if (!done) process.exitCode = 1;',
    '}',
  ];
}

/** As a string, with nothing that could end a line. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
