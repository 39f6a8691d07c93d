import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeOf, timeAt } from '../../../studio/src/timeline/draw-track.ts';
import { findMarks } from '../../../studio/src/timeline/marks.ts';
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
  test('stand where contacts begin and where motion is lost', () => {
    const contacts = [0, 0, 3, 3, 4, 4, 12];
    const kinetic = [0, 1, 2, 3, 0.5, 0.49, 0.48];
    expect(findMarks(contacts, kinetic).map(({ frame, kind }) => [frame, kind])).toEqual([
      [2, 'touch'],
      [4, 'impact'],
      [6, 'touch'],
    ]);
  });

  test('leave out rest, and engines that do not tell', () => {
    expect(
      findMarks(
        [4, 4, 4],
        [1e-12, 1e-13, 1e-14].map((x) => x + 1),
      ),
    ).toEqual([]);
    // What is lost at the end of rest is nothing against what there was.
    expect(findMarks(undefined, [100, 100, 1, 0.5, 0.1])).toHaveLength(1);
    expect(findMarks()).toEqual([]);
  });
});
