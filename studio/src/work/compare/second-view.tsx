// A second view of the same bodies, or of another run of them: its camera follows that of the large one.

import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { OrthographicCamera } from 'three';
import type { Film } from '../../model/film.ts';
import { playing, speed } from '../../model/playback.ts';
import { selected } from '../../model/selection.ts';
import { isDark } from '../../model/theme.ts';
import { stage as current } from '../../view/current.ts';
import { isOrthographic, overlays } from '../../view/layers/overlays.ts';
import { Stage } from '../../view/stage.ts';
import './second-view.css';

interface Props {
  readonly film: Film;
  /** The time that is shown [s]; reads signals. */
  at(): number;
  readonly label: string;
}

export function SecondView({ film, at, label }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const timeOf = useRef(at);
  timeOf.current = at;
  const trouble = useSignal('');
  useEffect(() => {
    try {
      return show(
        film,
        host.current as HTMLDivElement,
        canvas.current as HTMLCanvasElement,
        labels.current as HTMLDivElement,
        () => timeOf.current(),
      );
    } catch (error) {
      trouble.value = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }, [film, trouble]);
  return (
    <div class="second-view" ref={host}>
      <canvas ref={canvas} aria-label={label} />
      <div class="labels" ref={labels} aria-hidden="true" />
      {trouble.value !== '' && <p class="faint">This view cannot be drawn: {trouble.value}.</p>}
    </div>
  );
}

function show(
  film: Film,
  host: HTMLElement,
  canvas: HTMLCanvasElement,
  labels: HTMLElement,
  at: () => number,
): () => void {
  let now = 0;
  const stage = new Stage(host, canvas, labels, () => ({
    time: now,
    direction: playing.peek() ? (speed.peek() < 0 ? -1 : 1) : 0,
    isSlow: Math.abs(speed.peek()) <= 0.25,
    selected: selected.peek(),
    followed: undefined,
  }));
  stage.lens.controls.enabled = false;
  stage.show(film.scene, film);
  const stops = [
    effect(() => followCamera(stage)),
    effect(() => {
      for (const { on } of Object.values(overlays)) void on.value;
      void film.frameCount.value;
      now = at();
      stage.invalidate();
    }),
    effect(() => stage.mark(selected.value, undefined)),
    effect(() => {
      if (isDark.value !== undefined) stage.readTheme();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    stage.close();
  };
}

/** Looks from where the large view looks, now and whenever that moves. */
function followCamera(stage: Stage): (() => void) | undefined {
  const main = current.value;
  void isOrthographic.value;
  if (main === undefined) return undefined;
  const copy = () => {
    if (main.lens.isOrthographic !== stage.lens.isOrthographic) stage.lens.togglePerspective();
    const { camera, target } = main.lens;
    stage.lens.camera.position.copy(camera.position);
    stage.lens.camera.up.copy(camera.up);
    stage.lens.target.copy(target);
    if (camera instanceof OrthographicCamera && stage.lens.camera instanceof OrthographicCamera)
      stage.lens.camera.zoom = camera.zoom;
    stage.invalidate();
  };
  copy();
  main.lens.controls.addEventListener('change', copy);
  return () => main.lens.controls.removeEventListener('change', copy);
}
