// How the time and the memory of a rewind grow with the number of balls that a text is spelled in.
//
//   npm run bench lcp-rewind [--balls 30000] [--seconds 3] [--save]
//
// The dummy text of the examples, 3,037 balls, and as many repetitions of it as the other number needs, cut to it. Steps
// backward and their closure are timed, by the clock of the process; building the scene and the model is not.
//
//   npm run bench lcp-rewind ends [--seeds 10] [--only bowl] [--save]
//
// How many bodies come to four ends, seed by seed, and what a viewer would say (docs/engines/lcp-backward.md).

import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loremIpsum } from '../examples/lcp/parts/lorem-ipsum.ts';
import { takeSample } from '../src/engines/lcp/backward/measure-past.ts';
import { rewindModel } from '../src/engines/lcp/backward/rewind.ts';
import { lcp } from '../src/engines/lcp/engine.ts';
import { buildModel, type Model } from '../src/engines/lcp/model.ts';
import { resolveScene, type Scene } from '../src/scene/index.ts';
import { spell } from '../src/scene/spell/index.ts';
import { defaultsOf } from '../src/sim/index.ts';
import { bowl, dominoes, pile, rack } from '../test/engines/lcp/backward/ends.ts';

export const benchmarks = [benchmarkRewind, benchmarkEnds];

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function benchmarkEnds(args: readonly string[]): void {
  if (!args.includes('ends')) return;
  const after = (flag: string): string | undefined =>
    args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined;
  const seeds = Number(after('--seeds') ?? 10);
  const only = after('--only');
  const lines: string[] = [`\n## Ends, ${new Date().toISOString().slice(0, 16)}\n`];
  lines.push(
    '| end | came, by seed | at least | good | fastest / natural | s a seed |',
    '|---|---|---|---|---|---|',
  );
  const all: Record<string, { readonly make: () => Scene; readonly must: number }> = {
    bowl: { make: bowl, must: 0.8 },
    rack: { make: rack, must: 0.6 },
    'pile of 30 boxes': { make: () => pile('boxes'), must: 0.5 },
    'pile of 30 balls': { make: () => pile('balls'), must: 0.5 },
    'fallen dominoes': { make: dominoes, must: 0.7 },
  };
  for (const [name, { make, must }] of Object.entries(all)) {
    if (only !== undefined && only !== name) continue;
    const scene = make();
    const { user, system } = process.cpuUsage();
    const samples = Array.from({ length: seeds }, (_, i) =>
      takeSample(scene, { ...defaultsOf(lcp), ...(scene.options as object) }, { seed: i + 1, duration: 3 }),
    ).map((found) => found!.sample);
    const used = process.cpuUsage({ user, system });
    const enough = samples.filter(({ arrived, strict }) => strict && arrived >= must).length;
    const worst = samples.reduce(
      (most, { topSpeed, topSpinSpeed, natural }) =>
        Math.max(most, topSpeed / natural, topSpinSpeed / natural),
      0,
    );
    const good = samples.filter(({ verdict }) => verdict === 'good').length;
    lines.push(
      `| ${name} | ${samples.map(({ arrived }) => `${Math.round(100 * arrived)}%`).join(' ')} | ` +
        `${Math.round(100 * must)}% in ${enough} of ${seeds} | ${good} | ${worst.toFixed(2)} | ` +
        `${((used.user + used.system) / 1e6 / seeds).toFixed(1)} |`,
    );
    console.log(lines[lines.length - 1]);
  }
  if (args.includes('--save'))
    appendFileSync(join(root, 'bench/results/lcp-rewind.md'), `${lines.join('\n')}\n`);
}

function benchmarkRewind(args: readonly string[]): void {
  if (args.includes('ends')) return;
  const after = (flag: string, otherwise: number): number =>
    args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : otherwise;
  const lines: string[] = [];
  const say = (line: string): void => {
    console.log(line);
    lines.push(line);
  };
  const load = loadavg()[0].toFixed(1);
  say(
    `\n## ${new Date().toISOString().slice(0, 16)}, ${cpus()[0]?.model ?? 'unknown processor'}, load ${load} on ${cpus().length} cores\n`,
  );
  say('| balls | s | × | steps | knots | retries | never moved | memory |');
  say('|---|---|---|---|---|---|---|---|');
  const seconds = after('--seconds', 3);
  let first = 0;
  for (const balls of [3037, after('--balls', 30000)]) {
    const model = spelled(balls);
    const { user, system } = process.cpuUsage();
    const past = rewindModel(model, { seed: 1, duration: seconds });
    const used = process.cpuUsage({ user, system });
    const time = (used.user + used.system) / 1e6;
    first ||= time;
    if (past === undefined) continue;
    const { statistics: s, log } = past;
    const still = log.restTicks.filter((tick, b) => model.isDynamic[b] === 1 && tick === 0).length;
    const bytes = Math.round(process.memoryUsage.rss() / 1e6);
    say(
      `| ${balls} | ${time.toFixed(1)} | ${(time / first).toFixed(1)} | ${s.steps} | ${log.knots.keys.length / 2} | ${s.retries} | ${still} | ${bytes} MB |`,
    );
  }
  if (!args.includes('--save')) return;
  mkdirSync(join(root, 'bench/results'), { recursive: true });
  appendFileSync(join(root, 'bench/results/lcp-rewind.md'), `${lines.join('\n')}\n`);
}

/** As many balls as asked for, of the text repeated. */
function spelled(balls: number): Model {
  const copies = Math.ceil(balls / 3037);
  const text = Array.from({ length: copies }, () => loremIpsum).join('\n');
  // a page of the same proportions
  const file = spell('spelled', text, { columns: Math.round(110 * Math.sqrt(copies)) });
  let left = balls;
  const bodies = (file.bodies ?? []).filter(({ motion }) => motion === 'static' || left-- > 0);
  const { scene } = resolveScene({ ...file, bodies });
  return buildModel(scene, { ...defaultsOf(lcp), ...(scene.options as object) });
}
