// carom check lcp and carom check friction: contact problems, public or dumped, through the solvers that the engines use.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { paint } from '../paint.ts';
import {
  FEWEST_DIRECTIONS,
  MOST_DIRECTIONS,
  replayProblem,
  solveDefaults,
} from '../../engines/modal/index.ts';
import { parseFriction, solveFriction } from '../../problems/friction-cone/index.ts';
import { parseLcp, solveLcp } from '../../problems/lcp/index.ts';
import { type Fault, FaultError } from '../../scene/fault/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { Output, plural, short } from '../output.ts';

interface Solved {
  readonly n: number;
  readonly status: string;
  readonly method: string;
  readonly iterations: number;
  readonly residual: number;
  readonly solution: readonly number[];
  /** Of the exact cone, where a pyramid was asked for and polished. */
  readonly exact?: {
    readonly residual: number;
    readonly method: string;
    readonly solution: readonly number[];
  };
}

interface Kind {
  readonly extension: string;
  /** Reads a file, and returns how to solve it. */
  open(text: string): () => Solved;
}

const lcp: Kind = {
  extension: '.dat',
  open(text) {
    const { n, m, q } = parseLcp(text);
    return () => {
      const { status, method, pivots, residual, z } = solveLcp(n, m, q);
      return { n, status, method, iterations: pivots, residual, solution: Array.from(z) };
    };
  },
};

const friction: Kind = {
  extension: '.json',
  open(text) {
    const problem = parseFriction(text);
    return () => {
      const { status, method, iterations, sweeps, residual, r } = solveFriction(problem);
      const solution = Array.from(r);
      return { n: problem.contacts, status, method, iterations: iterations + sweeps, residual, solution };
    };
  },
};

/** With a pyramid first, then polished to the cone; both must be solved. Without `edges` as many as the file says, or 8. */
function pyramid(edges: number | undefined): Kind {
  return {
    extension: '.json',
    open(text) {
      const problem = parseFriction(text);
      const directions = edges ?? problem.directions ?? solveDefaults.directions;
      return () => {
        const { r, residual, method, iterations, exact } = replayProblem(problem, { directions });
        const good = residual <= solveDefaults.tolerance && exact.residual <= solveDefaults.tolerance;
        return {
          n: problem.contacts,
          status: good ? 'solved' : 'failed',
          method,
          iterations,
          residual,
          solution: Array.from(r),
          exact: { residual: exact.residual, method: exact.method, solution: Array.from(exact.r) },
        };
      };
    },
  };
}

/** @throws FaultError where it is no number of edges */
function edgesOf(given: string | boolean): number | undefined {
  if (given === true) return undefined;
  const edges = Number(given);
  if (Number.isInteger(edges) && edges >= FEWEST_DIRECTIONS && edges <= MOST_DIRECTIONS) return edges;
  throw new FaultError('These problems cannot be checked:', [
    {
      what: 'is not a number of edges',
      where: '--cone',
      value: String(given),
      remedy: `give a whole number from ${FEWEST_DIRECTIONS} to ${MOST_DIRECTIONS}`,
    },
  ]);
}

export function addContactChecks(check: Command): void {
  check
    .command('lcp')
    .description(
      'Linear complementarity problems: text files with the order, a dense matrix column by column, and q.\n' +
        'The residual is max|min(m z, M z + q)| / max|q|, m the largest entry of M.',
    )
    .argument('<paths...>', 'files, or folders of .dat files')
    .option('--json', 'the last line of standard output is one JSON object, with the solutions')
    .addHelpText('after', '\nExample:\n  carom check lcp problems/lcp')
    .action((paths: string[], flags: { json?: boolean }) => {
      process.exitCode = checkFiles(lcp, paths, flags);
    });
  check
    .command('friction')
    .description(
      'Contact problems with the exact Coulomb cone: JSON files {dimension, contacts, blocks, q, mu}.\n' +
        'The residual is that of the natural map in scaled variables; 1e-8 is solved.',
    )
    .argument('<paths...>', 'files, or folders of .json files')
    .option(
      '--cone [edges]',
      'a pyramid of 4 to 16 edges first (as many as the file says, or 8), as the modal engine solves it, then polished to the cone',
    )
    .option('--json', 'the last line of standard output is one JSON object, with the reactions')
    .addHelpText(
      'after',
      '\nExamples:\n  carom check friction problems/friction --json\n  carom check friction problems/friction --cone 8',
    )
    .action((paths: string[], flags: { json?: boolean; cone?: string | boolean }) => {
      const kind = flags.cone === undefined ? friction : pyramid(edgesOf(flags.cone));
      process.exitCode = checkFiles(kind, paths, flags);
    });
}

function checkFiles(kind: Kind, paths: readonly string[], flags: { readonly json?: boolean }): number {
  const output = new Output(flags);
  const problems = openAll(kind, paths);
  const width = Math.max(4, ...problems.map(({ path }) => basename(path).length));
  const line = (cells: readonly string[]): string =>
    `${cells[0].padEnd(width)}  ${cells[1].padStart(5)}  ${cells[2].padEnd(19)}  ${cells[3].padStart(10)}  ` +
    `${cells[4].padStart(8)}  ${cells[5].padStart(7)}  ${cells[6]}`;
  output.say(paint.dim(line(['file', 'n', 'method', 'iterations', 'residual', 'ms', ''])));
  const files = problems.map(({ path, solve }) => {
    const before = performance.now();
    const found = solve();
    const milliseconds = performance.now() - before;
    const mark = found.status === 'solved' ? paint.green('✓') : `${paint.red('✗')} ${found.status}`;
    const cells = [
      basename(path),
      String(found.n),
      found.method,
      String(found.iterations),
      small(found.residual),
    ];
    const polished = found.exact ? `  cone ${small(found.exact.residual)}` : '';
    output.say(line([...cells, short(milliseconds), `${mark}${polished}`]));
    // Infinity has no place in JSON
    return {
      file: path,
      ...found,
      residual: Number.isFinite(found.residual) ? found.residual : null,
      milliseconds,
    };
  });
  const solved = files.filter(({ status }) => status === 'solved').length;
  const failed = files.length - solved;
  output.say(
    `${plural(files.length, 'problem')}: ${failed === 0 ? paint.green('all solved') : paint.red(`${failed} not solved`)}`,
  );
  output.result({ problems: files.length, solved, failed, files });
  return failed === 0 ? exitCodes.done : exitCodes.promiseBroken;
}

function small(residual: number): string {
  return residual === 0 ? '0' : residual.toExponential(1);
}

function openAll(kind: Kind, paths: readonly string[]): { path: string; solve: () => Solved }[] {
  const faults: Fault[] = [];
  const problems: { path: string; solve: () => Solved }[] = [];
  for (const given of paths) {
    if (!existsSync(given)) {
      faults.push({ what: 'there is no such file or folder', where: given, remedy: 'correct the path' });
      continue;
    }
    const files = statSync(given).isDirectory() ? filesIn(given, kind.extension) : [given];
    if (files.length === 0) {
      faults.push({
        what: `there are no ${kind.extension} files in it`,
        where: given,
        remedy: 'give another folder',
      });
    }
    for (const path of files) {
      try {
        problems.push({ path, solve: kind.open(readFileSync(path, 'utf8')) });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        faults.push({ what: error.message, where: path, remedy: 'correct the file' });
      }
    }
  }
  if (faults.length > 0) throw new FaultError('These problems cannot be checked:', faults);
  return problems;
}

function filesIn(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => join(folder, name));
}
