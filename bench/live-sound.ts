// Live sound: the processor time of a quantum of 128 samples with 200 bodies of 30 modes, all awake and struck ten times a second each,
// beside the 2.67 ms that it has at 48 kHz.
//
//   npm run bench live-sound         in Node, processor time; also of the readable twins
//   npm run bench live-sound page    in Chromium, its page slowed down four times

import { createArena, kernelsFor } from '../src/num/kernels/index.ts';
import { Random } from '../src/num/index.ts';
import { LiveCore } from '../src/sound/live/core.ts';
import { CONTACT_SIZE } from '../src/sound/live/messages.ts';
import { QUANTUM } from '../src/sound/live/ring.ts';
import { sharedChromium } from '../test/browser/chromium.ts';
import { serveLiveSound } from '../test/browser/live-sound.ts';
import type { LiveRun } from '../test/browser/live-sound-page.ts';

const RATE = 48000;
const BODIES = 200;
const MODES = 30;
const SECONDS = 60;
const EACH_HZ = 10;

const random = new Random(1);
const bodies = Array.from({ length: BODIES }, () => ({
  frequencies: Float64Array.from(
    { length: MODES },
    (_, m) => 200 * (m + 1) * random.between(0.9, 1.1),
  ).sort(),
  // 5 s, so that none falls asleep
  dampings: new Float64Array(MODES).fill(2.8),
  radius: 0.05,
}));
const quanta = Math.ceil((SECONDS * RATE) / QUANTUM);
const left = new Float32Array(QUANTUM);
const right = new Float32Array(QUANTUM);

export const benchmarks = [benchmarkLiveSound];

async function benchmarkLiveSound([where]: readonly string[]): Promise<void> {
  if (where === 'page') return inPage();
  measure(false, SECONDS);
  measure(true, 4);
}

/** A worklet that plays beside a page four times as slow: Chromium slows down only the page's own thread. */
async function inPage(): Promise<void> {
  const server = await serveLiveSound();
  const browser = await sharedChromium();
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.waitForFunction('typeof playLive === "function"');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const { stats, played, passed, stood } = await page.evaluate<LiveRun>(`playLive(${BODIES}, ${SECONDS})`);
    console.log(
      `worklet: played ${played.toFixed(2)} s in ${passed.toFixed(2)} s, clock stood still for ${(1000 * stood).toFixed(0)} ms at most`,
    );
    console.log(JSON.stringify(stats));
  } finally {
    await browser.close();
    await server.close();
  }
}

/** @param slower  times by which it may be slowed down */
function told(times: Float64Array, slower: number): string {
  const room = (1000 * QUANTUM) / RATE;
  const sorted = times.toSorted();
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const at = (part: number): string =>
    sorted[Math.min(times.length - 1, Math.floor(part * times.length))].toFixed(3);
  return (
    `mean ${mean.toFixed(3)} ms (${((100 * mean) / room).toFixed(1)}% of ${room.toFixed(2)}), median ${at(0.5)}, 99% ${at(0.99)}, ` +
    `99.9% ${at(0.999)}, worst ${at(1)}; ${times.filter((time) => slower * time > room).length} of ${times.length} over` +
    (slower > 1 ? ` at a ${slower}th of the speed` : '')
  );
}

function measure(isTwin: boolean, seconds: number): void {
  const arena = createArena({ shared: false, maximumBytes: 1 << 25 });
  const start = { bodies, limits: { bodies: 256, modes: 8192 }, gain: 1, lead: 0.008, module: undefined };
  const core = new LiveCore(start, RATE, arena, isTwin ? undefined : kernelsFor(arena));
  const count = Math.min(quanta, Math.ceil((seconds * RATE) / QUANTUM));
  const times = new Float64Array(count);
  const contact = new Float32Array(CONTACT_SIZE + MODES).fill(0.01);
  const places = new Float32Array(4 * BODIES);
  let fewest = MODES * BODIES;
  let next = 0;
  for (let q = 0; q < count; q++) {
    // as a page of 60 Hz does: all bodies move
    if (q % 6 === 0) {
      for (let body = 0; body < BODIES; body++)
        places.set([body, random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)], 4 * body);
      core.place(places);
    }
    const strikes =
      q === 0
        ? BODIES
        : Math.floor(((q + 1) * QUANTUM * EACH_HZ * BODIES) / RATE) -
          Math.floor((q * QUANTUM * EACH_HZ * BODIES) / RATE);
    for (let s = 0; s < strikes; s++) {
      // one in eight slides
      contact.set([next % BODIES, 0, next % 8 === 0 ? 0.03 : 2e-4, next % 8 === 0 ? 500 : 0, 5000]);
      next++;
      core.take(contact, (q * QUANTUM) / RATE, (q * QUANTUM) / RATE);
    }
    const began = process.cpuUsage();
    core.process(left, right, q * QUANTUM);
    const { user, system } = process.cpuUsage(began);
    times[q] = 1e-3 * (user + system);
    if (q > 200) fewest = Math.min(fewest, core.counts().bodies);
  }
  console.log(`${isTwin ? 'twin  ' : 'kernel'} ${told(times, 4)}; fewest bodies ${fewest}`);
  const { heard, crowded, thinned, stolen } = core.counts();
  console.log(`       heard ${heard}, crowded ${crowded}, thinned ${thinned}, stolen ${stolen}`);
}
