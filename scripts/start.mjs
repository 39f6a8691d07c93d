// npm start: builds, simulates the showcase, verifies it, draws it, and opens the studio on it.
//
//   npm start                 serves until Ctrl-C
//   npm start -- --once       ends after one request to itself; so it does where CI is set
//   npm start -- --port 8080  serves there instead of at any free port

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pc from 'picocolors';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const once = process.argv.includes('--once') || process.env.CI === 'true';
const portAt = process.argv.indexOf('--port');
const port = portAt > 0 ? Number(process.argv[portAt + 1]) : 0;
const recording = join('out', 'showcase.carom');
const picture = join('out', 'showcase.png');

if (isStale()) {
  console.log(pc.dim('building…'));
  node('scripts/build.mjs', [], 'pipe');
}
for (const file of [recording, picture]) rmSync(file, { force: true });
// A slow machine gets a shorter film rather than a long wait.
carom('run', 'showcase', '--out', recording, '--max-wall', '40', '--no-verify');
if (!existsSync(recording)) fail('there is no recording');
const verdict = carom('verify', recording);
carom('export', recording, picture);

const { serveStudio } = await import('../dist/cli/index.node.js');
const server = await serveStudio({ folder: 'out', port });
console.log(`
${pc.bold('Look at it:')}  ${pc.cyan(`${server.address}#recording/showcase.carom`)}
studio       ${pc.cyan(server.address)}
picture      ${picture}
recording    ${recording}

${pc.bold('What to try next')}
  npm run carom -- examples               what else there is
  npm run carom -- run falling-boxes      simulate one of them
  npm run carom -- export ${recording} heap.glb
  npm run carom -- --help
`);
if (once) await checkItself();
else console.log(pc.dim('Ctrl-C ends.'));

async function checkItself() {
  const page = await fetch(server.address);
  const bytes = await fetch(`${server.address}files/showcase.carom`, { headers: { Range: 'bytes=0-3' } });
  const magic = new Uint8Array(await bytes.arrayBuffer());
  await server.close();
  if (!page.ok || bytes.status !== 206 || magic[0] !== 0x50) fail('the page was not served');
  console.log('served one request; done');
  // a film that is shorter than it should be is what a slow machine gets
  process.exit(verdict === 1 ? 1 : 0);
}

function isStale() {
  if (!existsSync('dist/studio/index.html')) return true;
  const built = statSync('dist/studio/index.html').mtimeMs;
  return ['src', 'examples', 'studio', 'scripts', 'package.json', 'tsdown.config.ts'].some(
    (path) => newest(path) > built,
  );
}

function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function carom(...args) {
  return node('dist/cli/main.js', args, 'inherit');
}

/** Exit codes that leave something to go on with pass; 130 is Ctrl-C. */
function node(script, args, stdio) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    stdio,
    encoding: 'utf8',
  });
  if ([0, 1, 3, 4, 6].includes(status)) {
    if (script.endsWith('build.mjs') && status !== 0) fail(`the build failed:\n${stdout}${stderr}`);
    return status;
  }
  return fail(
    `${script} ${args.join(' ')} ended with ${status}${stdio === 'pipe' ? `\n${stdout}${stderr}` : ''}`,
  );
}

function fail(why) {
  console.error(pc.red(why));
  process.exit(1);
}
