// carom compile <specification>: what the compiler makes of a specification, pass by pass, and its code to take away.

import { existsSync, readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { paint } from '../paint.ts';
import {
  allOptimisations,
  compile,
  emitCpp,
  emitJavaScript,
  emitLatex,
  emitWasm,
  measure,
  printProgram,
  printReport,
  type Program,
  standalone,
} from '../../lagrange/index.ts';
import { describeSpecFault, format, type SpecFault } from '../../lagrange/language/index.ts';
import { FaultError, spellingHint } from '../../scene/fault/index.ts';
import { countArgument, numberArgument } from '../arguments.ts';
import { exitCodes } from '../exit-codes.ts';
import { bytes, Output, plural, short } from '../output.ts';
import { writeFile } from '../write-file.ts';
import { writeData } from '../write-text.ts';

/** What can be switched off. */
const switchable = Object.entries(allOptimisations)
  .filter(([, value]) => value === true)
  .map(([name]) => name);

interface CompileFlags {
  readonly report?: boolean;
  readonly json?: boolean;
  readonly emit?: keyof typeof emitters;
  readonly out?: string;
  readonly format?: boolean;
  readonly mode?: string;
  readonly tolerance?: number;
  readonly bound?: number;
  readonly without?: readonly string[];
}

/** @param tolerance  relative error of a step */
type Emitter = (programs: readonly Program[], tolerance: number) => string | Uint8Array;

const alone = (programs: readonly Program[], relative: number) =>
  standalone(programs, { relative, method: relative <= 1e-8 ? '8(5,3)' : '5(4)' });

const emitters = {
  wasm: ([program], tolerance) => emitWasm(alone([program], tolerance).module).bytes,
  ts: (programs, tolerance) => emitJavaScript(alone(programs, tolerance), { typed: true }),
  js: (programs, tolerance) => emitJavaScript(alone(programs, tolerance)),
  cpp: (programs, tolerance) => emitCpp(alone(programs, tolerance)),
  latex: ([program]) => emitLatex(program),
  program: ([program]) => printProgram(program),
} satisfies Record<string, Emitter>;

export function addCompile(program: Command): void {
  program
    .command('compile')
    .summary('a specification: check it, look into it, take its code away')
    .description(
      'Compiles a specification (.lagrange) and says what came of it. Writes its simulator as\n' +
        '  wasm      a WebAssembly module: memory, start, step, show\n' +
        '  ts, js    one module without dependencies; node <file> prints a table\n' +
        '  cpp       one C++17 file with a main that prints a table\n' +
        '  latex     the derived equations, for people\n' +
        '  program   the functional program: linear and nonlinear systems, integrals',
    )
    .argument('<specification>', 'a .lagrange file')
    .option(
      '--report',
      'every pass: frames, variables and constraints with their class, blocks, sizes, times',
    )
    .addOption(
      new Option('--emit <what>', 'write it to --out, or to standard output').choices(Object.keys(emitters)),
    )
    .option('--out <file>', 'where to write what --emit or --format gives')
    .option('--format', 'write the specification itself as it is usually written, comments kept')
    .option(
      '--mode <name>',
      'for --emit: this mode alone (default: all; for wasm, latex and program the first)',
    )
    .option('--tolerance <number>', 'for --emit: relative error of a step (default: 1e-6)', numberArgument)
    .option(
      '--bound <count>',
      'largest system of equations that classification takes out at once (default: 7)',
      countArgument,
    )
    .addOption(
      new Option('--without <optimisation...>', 'leave out, to see what it gives').choices(switchable),
    )
    .option('--json', 'the last line of standard output is one JSON object with all counts')
    .addHelpText(
      'after',
      `
Examples:
  carom compile pendulum.lagrange --report
  carom compile coaster.lagrange --emit cpp --out coaster.cpp
  carom compile coaster.lagrange --emit ts > coaster.ts
  carom compile coaster.lagrange --json | tail -1`,
    )
    .action((path: string, flags: CompileFlags) => {
      process.exitCode = compileFile(path, flags);
    });
}

function compileFile(path: string, flags: CompileFlags): number {
  const toStandardOutput = (flags.emit !== undefined || flags.format === true) && flags.out === undefined;
  if (toStandardOutput && (flags.report || flags.json))
    throw new FaultError(`"${path}" cannot be compiled:`, [
      { what: 'two things would go to standard output', where: '--out', remedy: 'name a file with --out' },
    ]);
  const output = new Output(flags);
  const text = readSpecification(path);
  if (flags.format) {
    const formatted = format(text);
    if (formatted.text === undefined) return complain(path, text, formatted.faults, output);
    write(flags.out, formatted.text, output);
    if (flags.emit === undefined && !flags.report && !flags.json) return exitCodes.done;
  }

  const { compiled, faults } = compile(text, {
    ...(flags.bound === undefined ? {} : { bound: flags.bound }),
    optimise: Object.fromEntries((flags.without ?? []).map((name) => [name, false])),
  });
  if (compiled === undefined) return complain(path, text, faults, output);
  const programs = chooseModes(path, compiled.programs, flags.mode);
  if (flags.emit !== undefined)
    write(flags.out, emitters[flags.emit](programs, flags.tolerance ?? 1e-6), output);
  if (toStandardOutput) return exitCodes.done;
  const counts = measure(compiled);
  if (flags.report) output.say(printReport(compiled, counts));
  else
    output.say(
      `${paint.bold(counts.name)}: ${plural(counts.variables.all, 'variable')}, ` +
        `${plural(counts.constraints.all, 'constraint')}, ${plural(counts.programs[0].operations.derivative, 'operation')} ` +
        `a right-hand side, compiled in ${short(counts.wallMs)} ms (--report tells more)`,
    );
  output.result(counts);
  return exitCodes.done;
}

function readSpecification(path: string): string {
  if (!existsSync(path))
    throw new FaultError(`"${path}" cannot be compiled:`, [
      { what: 'there is no such file', where: path, remedy: 'correct the path' },
    ]);
  return readFileSync(path, 'utf8');
}

function chooseModes(
  path: string,
  programs: readonly Program[],
  mode: string | undefined,
): readonly Program[] {
  if (mode === undefined) return programs;
  const found = programs.find((one) => one.mode === mode);
  if (found !== undefined) return [found];
  const names = programs.map((one) => one.mode).filter((name) => name !== '');
  throw new FaultError(`"${path}" cannot be compiled:`, [
    {
      what: 'it has no such mode',
      where: '--mode',
      value: mode,
      remedy: names.length === 0 ? 'leave it out: there are no modes' : spellingHint(mode, names),
    },
  ]);
}

function complain(path: string, text: string, faults: readonly SpecFault[], output: Output): number {
  output.complain(paint.red(`"${path}" cannot be compiled:`));
  for (const fault of faults) output.complain(indented(describeSpecFault(fault, text)));
  output.result({
    faults: faults.map(({ line, column, what, value, remedy }) => ({ line, column, what, value, remedy })),
  });
  return exitCodes.badInput;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

function write(file: string | undefined, content: string | Uint8Array, output: Output): void {
  if (file === undefined) {
    writeData(process.stdout, content);
    return;
  }
  writeFile(file, content);
  output.say(
    `${file}: ${bytes(typeof content === 'string' ? new TextEncoder().encode(content).length : content.length)}`,
  );
}
