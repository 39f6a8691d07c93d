// The pictures of the gallery, each from its example's own run, and how long that run took. By hand, as it takes minutes:
//
//   node scripts/pictures.mjs             those that are missing
//   node scripts/pictures.mjs bolt arch-25   these, anew
//
// A run of more than 20 s is cut off, and its whole time estimated. Needs a Chrome, which squeezes the pictures.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { register } from 'tsx/esm/api';
import { findChrome } from './chrome.mjs';

const LONGEST_SECONDS = 20;
const SIZE = { width: 560, height: 350 };
const LARGEST_BYTES = 25_000;
/** The telling moment, as a share of what was recorded; 0.45 unless said. */
const MOMENTS = {
  'falling-boxes': 0.25,
  showcase: 0.5,
  'card-house': 1,
  'arch-25': 1,
  'arch-101': 1,
  'point-ball': 0.6,
  tunnelling: 0,
  'turntable-frictionless': 0.08,
  'turntable-slippery': 0.12,
  'wrecking-ball-small': 0.75,
  packing: 0.9,
  gravel: 0.9,
  cable: 0.9,
  flag: 0.8,
  gripper: 0.9,
  net: 0.9,
  parcel: 1,
  shirt: 1,
  zipper: 0.6,
  balloon: 0.35,
  compactor: 0.9,
  'reef-knot': 0.6,
  'trash-compactor': 0.8,
  'bed-of-nails': 0.9,
  'curtain-springs': 0.7,
  'curtain-inextensible': 0.7,
  'graded-cloth': 0.7,
  'ruler-twang': 0.05,
};

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
register();
const { listExamples, loadExample } = await import('../src/cli/index.node.ts');
const { openRecordingFile } = await import('../src/record/index.node.ts');
const { renderPicture } = await import('../src/export/picture/index.ts');
const { encodePng } = await import('../src/export/index.ts');
const { calibrationMs } = await import('../studio/src/gallery/calibrate.ts');

const folder = 'studio/public/pictures';
const table = 'studio/src/gallery/measured.json';
mkdirSync(folder, { recursive: true });
const measured = existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')) : {};
const asked = process.argv.slice(2);
const names = listExamples().map(({ name }) => name);
const wanted = asked.length > 0 ? asked : names.filter((name) => !existsSync(`${folder}/${name}.webp`));
const scratch = mkdtempSync(join(tmpdir(), 'carom-pictures-'));
const executablePath = findChrome();
if (executablePath === undefined) throw new Error('no Chrome was found; set CHROME_PATH');

for (const name of wanted) {
  const run = simulate(name);
  if (run === undefined) continue;
  const recording = await openRecordingFile(run.recording);
  const { scene, frameCount, promise } = recording;
  const index = Math.round((MOMENTS[name] ?? 0.45) * (frameCount - 1));
  const bending = await recording.bending();
  const picture = renderPicture(scene, await recording.frame(index), { ...SIZE, bending });
  await recording.close();
  const share = Math.min(1, run.simulatedSeconds / scene.duration);
  const { budgetSeconds } = await loadExample(listExamples().find((one) => one.name === name));
  const wallSeconds = share > 0 ? run.wallSeconds / share : budgetSeconds;
  const squeezed = await squeeze(await encodePng(picture.width, picture.height, picture.rgb));
  writeFileSync(`${folder}/${name}.webp`, squeezed);
  measured[name] = {
    bodies: scene.bodies.length,
    engine: recording.engine,
    promise: promise.kind,
    simulatedSeconds: scene.duration,
    wallSeconds: Number(wallSeconds.toPrecision(2)),
    calibrationMs: Number(run.calibrationMs.toPrecision(3)),
  };
  rmSync(run.recording);
  const sorted = Object.fromEntries(Object.entries(measured).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(table, `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`${name}: ${wallSeconds.toPrecision(3)} s, ${squeezed.length} bytes`);
}
rmSync(scratch, { recursive: true, force: true });
for (const name of names) if (!existsSync(`${folder}/${name}.webp`)) console.log(`${name} has no picture`);
const total = names.reduce(
  (sum, name) => sum + (statSync(`${folder}/${name}.webp`, { throwIfNoEntry: false })?.size ?? 0),
  0,
);
console.log(`${Math.round(total / 1000)} kB in all`);

function simulate(name) {
  const recording = join(scratch, `${name}.carom`);
  const before = calibrationMs();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'scripts/carom.mjs',
      'run',
      name,
      '--out',
      recording,
      '--no-verify',
      '--json',
      '--max-wall',
      String(LONGEST_SECONDS),
    ],
    { encoding: 'utf8' },
  );
  if (!existsSync(recording)) {
    console.log(`${name} made no recording: ${stderr}`);
    return undefined;
  }
  const { wallSeconds, simulatedSeconds } = JSON.parse(stdout.trim().split('\n').at(-1));
  return { recording, wallSeconds, simulatedSeconds, calibrationMs: (before + calibrationMs()) / 2 };
}

/** As small as it must be, as good as it can be. */
async function squeeze(png) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  try {
    for (const quality of [0.86, 0.78, 0.7, 0.6, 0.45]) {
      const encoded = await page.evaluate(encodeWebp, { bytes: [...png], quality });
      if (encoded.length <= LARGEST_BYTES) return Uint8Array.from(encoded);
    }
  } finally {
    await browser.close();
  }
  throw new Error('a picture stays too large');
}

/** Runs in the page. */
async function encodeWebp({ bytes, quality }) {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  return [...new Uint8Array(await blob.arrayBuffer())];
}
