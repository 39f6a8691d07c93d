// Golden hashes where there is no test runner: other Nodes, other processors, pages in browsers. Steps of npm run test:long;
// by hand: node scripts/golden-elsewhere.mjs [part of a name]

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { findChrome } from './chrome.mjs';
import { otherNodes } from './other-nodes.mjs';
import { root } from './test-run.mjs';

/** A page that tells nothing for so long has no more to tell [ms]. */
const PATIENCE = 30 * 60_000;

/** What a page needs for memory that threads share. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const BROWSERS = [
  { name: 'Chromium', program: findChrome(), missing: "Debian's package chromium", args: chromiumArgs },
  {
    name: 'Firefox',
    program: ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path)),
    missing: "Debian's package firefox-esr",
    args: firefoxArgs,
  },
];

/** A step each: `run` gives the counts that steps give, and says what is missing where it has to skip. */
export function goldenSteps() {
  return [
    ...otherNodes().map(({ name, find }) => ({
      name: `golden hashes by ${name}`,
      run: () => {
        const { command, missing } = find();
        return command ? goldenBy(command) : skipped(name, missing);
      },
    })),
    ...BROWSERS.map(({ name, program, missing, args }) => ({
      name: `golden hashes in ${name}`,
      run: () => (program ? goldenIn(program, args) : skipped(name, missing)),
    })),
  ];
}

function skipped(name, missing) {
  console.log(`golden hashes: ${name} is skipped, for want of ${missing}`);
  return { ok: true, passed: 0, failed: 0, skipped: 1 };
}

function outcome(ok) {
  return { ok, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** In one file, since other processors do not have the packages that vitest needs. */
async function goldenBy([command, ...before]) {
  const folder = mkdtempSync(join(tmpdir(), 'carom-golden-'));
  const outfile = join(folder, 'golden.mjs');
  const plugins = [{ name: 'modules keep their places', setup: keepPlaces }];
  await build({ ...bundling('elsewhere.ts'), platform: 'node', plugins, outfile });
  const { status } = spawnSync(command, [...before, outfile], { stdio: 'inherit' });
  rmSync(folder, { recursive: true });
  return outcome(status === 0);
}

function bundling(entry) {
  const loader = { '.lagrange': 'text' };
  return { entryPoints: [`test/golden/${entry}`], bundle: true, format: 'esm', logLevel: 'error', loader };
}

/** What a module finds beside itself it finds when it is bundled. */
function keepPlaces({ initialOptions, onLoad }) {
  initialOptions.define = { 'import.meta.url': 'placeOfModule' };
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const place = `const placeOfModule = ${JSON.stringify(pathToFileURL(path).href)};`;
    return { contents: `${place}${readFileSync(path, 'utf8')}`, loader: 'ts' };
  });
}

/** The page tells by itself what it finds, so that a browser need only open it, and any browser can. */
async function goldenIn(program, argsOf) {
  const built = await build({ ...bundling('page.ts'), platform: 'browser', write: false });
  const profile = mkdtempSync(join(tmpdir(), 'carom-browser-'));
  const { address, told, giveUp } = await servePage(built.outputFiles[0].contents);
  const browser = spawn(program, argsOf(profile, address), { stdio: 'ignore', detached: true });
  browser.once('error', () => giveUp('it could not be started'));
  browser.once('exit', () => giveUp('it ended before the page had told anything'));
  const { made, different, browser: version } = await told;
  browser.removeAllListeners('exit');
  await ended(browser);
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  console.log(`${version ?? program}: ${made} made, ${different.length} differ`);
  for (const name of different) console.log(`differs: ${name}`);
  return outcome(made > 0 && different.length === 0);
}

/** Serves the one page on loopback, isolated, and takes what it tells; `giveUp` ends the wait for it. */
async function servePage(script) {
  const html = '<!doctype html><title>golden</title><script type="module" src="/page.js"></script>';
  const files = { '/': ['text/html', html], '/page.js': ['text/javascript', script] };
  let finish;
  const told = new Promise((resolve) => {
    finish = resolve;
  });
  const giveUp = (why) => finish({ made: 0, different: [why] });
  const timer = setTimeout(() => giveUp('nothing was told for half an hour'), PATIENCE);
  const server = createServer(async (request, response) => {
    const file = files[request.url];
    if (request.method === 'POST') {
      timer.refresh();
      let text = '';
      for await (const part of request) text += part;
      response.writeHead(204).end();
      const said = JSON.parse(text);
      if (said.made !== undefined) finish(said);
    } else if (file) response.writeHead(200, { 'Content-Type': file[0], ...ISOLATED }).end(file[1]);
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  told.then(() => {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${server.address().port}/`, told, giveUp };
}

/** With all processes of its own. */
function ended(browser) {
  return new Promise((resolve) => {
    if (browser.exitCode !== null || browser.pid === undefined) return resolve();
    browser.once('exit', resolve);
    process.kill(-browser.pid, 'SIGKILL');
  });
}

function chromiumArgs(profile, address) {
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return ['--headless', '--no-sandbox', '--disable-gpu', ...quiet, `--user-data-dir=${profile}`, address];
}

/** Settings go into the profile: long scripts are not asked about, and nothing is fetched from anywhere. */
function firefoxArgs(profile, address) {
  const settings = {
    'dom.max_script_run_time': 0,
    'app.update.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.safebrowsing.downloads.remote.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,none',
    'toolkit.telemetry.enabled': false,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  return ['--headless', '--no-remote', '--profile', profile, address];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(root);
  const only = process.argv[2] ?? '';
  let failed = 0;
  for (const { name, run } of goldenSteps().filter(({ name }) => name.includes(only))) {
    console.log(`${name}:`);
    failed += (await run()).failed;
  }
  process.exit(failed > 0 ? 1 : 0);
}
