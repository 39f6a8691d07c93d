// Light: a sun with soft shadows, and a sky of many lights, each with shadows of its own, so that corners and
// undersides are dark by themselves.
//
//   L = albedo ( sun · n·s · V(s) + sky · (2/N) Σ n·dᵢ V(dᵢ) + bounce ) + highlight
//
// Each sample of a pixel asks other sky lights and other places of the sun's map; their mean is the pixel, so
// few lookups a sample give a smooth picture. No chance is involved: the same frame gives the same bytes.

import { cos, sin } from '../../num/elementary/index.ts';
import type { LightMap } from './light-map.ts';

export interface Lights {
  readonly sun: LightMap;
  readonly sky: readonly LightMap[];
  readonly up: readonly number[];
}

/** A place on a surface that is looked at. */
export class SeenPoint {
  readonly position = new Float64Array(3);
  readonly normal = new Float64Array(3);
  readonly toEye = new Float64Array(3);
}

const SUN = [1.2, 1.12, 0.99] as const;
const SKY = [0.43, 0.47, 0.54] as const;
const BOUNCE = [0.09, 0.085, 0.08] as const;
/** Samples a pixel has; each takes its share of the lookups. */
export const SHARES = 9;
const SUN_TAPS = 3;

/** Offsets within a disc of radius 1 for each share: a spiral over all of them. */
const TAPS = new Float64Array(2 * SHARES * SUN_TAPS);
for (let i = 0; i < SHARES * SUN_TAPS; i++) {
  const r = Math.sqrt((i + 0.5) / (SHARES * SUN_TAPS));
  // Every share gets taps from near the middle to the rim.
  const at = 2 * ((i % SHARES) * SUN_TAPS + Math.floor(i / SHARES));
  TAPS[at] = r * cos(2.399963229728653 * i);
  TAPS[at + 1] = r * sin(2.399963229728653 * i);
}

/** N directions spread evenly over the upper half of the sphere, towards the lights. */
export function skyDirections(count: number, up: 'y' | 'z'): number[][] {
  return Array.from({ length: count }, (_, i) => {
    const height = (i + 0.5) / count;
    const r = Math.sqrt(1 - height * height);
    const x = r * cos(2.399963229728653 * i);
    const y = r * sin(2.399963229728653 * i);
    return up === 'y' ? [x, height, y] : [x, -y, height];
  });
}

/** Writes the light (linear rgb) that leaves a point towards the eye. */
export function shade(
  out: Float64Array,
  lights: Lights,
  albedo: Float64Array,
  albedoAt: number,
  { position: p, normal: n, toEye }: SeenPoint,
  share: number,
  penumbra: number,
): void {
  const { sun, sky, up } = lights;
  const s = sun.direction;
  const facing = n[0] * s[0] + n[1] * s[1] + n[2] * s[2];
  let sunlight = 0;
  let highlight = 0;
  if (facing > 0) {
    const lit = sunVisibility(sun, p, n, facing, share, penumbra);
    sunlight = facing * lit;
    const hx = s[0] + toEye[0];
    const hy = s[1] + toEye[1];
    const hz = s[2] + toEye[2];
    const cosine = Math.max(0, (n[0] * hx + n[1] * hy + n[2] * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz));
    const c4 = cosine * cosine * cosine * cosine;
    const c16 = c4 * c4 * c4 * c4;
    highlight = 0.09 * c16 * c16 * lit;
  }
  let skylight = 0;
  let asked = 0;
  // Blurred by more than a texel, so that no edge of a sky light's shadow shows.
  const blur = 3 / sky[0].scale;
  const tap = 2 * share * SUN_TAPS;
  for (let i = share; i < sky.length; i += SHARES) {
    const d = sky[i].direction;
    const towards = n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
    asked++;
    if (towards > 0 && isLit(sky[i], p, n, towards, blur * TAPS[tap], blur * TAPS[tap + 1]))
      skylight += towards;
  }
  skylight *= 2 / Math.max(1, asked);
  // What the ground throws back reaches what faces down, and is itself dimmed where the sky is.
  const down = 0.5 - 0.5 * (n[0] * up[0] + n[1] * up[1] + n[2] * up[2]);
  for (let k = 0; k < 3; k++) {
    const light = SUN[k] * sunlight + SKY[k] * skylight + BOUNCE[k] * (0.35 + down);
    out[k] = albedo[albedoAt + k] * light + highlight * SUN[k];
  }
}

function sunVisibility(
  map: LightMap,
  p: Float64Array,
  n: Float64Array,
  facing: number,
  share: number,
  penumbra: number,
): number {
  let lit = 0;
  for (let tap = 0; tap < SUN_TAPS; tap++) {
    const at = 2 * (share * SUN_TAPS + tap);
    if (isLit(map, p, n, facing, penumbra * TAPS[at], penumbra * TAPS[at + 1])) lit++;
  }
  return lit / SUN_TAPS;
}

/** @param du, dv  beside the point on the map [m] */
function isLit(
  map: LightMap,
  p: Float64Array,
  n: Float64Array,
  facing: number,
  du: number,
  dv: number,
): boolean {
  const { u, v, direction: d, scale, size } = map;
  const texel = 1 / scale;
  // Off the surface by about two texels, or it would shade itself.
  const x = p[0] + 2.2 * texel * n[0];
  const y = p[1] + 2.2 * texel * n[1];
  const z = p[2] + 2.2 * texel * n[2];
  const column = Math.floor((x * u[0] + y * u[1] + z * u[2] - map.u0 + du) * scale);
  const row = Math.floor((x * v[0] + y * v[1] + z * v[2] - map.v0 + dv) * scale);
  if (column < 0 || row < 0 || column >= size || row >= size) return true;
  // On a slope, a place beside the point lies higher by that much: 1 / facing bounds its tangent.
  const reach = texel + Math.abs(du) + Math.abs(dv);
  const height = x * d[0] + y * d[1] + z * d[2] + texel + 0.7 * reach * Math.min(4, 1 / facing - 1);
  return height >= map.heights[row * size + column];
}
