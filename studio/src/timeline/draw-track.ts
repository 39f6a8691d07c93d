// Draws the track: what there is, what is still to come, ticks of seconds and frames, marks, and the hand.

import type { Mark } from './marks.ts';
import { frameStep, niceStep, tickText, tickTimes } from './ticks.ts';

export interface TrackColors {
  readonly line: string;
  readonly faint: string;
  readonly text: string;
  readonly accent: string;
  readonly accentInk: string;
  readonly filled: string;
  readonly touch: string;
  readonly impact: string;
}

export interface TrackState {
  readonly width: number;
  readonly height: number;
  /** What the whole track spans [s]. */
  readonly span: number;
  /** Up to where there are frames [s]. */
  readonly filled: number;
  readonly frames: number;
  readonly frameTime: (index: number) => number;
  readonly marks: readonly Mark[];
  readonly time: number;
}

/** Empty space left and right, so that the hand is whole at both ends [px]. */
const MARGIN = 12;
const TOP = 16;

export function timeAt(x: number, { width, span }: Pick<TrackState, 'width' | 'span'>): number {
  const part = (x - MARGIN) / Math.max(1, width - 2 * MARGIN);
  return Math.min(1, Math.max(0, part)) * span;
}

export function placeOf(time: number, { width, span }: Pick<TrackState, 'width' | 'span'>): number {
  return MARGIN + (span > 0 ? time / span : 0) * (width - 2 * MARGIN);
}

export function drawTrack(context: CanvasRenderingContext2D, state: TrackState, colors: TrackColors): void {
  const { width, height, span, filled, frames, frameTime, marks, time } = state;
  context.clearRect(0, 0, width, height);
  const bottom = height - 4;
  context.fillStyle = colors.line;
  context.fillRect(MARGIN, TOP, width - 2 * MARGIN, bottom - TOP);
  if (frames > 0) {
    context.fillStyle = colors.filled;
    context.fillRect(MARGIN, TOP, Math.max(2, placeOf(filled, state) - MARGIN), bottom - TOP);
  }
  drawFrameTicks(context, state, colors, bottom);
  for (const { frame, kind, strength } of marks) {
    if (frame >= frames) continue;
    context.fillStyle = kind === 'impact' ? colors.impact : colors.touch;
    const tall = (0.25 + 0.6 * strength) * (bottom - TOP);
    context.fillRect(Math.round(placeOf(frameTime(frame), state)) - 0.5, bottom - tall, 1.5, tall);
  }
  context.font = '10.5px system-ui, sans-serif';
  context.textBaseline = 'top';
  context.textAlign = 'center';
  const step = niceStep((span * 64) / Math.max(1, width - 2 * MARGIN));
  for (const at of tickTimes(0, span, width - 2 * MARGIN, 64)) {
    const x = Math.round(placeOf(at, state)) + 0.5;
    context.fillStyle = colors.faint;
    context.fillRect(x - 0.5, TOP - 3, 1, 6);
    context.fillText(tickText(at, step), Math.min(width - 14, Math.max(12, x)), 0);
  }
  drawHand(context, placeOf(time, state), bottom, colors);
}

function drawFrameTicks(
  context: CanvasRenderingContext2D,
  state: TrackState,
  { faint }: TrackColors,
  bottom: number,
): void {
  const { frames, frameTime, span, filled, width } = state;
  if (frames < 2) return;
  const shown = ((width - 2 * MARGIN) * filled) / Math.max(span, 1e-12);
  const every = frameStep(frames, shown, 5);
  context.fillStyle = faint;
  context.globalAlpha = 0.45;
  for (let i = 0; i < frames; i += every) {
    const tall = i % (10 * every) === 0 ? 7 : 4;
    context.fillRect(Math.round(placeOf(frameTime(i), state)), bottom - tall, 1, tall);
  }
  context.globalAlpha = 1;
}

function drawHand(
  context: CanvasRenderingContext2D,
  x: number,
  bottom: number,
  { accent }: TrackColors,
): void {
  context.fillStyle = accent;
  context.fillRect(x - 1, TOP - 4, 2, bottom - TOP + 6);
  context.beginPath();
  context.moveTo(x - 6, TOP - 9);
  context.lineTo(x + 6, TOP - 9);
  context.lineTo(x + 6, TOP - 4);
  context.lineTo(x, TOP + 3);
  context.lineTo(x - 6, TOP - 4);
  context.closePath();
  context.fill();
}
