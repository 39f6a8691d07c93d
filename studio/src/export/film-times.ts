// The moments that the pictures of a film show.

/** Longer films are made on the command line. */
const MOST_PICTURES = 36_000;

/**
 * @param duration  of what was recorded [s]
 * @param fps       pictures a second of the film
 * @param speed     seconds of the recording for a second of the film
 */
export function filmTimes(duration: number, fps: number, speed: number): Float64Array {
  const count = Math.min(MOST_PICTURES, Math.floor((duration * fps) / speed + 1e-6) + 1);
  // Multiplied, not added up: the last picture is where it should be.
  return Float64Array.from({ length: count }, (_, i) => Math.min(duration, (i * speed) / fps));
}

/** Video has one colour for two by two pixels. */
export function evenSize(pixels: number): number {
  return Math.max(16, Math.min(8192, 2 * Math.round(pixels / 2)));
}
