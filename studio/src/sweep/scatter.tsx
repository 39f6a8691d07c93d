// One plot of points: pointing at one tells about its run, a click opens it, arrows go from point to point.

import { effect, signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isDark } from '../model/theme.ts';
import { readPlotColors } from '../plots/plot-colors.ts';
import { drawPlot, drawRing, type Placed, type Plotted, placePoints, rowAt } from './draw-points.ts';
import { openRow } from './open-run.ts';
import { textAt } from './row-table.ts';
import { chosen, drawn, pointed, watched } from './state.ts';

const REACH = 12; // [px]

export function Scatter({ plotted, label }: { plotted: Plotted; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const placed = useRef<Placed>({
    rows: new Uint32Array(0),
    xs: new Float32Array(0),
    ys: new Float32Array(0),
  });
  const what = useSignal(plotted);
  what.value = plotted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a signal tells by itself that it has changed
  useEffect(() => {
    const box = host.current as HTMLDivElement;
    const size = signal<readonly [number, number]>([box.clientWidth, box.clientHeight]);
    const watching = new ResizeObserver(() => {
      size.value = [box.clientWidth, box.clientHeight];
    });
    watching.observe(box);
    const [points, rings] = [...box.querySelectorAll('canvas')];
    const stops = [
      effect(() => {
        void isDark.value;
        placed.current = placePoints(what.value, ...size.value);
        drawPlot(penOf(points, size.value), what.value, placed.current, size.value, readPlotColors(box));
        box.dataset.points = String(placed.current.rows.length);
      }),
      effect(() => {
        // after the points, which say where
        void [what.value, size.value, isDark.value];
        const pen = penOf(rings, size.value);
        pen.clearRect(0, 0, ...size.value);
        const { text, accent } = readPlotColors(box);
        if (chosen.value !== undefined) drawRing(pen, placed.current, chosen.value, accent);
        if (pointed.value !== undefined) drawRing(pen, placed.current, pointed.value, text);
      }),
    ];
    return () => {
      watching.disconnect();
      for (const stop of stops) stop();
    };
  }, []);
  const find = (event: PointerEvent | MouseEvent) => {
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return rowAt(placed.current, event.clientX - left, event.clientY - top, REACH);
  };
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      pointed.value = neighbour(placed.current, pointed.value ?? chosen.value, by);
    } else if (event.key === 'Enter' && pointed.value !== undefined) openRow(pointed.value);
  };
  return (
    <div
      ref={host}
      class="sweep-plot"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows go from point to point in it
      tabIndex={0}
      aria-label={`${label}. Left and right go from point to point, Enter opens a run`}
      onPointerMove={(event) => {
        pointed.value = find(event);
      }}
      onPointerLeave={() => {
        pointed.value = undefined;
      }}
      onBlur={() => {
        pointed.value = undefined;
      }}
      onClick={(event) => {
        const row = find(event);
        if (row !== undefined) openRow(row);
      }}
      onKeyDown={walk}
    >
      <canvas />
      <canvas />
    </div>
  );
}

/** What a point says, below the plot, where it covers nothing. */
export function Pointed() {
  const row = pointed.value;
  const { table } = watched.value;
  if (row === undefined || row >= table.count) return <p class="sweep-pointed faint">&nbsp;</p>;
  const { x, y, color } = drawn.value;
  const names = [...new Set(['run', x, y, color, 'ended'].filter((name) => name !== ''))];
  return (
    <p class="sweep-pointed" role="status">
      {names.map((name) => {
        const column = table.column(name);
        return (
          column && (
            <span key={name}>
              <span class="faint">{name}</span> {textAt(column, row) || '–'}
            </span>
          )
        );
      })}
    </p>
  );
}

/** The next point to the right or the left; the first where there is none yet. */
function neighbour({ rows, xs, ys }: Placed, from: number | undefined, by: number): number | undefined {
  const sorted = Array.from(rows.keys()).sort((a, b) => xs[a] - xs[b] || ys[b] - ys[a] || a - b);
  const at = from === undefined ? -1 : sorted.findIndex((i) => rows[i] === from);
  const next = at < 0 ? (by > 0 ? 0 : sorted.length - 1) : at + by;
  return rows[sorted[Math.max(0, Math.min(sorted.length - 1, next))]];
}

function penOf(
  canvas: HTMLCanvasElement,
  [width, height]: readonly [number, number],
): CanvasRenderingContext2D {
  const sharp = devicePixelRatio || 1;
  canvas.width = Math.round(width * sharp);
  canvas.height = Math.round(height * sharp);
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  pen.scale(sharp, sharp);
  return pen;
}
