// The small language as one C++17 file that stands alone: a struct with its arrays as members and its functions as
// methods, and a main that prints the state sixty times a second. Compiled with -ffp-contract=off it gives the same bits
// as the WebAssembly.

import type { CodeArray, CodeFunction, Type } from './ir.ts';
import { nameOfInput } from './javascript.ts';
import { type Dialect, namesOf, plainName, plainText, SourceBody, wrapped } from './source.ts';
import type { Standalone } from './standalone.ts';

/** @param main  whether to add a main that prints a table */
export function emitCpp(given: Standalone, { main = true }: { readonly main?: boolean } = {}): string {
  const { module, inputNames, firstPosition, firstRate, about } = given;
  // Never a word of the language, nor a member's name.
  const name = `${plainName(module.name, 'System')}Simulator`;
  const dialect = dialectOf(inputNames);
  const taken = namesOf(module);
  return [
    ...about.map((line) => `// ${plainText(line)}`),
    '//',
    '//   g++ -std=c++17 -O2 -ffp-contract=off this.cpp -o simulate && ./simulate 10',
    '',
    '#include <cmath>',
    '#include <cstdint>',
    '#include <cstdio>',
    '#include <cstdlib>',
    '#include <limits>',
    '',
    `struct ${name} {`,
    `  static constexpr int inputCount = ${inputNames.length};`,
    '  /** Where positions and rates of the variables begin in inputs[]. */',
    `  static constexpr int firstPosition = ${firstPosition};`,
    `  static constexpr int firstRate = ${firstRate};`,
    '',
    ...module.arrays.flatMap((one) => arrayLines(one)),
    '',
    '  /** As IEEE 754 has them: not a number wins. */',
    '  static double minimum(double a, double b) { return a != a ? a : b < a || b != b ? b : a; }',
    '  static double maximum(double a, double b) { return a != a ? a : b > a || b != b ? b : a; }',
    '  /** Towards zero; what is beyond the range is its end. */',
    '  static int32_t towardsZero(double a) {',
    '    if (!(std::fabs(a) < 2147483648.0)) return a > 0.0 ? INT32_MAX : a < 0.0 ? INT32_MIN : 0;',
    '    return static_cast<int32_t>(a);',
    '  }',
    ...module.functions.flatMap((one) => ['', ...functionLines(one, dialect, taken)]),
    '};',
    '',
    ...(main ? mainLines(name, inputNames) : []),
  ].join('\n');
}

/** Prints the inputs sixty times a second. */
function mainLines(name: string, inputNames: readonly string[]): string[] {
  return [
    'static const char* const names[] = {',
    ...wrapped(inputNames.map(cppString), '  '),
    '};',
    '',
    `static void print(const ${name}& simulator) {`,
    `  for (int k = 0; k < ${name}::inputCount; k++)`,
    '    std::printf("%s%.17g", k == 0 ? "" : ",", simulator.inputs[k]);',
    '  std::printf("\\n");',
    '}',
    '',
    'int main(int count, char** arguments) {',
    '  const double seconds = count > 1 ? std::atof(arguments[1]) : 10.0;',
    `  static ${name} simulator;`,
    `  for (int k = 0; k < ${name}::inputCount; k++) std::printf("%s\\"%s\\"", k == 0 ? "" : ",", names[k]);`,
    '  std::printf("\\n");',
    '  simulator.start();',
    '  print(simulator);',
    '  for (int frame = 1; frame <= std::lround(seconds * 60.0); frame++) {',
    '    const double time = frame / 60.0;',
    '    while (simulator.clock[0] < time)',
    '      if (simulator.step(time) == 0) return 1;',
    '    simulator.show(time);',
    '    print(simulator);',
    '  }',
    '  return 0;',
    '}',
    '',
  ];
}

function dialectOf(inputNames: readonly string[]): Dialect {
  const typeName = (type: Type) => (type === 'f64' ? 'double' : 'int32_t');
  return {
    number: (value, type) => (type === 'i32' ? String(value) : doubleText(value)),
    calls: { sqrt: 'std::sqrt', abs: 'std::fabs', floor: 'std::floor', min: 'minimum', max: 'maximum' },
    toInteger: (of) => `towardsZero(${of})`,
    toFloat: (of) => `double(${of})`,
    divideIntegers: (left, right) => `(${left} / ${right})`,
    equal: '==',
    unequal: '!=',
    declare: (name, type, constant) => `${constant ? 'const ' : ''}${typeName(type)} ${name} = `,
    noteOn: (step) => nameOfInput(step, inputNames),
  };
}

/** Always with a point or an exponent, so that it is a double. */
function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'std::numeric_limits<double>::quiet_NaN()';
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}std::numeric_limits<double>::infinity()`;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Inside quotes that printf may print between quotes: no quotes, no backslashes. */
function cppString(text: string): string {
  return `"${plainText(text).replaceAll('"', "'")}"`;
}

function arrayLines({ name, length, doc, initial }: CodeArray): string[] {
  if (initial === undefined) return [`  /** ${plainText(doc)} */`, `  double ${name}[${length}] = {};`];
  return [
    `  /** ${plainText(doc)} */`,
    `  double ${name}[${length}] = {`,
    ...wrapped(initial.map(doubleText), '    '),
    '  };',
  ];
}

function functionLines(code: CodeFunction, dialect: Dialect, taken: ReadonlySet<string>): string[] {
  const parameters = code.parameters.map(({ name, type }) =>
    type === 'array' ? `double* ${name}` : `${type === 'f64' ? 'double' : 'int32_t'} ${name}`,
  );
  const result = code.result === undefined ? 'void' : code.result === 'f64' ? 'double' : 'int32_t';
  return [
    `  /** ${plainText(code.doc)} */`,
    `  ${result} ${code.name}(${parameters.join(', ')}) {`,
    ...new SourceBody(code, dialect, taken, 2).print(),
    '  }',
  ];
}
