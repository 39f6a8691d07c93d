// Switches of benches that turn a signal on and off.

import type { Signal } from '@preact/signals';

interface Switch {
  readonly on: Signal<boolean>;
  readonly children: string;
}

export function ToggleButton({ on, children }: Switch) {
  return (
    <button
      type="button"
      aria-pressed={on.value}
      onClick={() => {
        on.value = !on.value;
      }}
    >
      {children}
    </button>
  );
}

export function CheckBox({ on, children }: Switch) {
  return (
    <label>
      <input
        type="checkbox"
        checked={on.value}
        onChange={({ currentTarget }) => {
          on.value = currentTarget.checked;
        }}
      />
      {children}
    </label>
  );
}
