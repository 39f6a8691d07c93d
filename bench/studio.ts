// The studio in Chromium: how soon what is typed is compiled, and how long scrubbing blocks the page.
//
//   npm run bench studio [typing | scrubbing | opening]
//
// Typing: the three-car roller coaster in the specification bench. Counted is from the end of the pause after the last
// keystroke until the compiler's answer is in the page; "first" is the first edit after opening, "layout" changes nothing, "constant" a number, "statement" an
// expression, so that equations and program are derived anew and its WebAssembly is compiled. Scrubbing: the pointer
// goes over the timeline of a recording of 3,000 bodies; tasks of the page's thread block it, and browsers call those
// longer than 50 ms long. Opening: from the address of a recording of about 200 MB until it can be played. Pictures are drawn by
// the processor here, in another process.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { writeLargeRecording } from '../test/browser/large-recording.ts';
import { clickBehind } from '../test/studio/page/editor.ts';
import { openStudio } from '../test/studio/page/studio.ts';
import { type Task, tasksDuring } from './lib/page-tasks.ts';

export const benchmarks = [benchmarkStudio];

async function benchmarkStudio([only]: readonly string[]): Promise<void> {
  console.log(`${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
  const parts = { typing, scrubbing, opening };
  for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part();
}

interface Edit {
  readonly kind: string;
  readonly behind: string;
  readonly text: string;
  readonly rounds: number;
  /** To be open beside the text; one that shows frames unless told otherwise. */
  readonly pane?: string;
}

const edits: readonly Edit[] = [
  { kind: 'first', behind: 'tan(EulerX(Car[i]))', text: ' * 1.2', rounds: 1 },
  { kind: 'layout', behind: 'const N = 3', text: ' ', rounds: 8 },
  { kind: 'constant', behind: 'Amp = 12.5', text: '1', rounds: 8 },
  { kind: 'statement', behind: 'tan(EulerX(Car[i]))', text: ' * 1.1', rounds: 8 },
  {
    kind: 'the same, with equations shown',
    behind: 'tan(EulerX(Car[i]))',
    text: ' * 1.1',
    rounds: 6,
    pane: 'Equations',
  },
];

async function typing(): Promise<void> {
  const studio = await openStudio();
  const { page } = studio;
  try {
    await studio.goto('#example/roller-coaster;bench=equations');
    await page.locator('.spec[data-state="good"]').waitFor({ timeout: 60_000 });
    await page.waitForTimeout(3000);
    for (const { kind, behind, text, rounds, pane = 'Frames' } of edits) {
      await page.locator('.spec-tabs').getByRole('tab', { name: pane }).click();
      await page.waitForTimeout(500);
      const lags: number[] = [];
      const tasks: Task[][] = [];
      // There and back again, which is an edit of the same kind; the scene takes each of them.
      for (let round = 0; round < 2 * rounds; round++) {
        await clickBehind(page, round % 2 === 0 ? behind : `${behind}${text}`);
        const before = await answerOf(page);
        const work = async () => {
          if (round % 2 === 0) await page.keyboard.insertText(text);
          else for (const _ of text) await page.keyboard.press('Backspace');
          lags.push(await nextLag(page, before));
          await page.waitForTimeout(900);
        };
        if (round % 2 === 0) tasks.push(await tasksDuring(page, work));
        else await work();
      }
      const worked = tasks.map((all) => sum(all.filter(({ thread }) => thread === 'worker')));
      const blocked = tasks.map((all) => longest(all.filter(({ thread }) => thread === 'page')));
      console.log(`  ${kind}: answered ${spread(lags)} after the pause`);
      console.log(`    the worker's processor ${spread(worked)}, the page's longest task ${spread(blocked)}`);
    }
  } finally {
    await studio.close();
  }
}

async function answerOf(page: Page): Promise<string | null> {
  return page.locator('.spec').getAttribute('data-answer');
}

async function nextLag(page: Page, before: string | null): Promise<number> {
  await page.waitForFunction(
    (old) => {
      const answer = document.querySelector<HTMLElement>('.spec')?.dataset['answer'];
      return answer !== undefined && answer !== old;
    },
    before,
    { timeout: 30_000 },
  );
  return Number(await page.locator('.spec').getAttribute('data-lag'));
}

/** Keys of everything that can be laid over the picture, and what to say of it. */
const looks: readonly (readonly [says: string, keys: string])[] = [
  ['as it opens', ''],
  ['with contacts', 'c'],
  ['and gaps as heat', 'h'],
  ['and velocities, names and centres', 'vnm'],
];

async function scrubbing(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carom-bench-'));
  writeLargeRecording(join(folder, 'swarm.carom'), { bodies: 3000, frames: 120, contacts: 4 });
  const studio = await openStudio(folder);
  const { page } = studio;
  try {
    await studio.goto('#recording/swarm.carom');
    await page.locator('.bench[data-state="open"]').waitFor({ timeout: 60_000 });
    await page.keyboard.press('Space');
    for (const [says, keys] of looks) {
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForTimeout(3000);
      const tasks = await tasksDuring(page, () => scrub(page));
      const own = tasks.filter(({ thread }) => thread === 'page');
      const long = own.filter(({ processorMs }) => processorMs > 50).length;
      const waited = own.filter(({ wallMs }) => wallMs > 100).length;
      const wall = Math.max(...own.map(({ wallMs }) => wallMs));
      console.log(
        `  scrubbing 3,000 bodies ${says}: longest task ${longest(own).toFixed(0)} ms of the processor (${long} over 50), ${wall.toFixed(0)} ms of the clock (${waited} over 100, of ${own.length})`,
      );
    }
  } finally {
    await studio.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function opening(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carom-bench-'));
  const path = join(folder, 'large.carom');
  writeLargeRecording(path);
  const studio = await openStudio(folder);
  try {
    const took: number[] = [];
    for (let round = 0; round < 5; round++) {
      await studio.goto('');
      const began = performance.now();
      await studio.goto('#recording/large.carom');
      await studio.page.locator('.bench[data-state="open"]').waitFor({ timeout: 60_000 });
      took.push(performance.now() - began);
    }
    console.log(`  opening ${(statSync(path).size / 1e6).toFixed(0)} MB: ${spread(took)} of the clock`);
  } finally {
    await studio.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scrub(page: Page): Promise<void> {
  const box = await page.locator('.track').boundingBox();
  if (box === null) throw new Error('there is no timeline');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 5, y);
  await page.mouse.down();
  for (let k = 0; k < 30; k++) {
    const part = Math.abs(((k * 0.057) % 2) - 1);
    await page.mouse.move(box.x + 5 + (box.width - 10) * part, y);
  }
  await page.mouse.up();
  await page.waitForTimeout(500);
}

const sum = (tasks: readonly Task[]) => tasks.reduce((total, { processorMs }) => total + processorMs, 0);
const longest = (tasks: readonly Task[]) => Math.max(0, ...tasks.map(({ processorMs }) => processorMs));

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(0);
  return `${at(0)}–${at(1)}, median ${at(0.5)} ms`;
}
