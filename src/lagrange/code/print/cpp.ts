// The small language as one C++17 file that stands alone: a struct with its arrays as members and its functions as
// methods, and a main that prints the state frame by frame. Several modes are a struct each, and one more that goes from
// one to the other. Compiled with -ffp-contract=off it gives the same bits
// as the WebAssembly.

import type { CodeArray, CodeFunction, CodeModule, Type } from '../ir.ts';
import { nameOfInput } from './javascript.ts';
import { type Dialect, namesOf, plainName, plainText, SourceBody, wrapped } from './source.ts';
import type { Standalone, StandaloneMode } from './standalone.ts';

/** @param main  whether to add a main that prints a table */
export function emitCpp(given: Standalone, { main = true }: { readonly main?: boolean } = {}): string {
  const { modes, shared, inputNames, about } = given;
  // Never a word of the language, nor a member's name.
  const name = `${plainName(modes[0].module.name, 'System')}Simulator`;
  const dialect = dialectOf(inputNames);
  const taken = new Set([shared, ...modes.map(({ module }) => module)].flatMap((one) => [...namesOf(one)]));
  const members = (module: CodeModule) => [
    ...module.arrays.flatMap((one) => arrayLines(one)),
    ...module.functions.flatMap((one) => ['', ...functionLines(one, dialect, taken)]),
  ];
  const [alone] = modes;
  return [
    ...about.map((line) => `// ${plainText(line)}`),
    '//',
    '//   g++ -std=c++17 -O2 -ffp-contract=off this.cpp -o simulate && ./simulate 10',
    '',
    '#include <cmath>',
    '#include <cstdint>',
    '#include <cstdio>',
    '#include <cstdlib>',
    ...(modes.length > 1 ? ['#include <cstring>'] : []),
    '#include <limits>',
    '',
    ...(modes.length === 1
      ? [
          `struct ${name} {`,
          ...places(given),
          '',
          ...numbers,
          '',
          ...members(alone.module),
          '',
          ...aloneLines(alone),
          '',
          ...accessors(given),
          '};',
        ]
      : [
          '/** What all modes use. */',
          `struct ${name}Shared {`,
          ...numbers,
          '',
          ...members(shared),
          '};',
          ...modes.flatMap((mode, k) => [
            '',
            `/** Mode ${plainText(mode.name)}. */`,
            `struct ${name}Mode${k} : ${name}Shared {`,
            ...members(mode.module),
            '};',
          ]),
          '',
          `struct ${name} {`,
          ...places(given),
          '',
          ...hostLines(name, modes),
          '',
          ...accessors(given),
          '};',
        ]),
    '',
    ...(main ? mainLines(name, given) : []),
  ].join('\n');
}

/** What numbers are here as elsewhere. */
const numbers: readonly string[] = [
  '  /** As IEEE 754 has them: not a number wins. */',
  '  static double minimum(double a, double b) { return a != a ? a : b < a || b != b ? b : a; }',
  '  static double maximum(double a, double b) { return a != a ? a : b > a || b != b ? b : a; }',
  '  /** Towards zero; what is beyond the range is its end. */',
  '  static int32_t towardsZero(double a) {',
  '    if (!(std::fabs(a) < 2147483648.0)) return a > 0.0 ? INT32_MAX : a < 0.0 ? INT32_MIN : 0;',
  '    return static_cast<int32_t>(a);',
  '  }',
];

function places({ inputNames, firstPosition, firstRate }: Standalone): string[] {
  return [
    `  static constexpr int inputCount = ${inputNames.length};`,
    '  /** Where positions and rates of the variables begin in inputs[]. */',
    `  static constexpr int firstPosition = ${firstPosition};`,
    `  static constexpr int firstRate = ${firstRate};`,
  ];
}

/** What one mode by itself offers beside its own functions. */
function aloneLines({ hasEvents }: StandaloneMode): string[] {
  const armed = hasEvents ? ' arm(0);' : '';
  return [
    '  /** From what inputs[] has to where everything holds. */',
    `  void begin() { start();${armed} }`,
    '  /** Goes on with parameters or controls that were changed in inputs[]. */',
    `  void goOn() { resume();${armed} }`,
  ];
}

/** From mode to mode. */
function hostLines(name: string, modes: readonly StandaloneMode[]): string[] {
  const size = `${name}::inputCount * sizeof(double)`;
  const arm = (k: number) => (modes[k].hasEvents ? ` mode${k}.arm(0);` : '');
  const each = (line: (k: number) => string) => modes.map((_, k) => `      case ${k}: ${line(k)}`);
  return [
    ...modes.map((mode, k) => `  ${name}Mode${k} mode${k}; // ${plainText(mode.name)}`),
    '  /** The present mode, and its numbers. */',
    '  int mode = 0;',
    '  double* inputs = mode0.inputs;',
    '  double* clock = mode0.clock;',
    `  ${name}() = default;`,
    `  ${name}(const ${name}&) = delete;`,
    `  ${name}& operator=(const ${name}&) = delete;`,
    '',
    '  static const char* modeName(int which) {',
    `    static const char* const list[] = { ${modes.map((mode) => cppString(mode.name)).join(', ')} };`,
    '    return list[which];',
    '  }',
    '',
    '  void turnTo(int next) {',
    '    mode = next;',
    '    switch (next) {',
    ...each((k) => `inputs = mode${k}.inputs; clock = mode${k}.clock; break;`),
    '    }',
    '  }',
    '',
    '  /** From what inputs[] has to where everything holds, in the first mode. */',
    '  void begin() {',
    `    if (mode != 0) std::memcpy(mode0.inputs, inputs, ${size});`,
    '    turnTo(0);',
    `    mode0.start();${arm(0)}`,
    '  }',
    '',
    '  /** Goes on with parameters or controls that were changed in inputs[]. */',
    '  void goOn() {',
    '    switch (mode) {',
    ...each((k) => `mode${k}.resume();${arm(k)} break;`),
    '    }',
    '  }',
    '',
    '  /** Begins another mode where the last one ended. */',
    '  bool enter(int next) {',
    '    const double* const left = inputs;',
    '    const double* const leftClock = clock;',
    '    turnTo(next);',
    `    std::memcpy(inputs, left, ${size});`,
    '    std::memcpy(clock, leftClock, sizeof mode0.clock);',
    '    switch (next) {',
    ...each((k) => `if (mode${k}.enter() == 0) return false; mode${k}.calibrate();${arm(k)} break;`),
    '    }',
    '    return true;',
    '  }',
    '',
    '  /** Goes on to a time and shows it, through as many modes as it takes: 1; 0 where it cannot. */',
    '  int32_t advance(double until) {',
    '    for (int changes = 0; changes < 10000; changes++) {',
    '      int32_t outcome = 0;',
    '      switch (mode) {',
    ...each((k) => `  outcome = mode${k}.advance(until); break;`),
    '      }',
    '      if (outcome < 2) return outcome;',
    '      if (!enter(outcome - 2)) return 0;',
    '    }',
    '    return 0;',
    '  }',
    '',
    '  /** Kinetic and potential energy [J]. */',
    '  void energies(double* out) {',
    '    switch (mode) {',
    ...each((k) => `mode${k}.energies(inputs, out); break;`),
    '    }',
    '  }',
  ];
}

/** Parameters and controls by their names. */
function accessors({ inputNames, parameterCount, controlCount }: Standalone): string[] {
  const used = new Set<string>();
  return inputNames.slice(1, 1 + parameterCount + controlCount).map((name, k) => {
    const kind = k < parameterCount ? 'parameter' : 'control';
    let called = `${kind}_${plainName(name, `${k + 1}`)}`;
    while (used.has(called)) called += '_';
    used.add(called);
    return `  double& ${called}() { return inputs[${1 + k}]; }`;
  });
}

/** Prints the inputs frame by frame. */
function mainLines(name: string, { inputNames, modes }: Standalone): string[] {
  const several = modes.length > 1;
  return [
    'static const char* const names[] = {',
    ...wrapped(inputNames.map(cppString), '  '),
    '};',
    '',
    `static void print(const ${name}& simulator) {`,
    `  for (int k = 0; k < ${name}::inputCount; k++)`,
    '    std::printf("%s%.17g", k == 0 ? "" : ",", simulator.inputs[k]);',
    several ? `  std::printf(",%s\\n", ${name}::modeName(simulator.mode));` : '  std::printf("\\n");',
    '}',
    '',
    '// simulate [seconds] [frames per second]: a table of all inputs, frame by frame.',
    'int main(int count, char** arguments) {',
    '  const double seconds = count > 1 ? std::atof(arguments[1]) : 10.0;',
    '  const double framesPerSecond = count > 2 ? std::atof(arguments[2]) : 60.0;',
    `  static ${name} simulator;`,
    `  for (int k = 0; k < ${name}::inputCount; k++) std::printf("%s\\"%s\\"", k == 0 ? "" : ",", names[k]);`,
    several ? '  std::printf(",\\"mode\\"\\n");' : '  std::printf("\\n");',
    '  simulator.begin();',
    '  print(simulator);',
    '  for (long frame = 1; frame <= std::lround(seconds * framesPerSecond); frame++) {',
    '    if (simulator.advance(static_cast<double>(frame) / framesPerSecond) != 1) return 1;',
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
  const body = new SourceBody(code, dialect, taken, 2).print();
  const used = new Set(body.flatMap((line) => line.match(/\w+/g) ?? []));
  const parameters = code.parameters.map(({ name, type }) => {
    const typeName = type === 'array' ? 'double*' : type === 'f64' ? 'double' : 'int32_t';
    return used.has(name) ? `${typeName} ${name}` : `${typeName} /* ${name} */`;
  });
  const result = code.result === undefined ? 'void' : code.result === 'f64' ? 'double' : 'int32_t';
  return [
    `  /** ${plainText(code.doc)} */`,
    `  ${result} ${code.name}(${parameters.join(', ')}) {`,
    ...body,
    '  }',
  ];
}
