// npm run bench modes [name …]: seconds of one processor and memory of modal analyses, against their unknowns.
//
// Bars: 20 modes of the bar of 10,800 tetrahedra in 30 s and 1.5 GB, 20 of the cube of 90,000 unknowns in 5 min.
// Each is meant to be run alone in its process for its memory to be its own: npm run bench modes bar

import { ballTetrahedra, boxTetrahedra, type TetraMesh } from '../src/geometry/tetra/index.ts';
import { type AnalyseOptions, analyse } from '../src/modes/modes.ts';

export const benchmarks = [analyses];

const material = { density: 2700, youngsModulus: 7e10, poissonRatio: 0.35 };

const cases: Readonly<Record<string, readonly [() => TetraMesh, AnalyseOptions]>> = {
  ball: [() => ballTetrahedra(0.05, 4), { count: 20 }],
  plate: [() => boxTetrahedra([0.2, 0.15, 0.004], [24, 18, 1]), { count: 60 }],
  bar: [() => boxTetrahedra([0.5, 0.05, 0.05], [50, 6, 6]), { count: 20 }],
  cube: [() => boxTetrahedra([1, 1, 1], [15, 15, 15]), { count: 20 }],
  many: [() => boxTetrahedra([0.5, 0.4, 0.004], [50, 40, 1]), { count: 200 }],
};

function analyses(names: readonly string[]): void {
  console.log('modes: processor seconds');
  for (const name of names.length > 0 ? names : ['ball', 'plate', 'bar']) {
    const [make, options] = cases[name];
    const mesh = make();
    const stages = new Map<string, number>();
    let doing = 'assembling';
    let since = process.cpuUsage();
    const next = (stage: string): void => {
      const { user, system } = process.cpuUsage(since);
      stages.set(doing, (stages.get(doing) ?? 0) + (user + system) / 1e6);
      since = process.cpuUsage();
      doing = stage;
    };
    const report = analyse(mesh, material, { ...options, progress: (_, stage) => next(stage) });
    next('');
    const total = [...stages.values()].reduce((sum, spent) => sum + spent, 0);
    const parts = [...stages].map(([stage, spent]) => `${stage} ${spent.toFixed(1)}`).join(', ');
    console.log(
      `  ${name.padEnd(8)}${String(report.modes.unknowns).padStart(8)} unknowns, ${report.modes.count} modes` +
        `${total.toFixed(1).padStart(8)} s (${parts}), ${report.solves} solves, factor ` +
        `${(report.factorBytes / 1e6).toFixed(0)} MB, resident ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB, ` +
        `residual ${Math.max(...report.modes.residuals).toExponential(0)}, ${report.complete ? 'complete' : 'INCOMPLETE'}`,
    );
  }
}
