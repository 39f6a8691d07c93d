// A past as a small picture: a moment on its way, and all of it while it is pointed at or has the focus.

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { complain } from '../../model/complaints.ts';
import { isDark } from '../../model/theme.ts';
import { short } from '../../model/words.ts';
import { stage } from '../../view/current.ts';
import { plain } from './level.ts';
import type { FoundPast } from './messages.ts';
import { chosenSeed, foundScene } from './state.ts';
import { HEIGHT, ThumbPainter, WIDTH } from './thumb-painter.ts';

/** When the still picture is taken, as a part of the way. */
const STILL = 0.6;
/** How long all of it takes, and the end is seen then [ms]. */
const LENGTH = 2200;
const REST = 700;

let painter: ThumbPainter | undefined;

/** The graphics card is let go. */
export function closeThumbs(): void {
  painter?.dispose();
  painter = undefined;
}

export function Thumbnail({ one }: { one: FoundPast }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const asked = useRef(0);
  const { sample, reel } = one;
  const draw = (part: number) => {
    const onto = canvas.current?.getContext('2d');
    const scene = foundScene.peek();
    if (!onto || scene === undefined) return;
    try {
      painter ??= new ThumbPainter();
      painter.draw(onto, scene, reel, part);
    } catch (error) {
      complain(error);
    }
    if (canvas.current) canvas.current.dataset['part'] = part.toFixed(3);
  };
  const play = () => {
    if (asked.current !== 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const began = performance.now();
    const beat = () => {
      const passed = (performance.now() - began) % (LENGTH + REST);
      draw(Math.min(1, passed / LENGTH));
      asked.current = requestAnimationFrame(beat);
    };
    asked.current = requestAnimationFrame(beat);
  };
  const rest = () => {
    cancelAnimationFrame(asked.current);
    asked.current = 0;
    draw(STILL);
  };
  useSignalEffect(() => {
    void [isDark.value, stage.value];
    // The view reads its colours first.
    const soon = requestAnimationFrame(() => draw(STILL));
    return () => cancelAnimationFrame(soon);
  });
  // Refined, it has another way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when the past is another one
  useEffect(() => {
    rest();
    return () => cancelAnimationFrame(asked.current);
  }, [reel]);
  const isChosen = chosenSeed.value === sample.seed;
  useSignalEffect(() => {
    if (chosenSeed.value === sample.seed) canvas.current?.scrollIntoView({ block: 'nearest' });
  });
  const level = plain(sample);
  return (
    <button
      type="button"
      class="past-thumb"
      role="option"
      aria-selected={isChosen}
      data-seed={sample.seed}
      data-level={level}
      onClick={() => {
        chosenSeed.value = sample.seed;
      }}
      onPointerEnter={play}
      onPointerLeave={rest}
      onFocus={play}
      onBlur={rest}
    >
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} />
      <span>
        <b class={level === 'A' ? 'past-good' : ''}>{level}</b> {short(sample.energy)} J/kg
      </span>
    </button>
  );
}
