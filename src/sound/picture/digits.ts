// Small letters for axes: digits and units, five pixels wide and seven high.

/** Rows from the top, each five bits from the left. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '.': [0, 0, 0, 0, 0, 12, 12],
  k: [16, 16, 18, 20, 24, 20, 18],
  m: [0, 0, 26, 21, 21, 21, 21],
  s: [0, 0, 14, 16, 14, 1, 30],
  z: [0, 0, 31, 2, 4, 8, 31],
  H: [17, 17, 17, 31, 17, 17, 17],
  ' ': [0, 0, 0, 0, 0, 0, 0],
};

const WIDTH = 5;
const HEIGHT = 7;
/** Pixels of the picture for one of a glyph. */
const SCALE = 2;
/** Of a letter with the gap behind it, and of a line [pixels]. */
const ADVANCE = SCALE * (WIDTH + 1);
export const LINE = SCALE * HEIGHT;

/** How wide a text is [pixels]. */
export function textWidth(text: string): number {
  return ADVANCE * text.length - SCALE;
}

/** Writes a text into rows of three bytes a pixel, its upper left corner at (x, y), dark all around. */
export function writeText(rgb: Uint8Array, width: number, text: string, x: number, y: number): void {
  const height = rgb.length / (3 * width);
  const paint = (px: number, py: number, level: number): void => {
    if (px >= 0 && py >= 0 && px < width && py < height)
      rgb.fill(level, 3 * (py * width + px), 3 * (py * width + px) + 3);
  };
  for (const [level, around] of [
    [0, 1],
    [235, 0],
  ])
    [...text].forEach((letter, i) => {
      for (let row = 0; row < HEIGHT; row++)
        for (let column = 0; column < WIDTH; column++) {
          if (((GLYPHS[letter][row] >> (WIDTH - 1 - column)) & 1) === 0) continue;
          for (let dy = -around; dy < SCALE + around; dy++)
            for (let dx = -around; dx < SCALE + around; dx++)
              paint(x + ADVANCE * i + SCALE * column + dx, y + SCALE * row + dy, level);
        }
    });
}
