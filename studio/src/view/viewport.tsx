// The view of what is open: the film, or the scene where it starts.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Chip } from './chip.tsx';
import { Legend } from './layers/legend.tsx';
import { mountStage } from './mount.ts';
import { Toolbar } from './toolbar.tsx';
import { addViewKeys } from './pointer/view-keys.ts';
import './view.css';

const trouble = signal<string | undefined>(undefined);

export function Viewport() {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  useEffect(() => {
    try {
      const unmount = mountStage(
        host.current as HTMLDivElement,
        canvas.current as HTMLCanvasElement,
        labels.current as HTMLDivElement,
      );
      const removeKeys = addViewKeys();
      trouble.value = undefined;
      return () => {
        removeKeys();
        unmount();
      };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      trouble.value = `This browser cannot draw in three dimensions here (${why}). Switch on hardware acceleration or WebGL and reload; running, plots and export work without.`;
      return undefined;
    }
  }, []);
  return (
    <div class="viewport" ref={host}>
      <canvas ref={canvas} aria-label="The scene in three dimensions" />
      <div class="labels" ref={labels} aria-hidden="true" />
      {trouble.value ? <p class="trouble">{trouble.value}</p> : <Toolbar />}
      <div class="corner">
        <Legend />
        <Chip />
      </div>
    </div>
  );
}
