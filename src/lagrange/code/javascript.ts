// The small language as a JavaScript or TypeScript module that stands alone: for Node, and for people to read. Pages
// run the WebAssembly instead, which a strict content policy allows.

import type { CodeArray, CodeFunction, Step, Type } from './ir.ts';
import { type Dialect, namesOf, plainText, SourceBody, wrapped } from './source.ts';
import type { Standalone } from './standalone.ts';

export interface JavaScriptOptions {
  /** With types. */
  readonly typed?: boolean;
}

export function emitJavaScript(given: Standalone, { typed = false }: JavaScriptOptions = {}): string {
  const { module, inputNames, firstPosition, firstRate, about } = given;
  const dialect = dialectOf(inputNames, typed);
  const taken = namesOf(module);
  const names = (list: readonly string[]) =>
    wrapped(
      list.map((name) => JSON.stringify(name)),
      '  ',
    ).join('\n');
  return [
    ...about.map((line) => `// ${plainText(line)}`),
    '',
    '/** What inputs[] holds. */',
    `export const names${typed ? ': readonly string[]' : ''} = [`,
    names(inputNames),
    '];',
    '/** Where positions and rates of the variables begin in inputs[]. */',
    `export const firstPosition = ${firstPosition};`,
    `export const firstRate = ${firstRate};`,
    '',
    ...module.arrays.flatMap((one) => arrayLines(one)),
    ...module.functions.flatMap((one) => ['', ...functionLines(one, dialect, taken, typed)]),
    '',
    ...mainLines(typed),
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

const shared: readonly string[] = ['inputs', 'clock'];

function arrayLines({ name, length, doc, initial }: CodeArray): string[] {
  const lead = `${shared.includes(name) ? 'export ' : ''}const ${name} = `;
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
): string[] {
  const typeOf = (type: Type | 'array') => (type === 'array' ? 'Float64Array' : 'number');
  const parameters = code.parameters.map(({ name, type }) => (typed ? `${name}: ${typeOf(type)}` : name));
  const result = typed ? `: ${code.result ? 'number' : 'void'}` : '';
  return [
    `/** ${plainText(code.doc)} */`,
    `${code.exported ? 'export ' : ''}function ${code.name}(${parameters.join(', ')})${result} {`,
    ...new SourceBody(code, dialect, taken).print(),
    '}',
  ];
}

/** Runs and prints a table when it is the program, not when it is imported. */
function mainLines(typed: boolean): string[] {
  const as = (type: string) => (typed ? `: ${type}` : '');
  return [
    '/** Calls back with every frame; false where steps became too short. */',
    `export function simulate(seconds${as('number')}, framesPerSecond${as('number')}, onFrame${as('() => void')})${as('boolean')} {`,
    '  start();',
    '  onFrame();',
    '  for (let frame = 1; frame <= Math.round(seconds * framesPerSecond); frame++) {',
    '    const time = frame / framesPerSecond;',
    '    while (clock[0] < time) if (step(time) === 0) return false;',
    '    show(time);',
    '    onFrame();',
    '  }',
    '  return true;',
    '}',
    '',
    ...(typed
      ? [
          'declare const process: { readonly argv: readonly string[]; exitCode?: number } | undefined;',
          'declare const console: { log(line: string): void };',
        ]
      : []),
    '// node <this file> [seconds]: a table of all inputs, sixty times a second.',
    "if (typeof process !== 'undefined' && import.meta.url.startsWith('file:') &&",
    "    decodeURI(import.meta.url).endsWith((process.argv[1] ?? '?').replaceAll('\\\\', '/'))) {",
    "  console.log(names.map((name) => JSON.stringify(name)).join(','));",
    '  const done = simulate(Number(process.argv[2] ?? 10), 60, () => {',
    "    console.log(Array.from(inputs).join(','));",
    '  });',
    '  if (!done) process.exitCode = 1;',
    '}',
  ];
}
