// How the time and the memory of a rewind grow with the number of balls that a text is spelled in.
//
//   npm run bench lcp-rewind [--balls 30000] [--seconds 3] [--save]
//
// The dummy text of the examples, 3,037 balls, and as many repetitions of it as the other number needs, cut to it. Steps
// backward and their closure are timed, by the clock of the process; building the scene and the model is not.

import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loremIpsum } from '../examples/lcp/parts/lorem-ipsum.ts';
import { rewindModel } from '../src/engines/lcp/backward/rewind.ts';
import { lcp } from '../src/engines/lcp/engine.ts';
import { buildModel, type Model } from '../src/engines/lcp/model.ts';
import { resolveScene } from '../src/scene/index.ts';
import { spell } from '../src/scene/spell/index.ts';
import { defaultsOf } from '../src/sim/index.ts';

export const benchmarks = [benchmarkRewind];

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function benchmarkRewind(args: readonly string[]): void {
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
