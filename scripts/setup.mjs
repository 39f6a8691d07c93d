// Makes a fresh clone ready: installs the locked packages when the lockfile changed, and,
// with --browser in continuous integration, Debian's Chromium and Redis for the tests of the browser and of the queue.
// Built-ins only, because it runs before anything is installed.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChrome } from './chrome.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.carom-setup');

installPackages();
if (process.argv.includes('--browser')) installTools();

function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const packages = join(root, 'node_modules', 'typescript', 'package.json');
  if (existsSync(stamp) && existsSync(packages) && readFileSync(stamp, 'utf8') === wanted) return;

  console.log('Installing packages (first run, or the lockfile changed)…');
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // `ci` refuses a lockfile from a registry without the packages of other platforms; `install` takes what it says.
  let result = npm(['ci', ...options], 'pipe');
  if (result.status !== 0) result = npm(['install', '--no-save', ...options], 'inherit');
  if (result.status !== 0) {
    console.error('The packages could not be installed: see the lines above; is the npm registry reachable?');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

function npm(args, stdio) {
  const script = process.env.npm_execpath;
  return script
    ? spawnSync(process.execPath, [script, ...args], { cwd: root, stdio })
    : spawnSync('npm', args, { cwd: root, stdio, shell: true });
}

/** Only in CI may set-up touch the system; elsewhere what is there is used, or its tests skip. */
function installTools() {
  if (!process.env.CI || process.platform !== 'linux' || process.getuid?.() !== 0) return;
  const packages = [
    ...(findChrome() ? [] : ['chromium']),
    ...(existsSync('/usr/bin/redis-server') ? [] : ['redis-server']),
  ];
  if (packages.length === 0) return;
  console.log(`Installing ${packages.join(' and ')} for the tests…`);
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  for (const name of packages) {
    const { status } = spawnSync('apt-get', ['install', '-y', '-qq', name], {
      stdio: 'ignore',
      // Debian starts a Redis of its own where nobody says otherwise
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
    if (status !== 0) console.log(`${name} could not be installed; its tests will be skipped.`);
  }
}
