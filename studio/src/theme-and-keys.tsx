// The two buttons that stand at the end of every head line.

import { showKeys } from './keys-dialog.tsx';
import { nextTheme, theme } from './model/theme.ts';

export function ThemeAndKeys() {
  return (
    <>
      <button type="button" class="plain" onClick={nextTheme} title="Light, dark or as the system (T)">
        {theme.value === 'system' ? 'Auto' : theme.value === 'dark' ? 'Dark' : 'Light'}
      </button>
      <button type="button" class="plain" onClick={showKeys} aria-label="Keys" title="Keys (?)">
        ?
      </button>
    </>
  );
}
