// Colours from dark to bright that the eye takes for one scale, also without colour.

const STOPS = [
  [8, 8, 20],
  [50, 18, 90],
  [130, 30, 110],
  [210, 60, 80],
  [250, 130, 50],
  [250, 210, 90],
  [255, 255, 235],
];

/** @param value  0 … 1 */
export function heat(value: number, rgb: Uint8Array, at: number): void {
  const place = Math.min(1, Math.max(0, value)) * (STOPS.length - 1);
  const i = Math.min(STOPS.length - 2, Math.floor(place));
  for (let k = 0; k < 3; k++)
    rgb[at + k] = Math.round(STOPS[i][k] + (place - i) * (STOPS[i + 1][k] - STOPS[i][k]));
}
