import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../src/record/index.ts';
import { blendFrames, type FrameSource, Reel } from '../../../studio/src/view/reel.ts';

/** Frame i has its body at x = i, turned by i quarter turns about z. */
function frameAt(index: number): Frame {
  const half = (index * Math.PI) / 4;
  return {
    time: index / 10,
    poses: Float64Array.of(index, 0, 0, 0, 0, Math.sin(half), Math.cos(half)),
    velocities: Float64Array.of(10 * index, 0, 0, 0, 0, 0),
    vertices: Float64Array.of(0, index, 0),
    bends: Float64Array.of(2 * index),
  };
}

/** Frames that come only when they are let go. */
class SlowSource implements FrameSource {
  readonly frameCount: { value: number };
  readonly asked: number[] = [];
  private readonly waiting = new Map<number, () => void>();

  constructor(count: number) {
    this.frameCount = { value: count };
  }

  time(index: number): number {
    return index / 10;
  }

  frame(index: number): Promise<Frame> {
    this.asked.push(index);
    return new Promise((resolve) => this.waiting.set(index, () => resolve(frameAt(index))));
  }

  async deliver(): Promise<void> {
    const ready = [...this.waiting.values()];
    this.waiting.clear();
    for (const go of ready) go();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const empty = () => frameAt(0);

describe('the reel', () => {
  test('writes a moment between frames, turned at a constant rate', async () => {
    const source = new SlowSource(4);
    const reel = new Reel(source, () => {});
    const out = empty();
    expect(reel.write(0.15, out)).toBe(false);
    await source.deliver();
    expect(reel.write(0.15, out)).toBe(true);
    expect(out.time).toBe(0.15);
    expect(out.poses[0]).toBeCloseTo(1.5, 12);
    const half = (1.5 * Math.PI) / 4;
    expect(out.poses[5]).toBeCloseTo(Math.sin(half), 12);
    expect(out.poses[6]).toBeCloseTo(Math.cos(half), 12);
    expect(out.velocities[0]).toBeCloseTo(15, 12);
    expect(out.vertices[1]).toBeCloseTo(1.5, 12);
    expect(out.bends?.[0]).toBeCloseTo(3, 12);
  });

  test('at a frame has its very bits', async () => {
    const source = new SlowSource(4);
    const reel = new Reel(source, () => {});
    const out = empty();
    reel.write(0.2, out);
    await source.deliver();
    reel.write(0.2, out);
    expect([...out.poses]).toEqual([...frameAt(2).poses]);
  });

  test('asks first for what was wanted last, and for little at once', async () => {
    const source = new SlowSource(1000);
    const reel = new Reel(source, () => {});
    const out = empty();
    for (let i = 0; i < 90; i++) reel.write(i, out);
    expect(source.asked.length).toBeLessThanOrEqual(4);
    await source.deliver();
    // The frames passed meanwhile are never read.
    expect(source.asked).toContain(890);
    expect(source.asked).toContain(891);
    expect(source.asked.some((index) => index > 30 && index < 880)).toBe(false);
  });

  test('reads ahead in the direction of playing', async () => {
    for (const direction of [1, -1] as const) {
      const source = new SlowSource(1000);
      const reel = new Reel(source, () => {});
      reel.direction = direction;
      reel.write(50, empty());
      for (let i = 0; i < 12; i++) await source.deliver();
      const away = source.asked.map((index) => direction * (index - 500));
      expect(Math.max(...away)).toBeGreaterThan(15);
      expect(Math.min(...away)).toBeGreaterThanOrEqual(-1);
    }
  });

  test('standing or slow it follows the path that was checked', async () => {
    // From x = 1 to x = 2, but at first only a tenth of the way.
    const path = {
      times: Float64Array.of(0.15, 0.2),
      poses: Float64Array.of(1.1, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 1),
    };
    const none = new Float64Array(0);
    const turns = { vertices: new Uint32Array(0), times: none, positions: none };
    const source: FrameSource = {
      frameCount: { value: 4 },
      time: (index) => index / 10,
      frame: async (index) => frameAt(index),
      way: async (index) => ({ path: index === 2 ? path : { times: none, poses: none }, turns }),
    };
    const reel = new Reel(source, () => {});
    const out = empty();
    const xAt = async (time: number, exact: boolean) => {
      reel.exact = exact;
      for (let i = 0; i < 4; i++) {
        reel.write(time, out);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return out.poses[0];
    };
    expect(await xAt(0.15, false)).toBeCloseTo(1.5, 12);
    expect(await xAt(0.15, true)).toBeCloseTo(1.1, 12);
    expect(await xAt(0.125, true)).toBeCloseTo(1.05, 12);
    expect(await xAt(0.175, true)).toBeCloseTo(1.55, 12);
    // Where no path was kept, frames are blended.
    expect(await xAt(0.05, true)).toBeCloseTo(0.5, 12);
  });

  test('tells when a wanted frame has come, and which could not be read', async () => {
    const source = new SlowSource(2);
    let arrivals = 0;
    const reel = new Reel(source, () => arrivals++);
    reel.write(0.05, empty());
    await source.deliver();
    expect(arrivals).toBe(2);

    const failures: number[] = [];
    const broken: FrameSource = {
      frameCount: { value: 3 },
      time: (i) => i,
      frame: (i) => Promise.reject(new Error(`no ${i}`)),
    };
    const other = new Reel(
      broken,
      () => {},
      (index) => failures.push(index),
    );
    for (let i = 0; i < 3; i++) {
      other.write(1, empty());
      await new Promise((resolve) => setTimeout(resolve));
    }
    // Each is tried once, not at every drawing.
    expect(failures.sort()).toEqual([0, 1, 2]);
  });

  test('keeps no more than memory allows', async () => {
    const large = { ...frameAt(0), vertices: new Float64Array(1_500_000) };
    const source: FrameSource = { frameCount: { value: 200 }, time: (i) => i, frame: async () => large };
    const reel = new Reel(source, () => {});
    for (let i = 0; i < 100; i++) {
      reel.write(i, large);
      await new Promise((resolve) => setTimeout(resolve));
    }
    const kept = (reel as unknown as { frames: Map<number, Frame> }).frames.size;
    expect(kept * 12e6).toBeLessThan(120e6);
    expect(kept).toBeGreaterThan(2);
  });

  test('blending a pose with itself leaves it', () => {
    const out = empty();
    blendFrames(out, frameAt(3), frameAt(3), 0.37);
    frameAt(3).poses.forEach((x, i) => {
      expect(out.poses[i]).toBeCloseTo(x, 14);
    });
  });
});
