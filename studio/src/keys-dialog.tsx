// Every key there is, by what it belongs to.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Shortcut, shortcut, shortcuts } from './model/shortcuts.ts';

const shown = signal(false);

export function showKeys(): void {
  shown.value = true;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Delete: 'Del',
};

export function KeysDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => shortcut('?', 'Show these keys', showKeys), []);
  useEffect(() => {
    if (shown.value) dialog.current?.showModal();
  });
  const close = () => {
    shown.value = false;
  };
  if (!shown.value) return null;
  const groups = new Map<string, Shortcut[]>();
  for (const one of shortcuts.value) {
    const group = groups.get(one.group) ?? [];
    if (!group.some(({ key }) => key === one.key)) groups.set(one.group, [one, ...group]);
  }
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys-title" onClose={close}>
      <header>
        <h2 id="keys-title">Keys</h2>
        <button type="button" class="plain" onClick={() => dialog.current?.close()} aria-label="Close">
          ✕
        </button>
      </header>
      <div class="key-groups">
        {[...groups].sort(byName).map(([group, list]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {list.map(({ key, what }) => (
                <div key={key}>
                  <dt>
                    {parts(key).map((part) => (
                      <kbd key={part}>{NAMES[part] ?? part}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

function parts(key: string): string[] {
  return key === '+' ? ['+'] : key.split('+');
}
