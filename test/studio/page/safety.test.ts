// What strangers send is data: hostile names, links, scenes and recordings run nothing in the studio.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scene as boxes } from '../../../examples/falling-boxes.ts';
import { flight } from '../../../src/engines/flight/index.ts';
import { MemorySink, RecordingWriter } from '../../../src/record/index.ts';
import { resolveScene } from '../../../src/scene/index.ts';
import { defaultsOf, recordRun, run } from '../../../src/sim/index.ts';
import { packText } from '../../../studio/src/share/pack.ts';
import { describeRun, lonelyContext } from '../../sim/tiny.ts';
import { chromePath } from '../../browser/chromium.ts';
import { type OpenStudio, openStudio } from './studio.ts';

const EVIL =
  '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>"\'><svg onload=window.pwned=1>';

/** Everything that is shown somewhere says something evil. */
const hostile = {
  ...boxes,
  name: EVIL,
  description: EVIL,
  duration: 0.1,
  bodies: boxes.bodies?.map((body, i) => ({ ...body, name: `${EVIL} ${i}` })),
  parameters: [{ name: EVIL, target: '/duration', min: 0, max: 1, unit: EVIL.slice(0, 40) }],
};

function evilRecording(): Uint8Array {
  const { scene } = resolveScene({ ...hostile, engine: 'flight' });
  const sink = new MemorySink();
  const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
  const description = describeRun(flight, scene);
  const columns = description.columns.map((column) => ({ ...column, doc: EVIL }));
  const writer = RecordingWriter.create(sink, scene, { ...description, columns, platform: EVIL });
  const frames = run(simulation, { scene, reportColumns: flight.columns.length });
  for (const _ of recordRun(simulation, frames, writer));
  return sink.bytes();
}

describe.skipIf(!chromePath)('what strangers send to the studio', () => {
  let folder: string;
  let studio: OpenStudio;
  const elsewhere: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-hostile-'));
    writeFileSync(join(folder, 'evil.json'), JSON.stringify(hostile));
    writeFileSync(
      join(folder, 'proto.json'),
      '{"__proto__":{"pwned":1},"name":"x","bodies":[{"__proto__":{"pwned":1}}]}',
    );
    writeFileSync(join(folder, 'cut.carom'), evilRecording().slice(0, 900));
    writeFileSync(join(folder, 'noise.carom'), 'PK\u0003\u0004 this is nothing');
    writeFileSync(join(folder, 'evil.carom'), evilRecording());
    writeFileSync(join(folder, '<img src=x onerror=window.pwned=1>.json'), JSON.stringify(boxes));
    studio = await openStudio(folder);
    studio.page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(studio.address) && !/^(about|blob|data):/.test(url)) elsewhere.push(url);
    });
  });

  beforeEach(() => {
    elsewhere.length = 0;
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const settled = () => studio.page.locator('[data-state="open"], [data-state="failed"]').first().waitFor();

  async function expectNothingRan(): Promise<void> {
    await studio.page.waitForTimeout(200);
    expect(await studio.page.evaluate(() => (globalThis as { pwned?: number }).pwned)).toBeUndefined();
    expect(
      await studio.page.evaluate(() => document.querySelectorAll('img[src="x"], svg[onload]').length),
    ).toBe(0);
    expect(studio.complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  }

  test('file names are shown as text', async () => {
    await studio.goto('');
    await studio.page.getByText('<img src=x onerror=window.pwned=1>.json').waitFor();
    await expectNothingRan();
  });

  test('a scene with markup in every name is shown as text, and runs', async () => {
    await studio.goto('#scene/evil.json');
    await settled();
    await studio.page.getByRole('heading', { name: EVIL }).waitFor();
    await studio.page.getByRole('button', { name: 'Run', exact: true }).click();
    await studio.page.locator('.run[data-run="finished"]').waitFor();
    await expectNothingRan();
  });

  test('so is the same scene in a link', async () => {
    await studio.goto(`#scene=${await packText(JSON.stringify(hostile))}`);
    await settled();
    await studio.page.getByRole('heading', { name: EVIL }).waitFor();
    await expectNothingRan();
  });

  test('links that are broken, too large or no scene are told apart in sentences', async () => {
    const bomb = await packText(`{"name":"${'a'.repeat(3_000_000)}"}`);
    const links: [string, RegExp][] = [
      ['javascript:alert(1)', /carries no scene/],
      [bomb, /too large/],
      [await packText('[1,2,3]'), /not a scene|cannot be used/],
      [await packText('{"name":"x","bodies":[{"shape":{"kind":"evil"}}]}'), /cannot be used|shape/],
      [await packText(`{"name":${JSON.stringify(EVIL)},"bodies":"${EVIL.slice(0, 9)}"}`), /cannot be used/],
      [await packText('['.repeat(5000)), /brackets|cannot be read/],
    ];
    for (const [packed, says] of links) {
      await studio.goto(`#scene=${packed}`);
      const failed = studio.page.locator('.failed');
      await failed.waitFor();
      expect(await failed.textContent()).toMatch(says);
    }
    await expectNothingRan();
  });

  test('a scene cannot reach into the objects of the page', async () => {
    await studio.goto('#scene/proto.json');
    await settled();
    expect(
      await studio.page.evaluate(() => ({}) as { pwned?: number }).then(({ pwned }) => pwned),
    ).toBeUndefined();
    await expectNothingRan();
  });

  test('recordings with markup in their headers play, damaged ones are told apart', async () => {
    await studio.goto('#recording/evil.carom');
    await settled();
    expect(await studio.page.locator('.bench').getAttribute('data-state')).toBe('open');
    await studio.page.locator('canvas').first().waitFor();
    await expectNothingRan();
    const ends = {
      'cut.carom': /recording cannot be read/i,
      'noise.carom': /recording cannot be read/i,
      'missing.carom': /no file “missing.carom”/,
      '../evil.carom': /no file|cannot be read/i,
    };
    for (const [name, says] of Object.entries(ends)) {
      await studio.goto(`#recording/${encodeURIComponent(name)}`);
      const failed = studio.page.locator('.failed');
      await failed.waitFor();
      expect(await failed.textContent()).toMatch(says);
    }
    await expectNothingRan();
  });

  test('scripts and styles in the page are refused by its policy', async () => {
    await studio.goto('');
    const ran = await studio.page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.pwned = 1';
      document.body.append(script);
      // Straight from here it would be the debugger's, which no policy binds.
      setTimeout('window.pwned = 2');
      await new Promise((resolve) => setTimeout(resolve, 100));
      const reached = await fetch('https://example.org/').then(
        () => true,
        () => false,
      );
      return { pwned: 'pwned' in window, reached };
    });
    expect(ran).toEqual({ pwned: false, reached: false });
  });
});
