// A number that follows the clock until somebody types in it.

import { useRef } from 'preact/hooks';

interface NumberFieldProps {
  readonly label: string;
  readonly unit?: string;
  readonly value: number;
  readonly digits: number;
  readonly disabled: boolean;
  readonly set: (to: number) => void;
}

export function NumberField({ label, unit, value, digits, disabled, set }: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isTyping = input.current !== null && document.activeElement === input.current;
  const take = () => {
    const typed = Number((input.current?.value ?? '').replace(',', '.').trim() || Number.NaN);
    if (Number.isFinite(typed)) set(typed);
    if (input.current) input.current.value = value.toFixed(digits);
  };
  return (
    <label class="number-field">
      <span>{label}</span>
      <input
        ref={input}
        type="text"
        inputMode="decimal"
        aria-label={label}
        disabled={disabled}
        value={isTyping ? undefined : value.toFixed(digits)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            take();
            event.currentTarget.blur();
          } else if (event.key === 'Escape') event.currentTarget.blur();
        }}
        onBlur={(event) => {
          event.currentTarget.value = value.toFixed(digits);
        }}
      />
      {unit && <span>{unit}</span>}
    </label>
  );
}
