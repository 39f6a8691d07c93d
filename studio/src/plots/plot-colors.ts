// The colours of lines and axes, for light and dark rooms. Lines differ in lightness too.

const LIGHT = ['#1667b8', '#c2410c', '#0a7d5c', '#8b2fa8', '#a16207', '#be123c', '#3f4753', '#0e7490'];
const DARK = ['#6fb8ff', '#ff9d66', '#4fd6a5', '#d99bf2', '#e8c25a', '#ff8fa3', '#c3c9d2', '#5fd0e6'];

export function lineColors(dark: boolean): readonly string[] {
  return dark ? DARK : LIGHT;
}

export interface PlotColors {
  readonly text: string;
  readonly accent: string;
  readonly faint: string;
  readonly grid: string;
}

/** As the styles of the page resolve. */
export function readPlotColors(host: HTMLElement): PlotColors {
  const probe = document.createElement('span');
  host.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    text: read('--text'),
    accent: read('--accent'),
    faint: read('--faint'),
    grid: read('--raised'),
  };
  probe.remove();
  return colors;
}
