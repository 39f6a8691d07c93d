// Charts as SVG: lines over time, and bars.

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 60;
const RIGHT = 15;
const TOP = 30;
const BOTTOM = 40;
const COLORS = ['#1f6fb2', '#d1642b', '#3a8f4d', '#8a5aa8'];

export interface Line {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Dots instead of a line. */
  readonly isDots?: boolean;
}

/** From 0 upward, or as far below 0 as above where a line goes there. */
export function lineChart(title: string, unitX: string, lines: readonly Line[]): string {
  const [leastX, lastX] = rangeOf(lines.map(({ x }) => x));
  const firstX = leastX < 0.02 * lastX ? Math.min(0, leastX) : leastX;
  const [leastY, mostY] = rangeOf(lines.map(({ y }) => y));
  const most = niceAbove(Math.max(1e-30, mostY, -leastY));
  const least = leastY < 0 ? -most : 0;
  const toX = (x: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * (x - firstX)) / (lastX - firstX);
  const toY = (y: number): number =>
    HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (y - least)) / (most - least);
  const paths = lines.map(({ x, y, isDots }, i) => {
    const points = x.map((value, k) => [toX(value).toFixed(1), toY(y[k]).toFixed(1)] as const);
    if (isDots) return points.map(([cx, cy]) => dot(cx, cy, i)).join('');
    return `<polyline points="${points.map((point) => point.join()).join(' ')}" fill="none" stroke="${COLORS[i]}"/>`;
  });
  // last and with a white rim, so that they can be read over lines
  const labels = lines.map(
    ({ name }, i) =>
      `<text x="${WIDTH - RIGHT}" y="${TOP + 14 + 16 * i}" text-anchor="end" fill="${COLORS[i]}" stroke="#fff" stroke-width="5" paint-order="stroke">${name}</text>`,
  );
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => {
    const [x, y] = [firstX + part * (lastX - firstX), least + part * (most - least)];
    return [
      `<text x="${LEFT - 6}" y="${toY(y) + 4}" text-anchor="end">${short(y)}</text>`,
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${toY(y)}" y2="${toY(y)}" stroke="#ddd"/>`,
      `<text x="${toX(x)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${short(x)}</text>`,
    ];
  });
  return frame(title, unitX, [...ticks, ...paths, ...labels]);
}

/** Both axes by powers of ten, points marked: how cost grows with size is the slope. */
export function growthChart(title: string, unitX: string, lines: readonly Line[]): string {
  const log = (value: number): number => Math.log10(Math.max(value, 1e-30));
  const [leastX, mostX] = rangeOf(lines.map(({ x }) => x.map(log)));
  const [leastY, mostY] = rangeOf(lines.map(({ y }) => y.map(log))).map((value, end) =>
    end === 0 ? Math.floor(value) : Math.ceil(value),
  );
  const wide = Math.max(mostX - leastX, 1e-9);
  const high = Math.max(mostY - leastY, 1);
  const toX = (x: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * (log(x) - leastX)) / wide;
  const toY = (y: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (log(y) - leastY)) / high;
  const ticksY = Array.from({ length: high + 1 }, (_, k) => 10 ** (leastY + k)).flatMap((y) => [
    `<text x="${LEFT - 6}" y="${toY(y) + 4}" text-anchor="end">${short(y)}</text>`,
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${toY(y)}" y2="${toY(y)}" stroke="#ddd"/>`,
  ]);
  const ticksX = [...new Set(lines.flatMap(({ x }) => x))].map(
    (x) =>
      `<text x="${toX(x).toFixed(1)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${short(x)}</text>`,
  );
  const marks = lines.flatMap(({ x, y }, i) => {
    const places = x.map((value, k) => [toX(value).toFixed(1), toY(y[k]).toFixed(1)] as const);
    return [
      `<polyline points="${places.map((place) => place.join()).join(' ')}" fill="none" stroke="${COLORS[i]}"/>`,
      ...places.map(([cx, cy]) => dot(cx, cy, i)),
    ];
  });
  // where the first line is low
  const falls = lines.length > 0 && lines[0].y[0] > lines[0].y[lines[0].y.length - 1];
  const side = falls ? `x="${WIDTH - RIGHT}" text-anchor="end"` : `x="${LEFT + 10}"`;
  const labels = lines.map(
    ({ name }, i) =>
      `<text ${side} y="${TOP + 14 + 16 * i}" fill="${COLORS[i]}" stroke="#fff" stroke-width="5" paint-order="stroke">${name}</text>`,
  );
  return frame(title, unitX, [...ticksY, ...ticksX, ...marks, ...labels]);
}

function dot(x: string, y: string, i: number): string {
  return `<circle cx="${x}" cy="${y}" r="3" fill="${COLORS[i]}"/>`;
}

export function barChart(
  title: string,
  unitX: string,
  labels: readonly string[],
  values: readonly number[],
): string {
  const most = niceAbove(Math.max(1e-30, ...values));
  const wide = (WIDTH - LEFT - RIGHT) / values.length;
  const toY = (y: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * y) / most;
  const bars = values.flatMap((value, i) => {
    const x = LEFT + i * wide;
    return [
      `<rect x="${(x + 0.1 * wide).toFixed(1)}" y="${toY(value).toFixed(1)}" width="${(0.8 * wide).toFixed(1)}" height="${(HEIGHT - BOTTOM - toY(value)).toFixed(1)}" fill="${COLORS[0]}"/>`,
      `<text x="${(x + wide / 2).toFixed(1)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${labels[i]}</text>`,
      `<text x="${(x + wide / 2).toFixed(1)}" y="${(toY(value) - 4).toFixed(1)}" text-anchor="middle">${value > 0 ? short(value) : ''}</text>`,
    ];
  });
  return frame(title, unitX, bars);
}

function frame(title: string, unitX: string, inside: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="18" font-weight="bold">${title}</text>`,
    `<text x="${WIDTH / 2}" y="${HEIGHT - 6}" text-anchor="middle">${unitX}</text>`,
    ...inside,
    '</svg>\n',
  ].join('\n');
}

function rangeOf(lists: readonly (readonly number[])[]): [number, number] {
  let least = Infinity;
  let most = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return [least, most];
}

/** 1, 2 or 5 times a power of ten, at least this. */
function niceAbove(value: number): number {
  let power = 1;
  while (power > value) power /= 10;
  while (10 * power < value) power *= 10;
  for (const step of [1, 2, 5, 10]) if (step * power >= value) return step * power;
  return 10 * power;
}

function short(value: number): string {
  return Number(value.toPrecision(3)).toString();
}
