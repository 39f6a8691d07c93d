// What the keys of the view do.

import { selected } from '../../model/selection.ts';
import { shortcut } from '../../model/shortcuts.ts';
import { stage } from '../current.ts';
import type { Side } from '../lens.ts';
import { clearMarks } from './measure.ts';
import { followed, isOrthographic, overlays, type Tool, tool } from '../layers/overlays.ts';

export const tools: readonly { readonly id: Tool; readonly title: string; readonly key: string }[] = [
  { id: 'select', title: 'Select', key: 'Escape' },
  { id: 'move', title: 'Move the selected body', key: 'G' },
  { id: 'turn', title: 'Turn the selected body', key: 'E' },
  { id: 'ruler', title: 'Measure a length', key: 'D' },
  { id: 'protractor', title: 'Measure an angle', key: 'A' },
];

export function choose(chosen: Tool): void {
  tool.value = tool.value === chosen ? 'select' : chosen;
  if (tool.value !== 'ruler' && tool.value !== 'protractor') clearMarks();
}

/** Back to selecting; and where that is so already, nothing stays selected. */
function stepBack(): void {
  if (tool.value !== 'select') choose('select');
  else selected.value = [];
}

export function fit(): void {
  stage.value?.fit(selected.value);
}

export function toggleFollow(): void {
  const body = selected.value[selected.value.length - 1];
  followed.value = followed.value === undefined ? body : undefined;
}

export function togglePerspective(): void {
  stage.value?.lens.togglePerspective();
  afterLens();
}

export function lookFrom(side: Side): void {
  stage.value?.lens.lookFrom(side);
  afterLens();
}

function afterLens(): void {
  isOrthographic.value = stage.value?.lens.isOrthographic ?? false;
  stage.value?.invalidate();
}

export function addViewKeys(): () => void {
  const group = 'View';
  const taken = [
    shortcut('1', 'Look from the front', () => lookFrom('front'), group),
    shortcut('3', 'Look from the right', () => lookFrom('right'), group),
    shortcut('7', 'Look from above', () => lookFrom('top'), group),
    shortcut(
      '9',
      'Look from the opposite side',
      () => {
        stage.value?.lens.lookFromBehind();
        afterLens();
      },
      group,
    ),
    shortcut('5', 'With perspective or without', togglePerspective, group),
    shortcut('F', 'Fit what is selected, or everything', fit, group),
    shortcut('K', 'Keep the selected body in view', toggleFollow, group),
    ...tools.map(({ id, title, key }) =>
      shortcut(
        key,
        id === 'select' ? 'Select; then select nothing' : title,
        id === 'select' ? stepBack : () => choose(id),
        group,
      ),
    ),
    ...Object.values(overlays).map(({ title, key, on }) =>
      shortcut(
        key,
        `${title}, on or off`,
        () => {
          on.value = !on.value;
        },
        group,
      ),
    ),
  ];
  return () => {
    for (const away of taken) away();
  };
}
