import { render } from 'preact';
import { App } from './app.tsx';
import { listenToErrors } from './model/complaints.ts';
import { keepChanges } from './model/keep.ts';
import { listenToKeys, shortcut } from './model/shortcuts.ts';
import { nextTheme } from './model/theme.ts';

listenToErrors();
listenToKeys();
keepChanges();
shortcut('T', 'Light, dark or as the system', nextTheme);
render(<App />, document.getElementById('app') as HTMLElement);
