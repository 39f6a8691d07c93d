// carom check lcp and carom check friction: public contact problems through the solvers that the engines use.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import { parseFriction } from '../num/cone/file.ts';
import { solveFriction } from '../num/cone/solve.ts';
import { parseLcp } from '../num/lcp/file.ts';
import { solveLcp } from '../num/lcp/solve.ts';
import { type Fault, FaultError } from '../scene/fault.ts';
import { exitCodes } from './exit-codes.ts';
import { Output, plural, short } from './output.ts';

interface Solved {
  readonly n: number;
  readonly status: string;
  readonly method: string;
  readonly iterations: number;
  readonly residual: number;
  readonly solution: readonly number[];
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
    .option('--json', 'the last line of standard output is one JSON object, with the reactions')
    .addHelpText('after', '\nExample:\n  carom check friction problems/friction --json')
    .action((paths: string[], flags: { json?: boolean }) => {
      process.exitCode = checkFiles(friction, paths, flags);
    });
}

function checkFiles(kind: Kind, paths: readonly string[], flags: { readonly json?: boolean }): number {
  const output = new Output(flags);
  const problems = openAll(kind, paths);
  const width = Math.max(4, ...problems.map(({ path }) => basename(path).length));
  const line = (cells: readonly string[]): string =>
    `${cells[0].padEnd(width)}  ${cells[1].padStart(5)}  ${cells[2].padEnd(19)}  ${cells[3].padStart(10)}  ` +
    `${cells[4].padStart(8)}  ${cells[5].padStart(7)}  ${cells[6]}`;
  output.say(pc.dim(line(['file', 'n', 'method', 'iterations', 'residual', 'ms', ''])));
  const files = problems.map(({ path, solve }) => {
    const before = performance.now();
    const found = solve();
    const milliseconds = performance.now() - before;
    const mark = found.status === 'solved' ? pc.green('✓') : `${pc.red('✗')} ${found.status}`;
    const residual = found.residual === 0 ? '0' : found.residual.toExponential(1);
    const cells = [basename(path), String(found.n), found.method, String(found.iterations), residual];
    output.say(line([...cells, short(milliseconds), mark]));
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
    `${plural(files.length, 'problem')}: ${failed === 0 ? pc.green('all solved') : pc.red(`${failed} not solved`)}`,
  );
  output.result({ problems: files.length, solved, failed, files });
  return failed === 0 ? exitCodes.done : exitCodes.promiseBroken;
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
