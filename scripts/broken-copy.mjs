// A copy of the tree in which one file at a time is broken, and tests that run in it (mutate.mjs).

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './test-run.mjs';

export class BrokenCopy {
  /** @param files  of the tree, as they are now */
  constructor(files) {
    this.folder = mkdtempSync(join(tmpdir(), 'carom-mutants-'));
    for (const file of files) cpSync(file, join(this.folder, file));
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    process.on('SIGINT', () => process.exit(130));
    process.on('SIGTERM', () => process.exit(143));
    this.end = () => {};
    process.on('exit', () => {
      this.end();
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    });
  }

  /** As it was when the copy was made, unless it is broken: the tree may go on changing. */
  read(file) {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** @param files  what is to stand in them, by name */
  put(files) {
    for (const [file, content] of Object.entries(files)) writeFileSync(join(this.folder, file), content);
  }

  /** Builds the WebAssembly module from the kernels as they are in the copy; false where they do not compile. */
  compile() {
    const { status } = spawnSync(process.execPath, ['scripts/kernels.mjs', '--hasty'], { cwd: this.folder });
    return status === 0;
  }

  /**
   * Runs quick tests up to the first that fails.
   * @param stage  files, and what names of tests have in them where not all are meant
   * @param limit  how long they may take [ms]
   * @returns {Promise<'passed' | 'failed' | 'timeout'>}
   */
  test({ files, named }, limit) {
    const modules = `--experimental.fsModuleCachePath=${join(this.folder, '.modules')}`;
    const options = [
      '--bail=1',
      '--reporter=./scripts/first-failure.mjs',
      '--experimental.fsModuleCache',
      modules,
    ];
    if (named !== undefined) options.push('-t', named);
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...files], {
      cwd: this.folder,
      env: { ...process.env, CAROM_TEST_TIER: 'quick' },
      stdio: 'ignore',
      // a group of its own, so that its workers end with it
      detached: true,
    });
    this.end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // all have ended by themselves
      }
    };
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve('timeout');
        this.end();
      }, limit);
      child.once('exit', (status) => {
        clearTimeout(timer);
        this.end();
        resolve(status === 0 ? 'passed' : 'failed');
      });
    });
  }
}
