// Finds the gaps of the moment that is shown, a few milliseconds between two drawings, and paints what it finds.

import { signal } from '@preact/signals';
import { copyFrame } from '../start-frame.ts';
import type { Content } from '../content.ts';
import { findGaps, type GapRange, gapRange } from './gaps.ts';
import type { Shown } from '../layers/layer.ts';
import { overlays } from '../layers/overlays.ts';
import type { Palette } from '../layers/palette.ts';

const PIECE = 6; // [ms]

/** What the colours stand for, while they are shown. */
export const heatRange = signal<GapRange | undefined>(undefined);

export class GapHeat {
  private readonly invalidate: () => void;
  private content: Content | undefined;
  private version = -1;
  private range: GapRange = { hot: 1e-6, cold: 1 };
  private work: Generator<undefined, void> | undefined;
  private found = new Float64Array(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(invalidate: () => void) {
    this.invalidate = invalidate;
  }

  update(shown: Shown, content: Content, palette: Palette): void {
    if (!overlays.gaps.on.peek()) {
      if (this.content === undefined) return;
      this.close();
      content.painter.paintHeat(undefined, palette);
      return;
    }
    if (content !== this.content) {
      this.content = content;
      this.version = -1;
      this.work = undefined;
      this.range = gapRange(shown.scene);
      this.found = new Float64Array(shown.scene.bodies.length);
      heatRange.value = this.range;
    }
    // What is being measured is measured to its end, so that something is seen while the film plays.
    if (this.work !== undefined || content.version === this.version) return;
    const rows = content.contacts(shown.contactFrame);
    if (shown.film !== undefined && rows === undefined) return;
    this.version = content.version;
    this.work = findGaps(shown.scene, copyFrame(shown.frame), this.range.cold, rows, this.found);
    this.goOn(content, palette);
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.work = undefined;
    this.content = undefined;
    heatRange.value = undefined;
  }

  private goOn(content: Content, palette: Palette): void {
    const until = performance.now() + PIECE;
    while (performance.now() < until) {
      if (this.work?.next().done !== true) continue;
      this.work = undefined;
      this.timer = undefined;
      content.painter.paintHeat({ gaps: this.found.slice(), range: this.range }, palette);
      // Once more: the clock may have gone on in the meantime.
      this.invalidate();
      return;
    }
    this.timer = setTimeout(() => {
      if (this.content === content && this.work !== undefined) this.goOn(content, palette);
    });
  }
}
