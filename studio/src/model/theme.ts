// Light, dark, or as the system has it; remembered in this browser.

import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'carom-theme';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const wish = matchMedia('(prefers-color-scheme: dark)');

export const theme = signal<Theme>(read());
const systemIsDark = signal(wish.matches);
/** Whether what is shown is dark, for whoever draws without style sheets. */
export const isDark = signal(false);

wish.addEventListener('change', () => {
  systemIsDark.value = wish.matches;
});

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset.theme;
  else dataset.theme = theme.value;
  isDark.value = theme.value === 'dark' || (theme.value === 'system' && systemIsDark.value);
});

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length];
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // A browser that keeps nothing for this page forgets this too.
  }
}

function read(): Theme {
  try {
    const kept = localStorage.getItem(KEY) as Theme;
    return THEMES.includes(kept) ? kept : 'system';
  } catch {
    return 'system';
  }
}
