// The colours of what is drawn over the bodies, for light and dark rooms.

import { Color } from 'three';

export interface Palette {
  readonly dark: boolean;
  readonly background: Color;
  readonly accent: Color;
  readonly bad: Color;
  readonly line: Color;
  readonly force: Color;
  readonly cappedForce: Color;
  readonly velocity: Color;
  readonly joint: Color;
  readonly mass: Color;
}

const fixed = (light: number, night: number) => (dark: boolean) => new Color(dark ? night : light);
const force = fixed(0x9b1fae, 0xe58cff);
const cappedForce = fixed(0xd11f6a, 0xff6fa8);
const velocity = fixed(0x1667b8, 0x6fb8ff);
const joint = fixed(0x0a7d5c, 0x4fe0ad);
const mass = fixed(0x111111, 0xffffff);

/** As the styles of an element resolve: its background, and the variables of the theme by way of its children. */
export function readPalette(element: HTMLElement): Palette {
  const background = colorOf(getComputedStyle(element).backgroundColor);
  const probe = (name: string) => {
    const span = document.createElement('span');
    span.style.color = `var(${name})`;
    element.append(span);
    const color = colorOf(getComputedStyle(span).color);
    span.remove();
    return color;
  };
  const dark = 0.2126 * background.r + 0.7152 * background.g + 0.0722 * background.b < 0.2;
  return {
    dark,
    background,
    accent: probe('--accent'),
    bad: probe('--bad'),
    line: probe('--faint'),
    force: force(dark),
    cappedForce: cappedForce(dark),
    velocity: velocity(dark),
    joint: joint(dark),
    mass: mass(dark),
  };
}

function colorOf(css: string): Color {
  const [r, g, b] = (css.match(/[\d.]+/g) ?? ['0', '0', '0']).map(Number);
  // Some browsers resolve light-dark() to color(srgb …) with parts from 0 to 1.
  const scale = css.startsWith('color(') ? 1 : 255;
  return new Color().setRGB(r / scale, g / scale, b / scale, 'srgb');
}
