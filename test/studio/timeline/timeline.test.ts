import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeOf, timeAt } from '../../../studio/src/timeline/draw-track.ts';
import { signal } from '@preact/signals';
import { blankContact } from '../../../src/record/index.ts';
import { Collector } from '../../../src/sim/index.ts';
import { type Film, film } from '../../../studio/src/model/film.ts';
import { impactMarks, touchMarks } from '../../../studio/src/timeline/marks.ts';
import { followTouches, touches } from '../../../studio/src/timeline/touches.ts';
import { frameStep, niceStep, tickText, tickTimes } from '../../../studio/src/timeline/ticks.ts';

describe('ticks', () => {
  test('are 1, 2 or 5 times a power of ten apart', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (atLeast) => {
        const step = niceStep(atLeast);
        expect(step).toBeGreaterThanOrEqual(atLeast * (1 - 1e-6));
        expect(step).toBeLessThanOrEqual(2.5 * atLeast * (1 + 1e-6));
        const mantissa = Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6));
        expect([1, 2, 5]).toContain(mantissa);
      }),
    );
  });

  test('lie within and apart', () => {
    const times = tickTimes(0, 1.5, 600, 60);
    expect(times).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4]);
    expect(tickTimes(0, 0, 600, 60)).toEqual([]);
    expect(tickText(0.30000000000000004, 0.1)).toBe('0.3');
    expect(tickText(20, 10)).toBe('20');
  });

  test('mark single frames where there is room', () => {
    expect(frameStep(50, 500, 5)).toBe(1);
    expect(frameStep(1000, 500, 5)).toBe(10);
    expect(frameStep(1, 500, 5)).toBe(1);
  });
});

describe('the track', () => {
  test('knows the time at a place and the place of a time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        (part, span) => {
          const track = { width: 640, span };
          expect(timeAt(placeOf(part * span, track), track)).toBeCloseTo(part * span, 6);
        },
      ),
    );
    expect(timeAt(-50, { width: 640, span: 2 })).toBe(0);
    expect(timeAt(5000, { width: 640, span: 2 })).toBe(2);
  });
});

describe('marks', () => {
  test('stand where things begin to touch, as strong as what pushed, and where motion is lost', () => {
    const touches = [
      { frame: 2, impulse: 1 },
      { frame: 6, impulse: 3 },
      { frame: 6, impulse: 1 },
    ];
    expect(touchMarks(touches)).toEqual([
      { frame: 2, kind: 'touch', strength: 0.5 },
      { frame: 6, kind: 'touch', strength: 1 },
    ]);
    expect(impactMarks([0, 1, 2, 3, 0.5, 0.49, 0.48]).map(({ frame }) => frame)).toEqual([4]);
  });

  test('leave out rest, and engines that do not tell', () => {
    expect(impactMarks([1e-12, 1e-13, 1e-14].map((x) => x + 1))).toEqual([]);
    // What is lost at the end of rest is nothing against what there was.
    expect(impactMarks([100, 100, 1, 0.5, 0.1])).toHaveLength(1);
    expect([...touchMarks([]), ...impactMarks()]).toEqual([]);
  });

  test('follow the film that is shown, and frames as they come', async () => {
    const stop = followTouches();
    const frameCount = signal(2);
    const shown = filmOf(frameCount, [1, 3]);
    film.value = shown;
    await expect.poll(() => touches.value.map(({ frame }) => frame)).toEqual([1]);
    frameCount.value = 6;
    await expect.poll(() => touches.value.map(({ frame }) => frame)).toEqual([1, 3]);
    film.value = undefined;
    expect(touches.value).toEqual([]);
    stop();
  });
});

/** Frames a tenth of a second apart; in some of them a step tells a contact. */
function filmOf(frameCount: Film['frameCount'], touched: readonly number[]): Film {
  const contacts = async (index: number) => {
    const collector = new Collector({ path: false, contacts: true }, false);
    const contact = { ...blankContact(), start: 0.1 * index - 0.05, duration: 0.01, normalImpulse: 1 };
    if (touched.includes(index)) collector.contact({ ...contact, body: 0, other: 1 });
    return collector.takeContacts();
  };
  return { frameCount, contacts, time: (index: number) => 0.1 * index } as unknown as Film;
}
