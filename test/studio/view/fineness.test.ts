// Pictures that take long: those of a motion get coarser, and none is begun before the last is done.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Fineness } from '../../../studio/src/view/fineness.ts';
import { InFlight } from '../../../studio/src/view/in-flight.ts';

describe('the fineness of a motion', () => {
  test('stays full where pictures are quick', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 50, noNaN: true })), (times) => {
        const fineness = new Fineness();
        for (const ms of times) fineness.learn(ms);
        expect(fineness.part).toBe(1);
      }),
    );
  });

  test('comes to rest where what a picture takes goes with its pixels', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 2000, noNaN: true }), (full) => {
        const fineness = new Fineness();
        const parts: number[] = [];
        for (let k = 0; k < 40; k++) {
          fineness.learn(full * fineness.part * fineness.part);
          parts.push(fineness.part);
        }
        // No flicker between two, and as fine as it can be without taking too long.
        expect(new Set(parts.slice(10)).size).toBe(1);
        if (fineness.part > 0.35) expect(full * fineness.part * fineness.part).toBeLessThanOrEqual(50);
      }),
    );
  });

  test('is full again when there is room', () => {
    const fineness = new Fineness();
    for (let k = 0; k < 9; k++) fineness.learn(400);
    expect(fineness.part).toBeLessThan(0.4);
    for (let k = 0; k < 9; k++) fineness.learn(5);
    expect(fineness.part).toBe(1);
  });
});

describe('a picture on its way', () => {
  let frames: (() => void)[] = [];
  let now = 0;
  let isSignalled = false;
  const gl = {
    SYNC_GPU_COMMANDS_COMPLETE: 1,
    SYNC_STATUS: 2,
    SIGNALED: 3,
    fenceSync: vi.fn(() => ({})),
    deleteSync: vi.fn(),
    flush: vi.fn(),
    isContextLost: () => false,
    getSyncParameter: () => (isSignalled ? 3 : 4),
  };
  const nextFrame = () => {
    now += 16;
    const due = frames;
    frames = [];
    for (const act of due) act();
  };

  beforeEach(() => {
    frames = [];
    now = 0;
    isSignalled = false;
    vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
    vi.stubGlobal('cancelAnimationFrame', () => {
      frames = [];
    });
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test('holds up the next only where the processor is behind', () => {
    const done = vi.fn();
    const flight = new InFlight(gl as unknown as WebGL2RenderingContext, done);
    flight.begin(now);
    nextFrame();
    expect(flight.isBusy).toBe(false);
    nextFrame();
    nextFrame();
    expect(flight.isBusy).toBe(true);
    isSignalled = true;
    nextFrame();
    expect(flight.isBusy).toBe(false);
    expect(done.mock.calls).toEqual([[64]]);
    nextFrame();
    expect(frames.length).toBe(0);
  });

  test('is waited for, but not for ever', () => {
    const done = vi.fn();
    const flight = new InFlight(gl as unknown as WebGL2RenderingContext, done);
    flight.begin(now);
    for (let k = 0; k < 200; k++) nextFrame();
    expect(done).toHaveBeenCalledTimes(1);
    expect(flight.isBusy).toBe(false);
  });

  test('is the earliest of those that are not done', () => {
    const done = vi.fn();
    const flight = new InFlight(gl as unknown as WebGL2RenderingContext, done);
    for (let k = 0; k < 10; k++) {
      flight.begin(now);
      nextFrame();
    }
    expect(flight.isBusy).toBe(true);
    isSignalled = true;
    nextFrame();
    expect(done.mock.calls[0][0]).toBeGreaterThan(150);
  });
});
