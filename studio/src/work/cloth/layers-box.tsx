// Layers and their clocks drawn: each layer a line at its distance, its ticks as marks, those that push now in colour.

import { useEffect, useRef } from 'preact/hooks';
import { asyncOptions } from '../../../../src/engines/async/index.ts';
import { selected } from '../../model/selection.ts';
import { metres, short } from '../../model/words.ts';
import { shownScene } from '../../view/shown.ts';
import { type LayerOptions, layersOf } from './layers.ts';
import { certificate } from './reports.ts';

const MOST = 24;
const FEWEST = 8;
const ROW = 11;
const WIDTH = 380;
/** Ticks of the first layer across the drawing. */
const TICKS = 4;

export function LayersBox() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const open = shownScene.value;
  const deepest = certificate.value?.deepestLayer ?? 0;
  const gap = certificate.value?.smallestGap ?? Number.POSITIVE_INFINITY;
  const item = selected.value.find((index) => index >= (open?.bodies.length ?? 0));
  const deformable = open?.deformables[item === undefined ? 0 : item - open.bodies.length];
  const count = Math.min(MOST, Math.max(FEWEST, deepest + 2));
  const option = (name: keyof LayerOptions) => Number(open?.options[name] ?? asyncOptions[name].default);
  const options: LayerOptions = {
    layerStiffening: option('layerStiffening'),
    layerThinning: option('layerThinning'),
    referenceSpeed: option('referenceSpeed'),
    contactStiffness: option('contactStiffness'),
    contactStep: option('contactStep'),
  };
  const layers = deformable ? layersOf(deformable, options, count) : [];
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || layers.length === 0) return;
    const style = getComputedStyle(context.canvas);
    const [line, accent] = ['--faint', '--accent'].map((name) => style.getPropertyValue(name) || '#888');
    context.clearRect(0, 0, WIDTH, ROW * count);
    const span = TICKS * layers[0].step;
    layers.forEach(({ layer, step }, i) => {
      const y = ROW * i + ROW / 2;
      context.strokeStyle = layer <= deepest ? accent : line;
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(WIDTH, y);
      // Marks nearer than two pixels would be a bar.
      const apart = (WIDTH * step) / span;
      for (let x = apart; x < WIDTH && apart >= 2; x += apart) {
        context.moveTo(x, y - 4);
        context.lineTo(x, y + 4);
      }
      context.stroke();
    });
  });
  if (deformable === undefined) return null;
  const [first] = layers;
  const last = layers[layers.length - 1];
  return (
    <figure class="cloth-layers">
      <canvas
        ref={canvas}
        width={WIDTH}
        height={ROW * count}
        aria-label="Layers and their clocks"
        data-deepest={deepest}
      />
      <figcaption class="faint">
        {deformable.name}: layers 1 to {count} begin at {metres(first.distance)} to {metres(last.distance)}{' '}
        and tick every {short(1e6 * first.step)} to {short(1e6 * last.step)} µs.{' '}
        {deepest > 0
          ? `The ${deepest} in colour push now; the nearest pair is ${metres(gap)} apart.`
          : 'None pushes now.'}
      </figcaption>
    </figure>
  );
}
