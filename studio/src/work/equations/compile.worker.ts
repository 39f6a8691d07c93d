// The compiler of specifications beside the page: while typing with what did not change kept, and by itself for what is
// looked at or taken away.

import {
  compile,
  type Compiled,
  createSimulator,
  elaborate,
  emitCpp,
  emitJavaScript,
  emitLatex,
  emitWasm,
  printProgram,
  Recompiler,
  standalone,
  Trouble,
} from '../../../../src/lagrange/index.ts';
import { parse, type SpecFault } from '../../../../src/lagrange/language/index.ts';
import { answerWith } from '../../model/asker.ts';
import { costsOf } from './costs.ts';
import { lookOf } from './look.ts';
import type { Answer, Ask, FileKind } from './messages.ts';
import { classesOf, equationsOf } from './panes.ts';

const recompiler = new Recompiler();
/** What was compiled last: most that is asked is about that. */
let last: { readonly text: string; readonly compiled: Compiled } | undefined;

answerWith(answerTo);

function answerTo(ask: Ask): Answer {
  try {
    return answer(ask);
  } catch (error) {
    return { kind: 'failed', what: error instanceof Error ? error.message : String(error) };
  }
}

function answer(ask: Ask): Answer {
  switch (ask.kind) {
    case 'compile':
      return compileTyped(ask.text);
    case 'look':
      return look(ask.text);
    case 'classes':
      return { kind: 'classes', classes: classesOf(programOf(ask.text, ask.mode)) };
    case 'equations':
      return { kind: 'equations', sections: equationsOf(programOf(ask.text, ask.mode)) };
    case 'program':
      return { kind: 'program', program: printProgram(programOf(ask.text, ask.mode)) };
    case 'costs':
      return { kind: 'costs', costs: costsOf(ask.text, ask.without) };
    case 'file':
      return { kind: 'file', content: fileOf(ask.text, ask.what) };
  }
}

function compileTyped(text: string): Answer {
  const began = performance.now();
  const { compiled, faults } = recompiler.compile(text);
  const trouble = compiled && startTrouble(compiled);
  return {
    kind: 'compiled',
    faults: trouble === undefined ? faults : [trouble],
    compiles: compiled !== undefined,
    wallMs: performance.now() - began,
  };
}

/** By itself: where constants may change without a new program, poses are expressions. */
function look(text: string): Answer {
  const { specification } = parse(text);
  const system = specification && elaborate(specification).system;
  if (system === undefined) throw new Error('the text has faults');
  return { kind: 'look', look: lookOf(system) };
}

/** What compiles may have no start. */
function startTrouble(compiled: Compiled): SpecFault | undefined {
  try {
    createSimulator(compiled);
    return undefined;
  } catch (error) {
    if (error instanceof Trouble) return error.fault;
    throw error;
  }
}

function compiledOf(text: string): Compiled {
  if (last?.text === text) return last.compiled;
  const { compiled, faults } = compile(text);
  if (compiled === undefined) throw new Error(`line ${faults[0].line}: ${faults[0].what}`);
  last = { text, compiled };
  return compiled;
}

function programOf(text: string, mode: number) {
  const { programs } = compiledOf(text);
  return programs[mode] ?? programs[0];
}

function fileOf(text: string, what: FileKind): string | Uint8Array {
  const { programs } = compiledOf(text);
  switch (what) {
    case 'wasm':
      return emitWasm(standalone([programs[0]]).module).bytes;
    case 'ts':
      return emitJavaScript(standalone(programs), { typed: true });
    case 'js':
      return emitJavaScript(standalone(programs));
    case 'cpp':
      return emitCpp(standalone(programs));
    case 'latex':
      return emitLatex(programs[0]);
  }
}
