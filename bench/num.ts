// npm run bench num: nanoseconds a call of the elementary functions, beside the platform's, and of the small
// kernels that contact engines spend their time in.

import { eigenSymmetric } from '../src/num/dense/eigen.ts';
import * as face from '../src/num/elementary/index.ts';
import { EventHeap } from '../src/num/heap.ts';
import { projectToPositiveSemidefinite } from '../src/num/dense/project-semidefinite.ts';
import { Random } from '../src/num/random.ts';
import { rotationFromVector } from '../src/num/rotation.ts';
import { nanoseconds, row } from './lib/measure.ts';

export const benchmarks = [benchmarkElementary, benchmarkKernels];

const COUNT = 4096;
const { ARC_ROWS, EXP_ROWS, LOG_ROWS, ...functions } = face;
const ours: Record<string, Function2> = functions;

/** The fastest of many short runs. */
const time = (calls: number, run: () => void, rounds = 100): number =>
  nanoseconds(
    () => {
      run();
      return calls;
    },
    { rounds, roundMs: 0 },
  );

type Function2 = (x: number, y: number) => number;

/**
 * A loop over an expression in `x`, `y` and `f`. The title makes the source, and so the compiled loop, its own:
 * loops of the same source share what the compiler learns, and none of them would have its function inlined.
 */
function loopOver(
  title: string,
  expression: string,
  f: Function2,
  x: Float64Array,
  y: Float64Array,
): () => void {
  const body = `// ${title}
    return () => { for (let i = 0; i < x.length; i++) out[i] = ${expression}; }`;
  return new Function('f', 'x', 'y', 'out', body)(f, x, y, new Float64Array(x.length));
}

/** Beside the platform's: inlined, as in a hot loop of an engine, and called, as where the caller is too long. */
function benchmarkElementary(): void {
  const random = new Random(1);
  const y = new Float64Array(COUNT).map(() => random.between(-3, 3));
  const callOf = (name: string): string => (['atan2', 'pow'].includes(name) ? '(x[i], y[i])' : '(x[i])');
  // One loop for all functions of as many arguments: after this, none is inlined there.
  for (const name of Object.keys(ours)) loopOver('called', `f${callOf(name)}`, ours[name], y, y)();
  for (const name of Object.keys(ours)) {
    const inUnit = name === 'asin' || name === 'acos';
    const x = y.map(() => (inUnit ? random.between(-1, 1) : random.between(0.01, 6)));
    const call = callOf(name);
    const own = time(COUNT, loopOver(name, `f${call}`, ours[name], x, y));
    const platform = time(COUNT, loopOver(name, `Math.${name}${call}`, ours[name], x, y));
    const called = time(COUNT, loopOver('called', `f${call}`, ours[name], x, y));
    row(name, own, `platform ${platform.toFixed(1).padStart(4)}, called ${called.toFixed(1).padStart(4)}`);
  }
}

function benchmarkKernels(): void {
  const random = new Random(2);
  const numbers = Float64Array.from({ length: 3 * COUNT }, () => random.normal());
  const out = new Float64Array(9);
  row(
    'uniform',
    time(COUNT, () => {
      for (let i = 0; i < COUNT; i++) out[0] += random.uniform();
    }),
  );
  row(
    'rotation matrix',
    time(COUNT, () => {
      for (let i = 0; i < COUNT; i++) rotationFromVector(out, 0, numbers, 3 * i);
    }),
  );

  const hessian = new Float64Array(144);
  for (let i = 0; i < 12; i++)
    for (let j = 0; j <= i; j++) hessian[12 * i + j] = hessian[12 * j + i] = random.normal();
  const block = new Float64Array(144);
  row(
    '12×12 projection, indefinite',
    time(20, () => {
      for (let i = 0; i < 20; i++) {
        block.set(hessian);
        projectToPositiveSemidefinite(block, 0, 12);
      }
    }),
  );

  const heap = new EventHeap(COUNT);
  row(
    'event heap of 4096, pop and set',
    time(
      COUNT,
      () => {
        for (let i = 0; i < COUNT; i++) heap.set(i, numbers[i]);
        for (let i = 0; i < COUNT; i++) {
          const time = heap.peekTime();
          heap.set(heap.pop(), time + Math.abs(numbers[i]));
        }
        heap.clear();
      },
      20,
    ),
  );

  const n = 200;
  const matrix = Float64Array.from({ length: n * n }, () => random.normal());
  row(
    'eigenpairs, n = 200',
    time(
      1,
      () => {
        eigenSymmetric(matrix, n);
      },
      3,
    ),
  );
}
