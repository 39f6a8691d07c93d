// The track as an element: drawn when something of it changes, scrubbed by mouse, pen, touch and keys.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { film } from '../model/film.ts';
import { duration, growing, playing, time } from '../model/playback.ts';
import { scene } from '../model/project.ts';
import { isDark } from '../model/theme.ts';
import { reportTable } from '../plots/report-table.ts';
import { impactMarks, type Mark, touchMarks } from './marks.ts';
import { followTouches, touches } from './touches.ts';
import { drawTrack, timeAt, type TrackColors, type TrackState } from './draw-track.ts';
import { scrubTo } from './transport.ts';

export function Track() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => attach(canvas.current as HTMLCanvasElement), []);
  const end = duration.value;
  return (
    <canvas
      class="track"
      ref={canvas}
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={Number(time.value.toFixed(4))}
      aria-valuetext={`${time.value.toFixed(3)} s of ${end.toFixed(3)} s`}
    />
  );
}

/** While a run goes on the track spans all that is to come, so that nothing moves under the pointer. */
function spanNow(): number {
  const end = duration.value;
  const planned = film.value?.scene.duration ?? scene.value?.duration ?? 0;
  return growing.value || film.value === undefined ? Math.max(end, planned) : end;
}

function attach(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let colors = readColors(canvas);
  let marks: readonly Mark[] = [];
  let asked = 0;
  let state: TrackState | undefined;
  let resumes = false;

  const draw = () => {
    asked = 0;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ratio = Math.min(2, devicePixelRatio);
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const shown = film.peek();
    state = {
      width,
      height,
      span: spanNow(),
      filled: duration.peek(),
      frames: shown?.frameCount.peek() ?? 0,
      frameTime: (index) => shown?.time(index) ?? 0,
      marks,
      time: time.peek(),
    };
    drawTrack(context, state, colors);
  };
  const invalidate = () => {
    if (asked === 0) asked = requestAnimationFrame(draw);
  };

  const scrub = (event: PointerEvent) => {
    if (state === undefined) return;
    const { left } = canvas.getBoundingClientRect();
    scrubTo(timeAt(event.clientX - left, state), event.altKey);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || film.peek() === undefined) return;
    canvas.setPointerCapture(event.pointerId);
    resumes = playing.peek();
    playing.value = false;
    scrub(event);
  };
  const move = (event: PointerEvent) => {
    if (canvas.hasPointerCapture(event.pointerId)) scrub(event);
  };
  const up = () => {
    if (resumes) playing.value = true;
    resumes = false;
  };
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);

  const resizing = new ResizeObserver(draw);
  resizing.observe(canvas);
  const stops = [
    followTouches(),
    effect(() => {
      void [time.value, film.value?.frameCount.value, growing.value, scene.value];
      invalidate();
    }),
    effect(() => {
      const table = reportTable.value?.table;
      marks = [...touchMarks(touches.value), ...impactMarks(table?.column('kineticEnergy'))];
      invalidate();
    }),
    effect(() => {
      if (isDark.value !== undefined) colors = readColors(canvas);
      invalidate();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    resizing.disconnect();
    cancelAnimationFrame(asked);
    canvas.removeEventListener('pointerdown', down);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', up);
    canvas.removeEventListener('pointercancel', up);
  };
}

function readColors(canvas: HTMLCanvasElement): TrackColors {
  const probe = document.createElement('span');
  (canvas.parentElement as HTMLElement).append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    line: read('--raised'),
    faint: read('--faint'),
    text: read('--text'),
    accent: read('--accent'),
    accentInk: read('--accent-ink'),
    filled: read('--track'),
    touch: read('--touch'),
    impact: read('--impact'),
  };
  probe.remove();
  return colors;
}
