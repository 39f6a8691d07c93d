// The fields of the panel: numbers with units, vectors, choices, texts, colours. They change nothing until they are left,
// Enter is pressed, or an arrow key steps the number. Several bodies that differ show "mixed".

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { formatQuantity, parseQuantity } from './units.ts';

export interface NumberProps {
  readonly label: string;
  /** In SI; undefined where it is not given, or differs. */
  readonly value: number | undefined;
  readonly unit?: string;
  /** The unit it is shown in. */
  readonly shown?: string;
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  /** What holds where nothing is given. */
  readonly placeholder?: string;
  readonly title?: string;
  readonly disabled?: boolean;
  /** Undefined: nothing shall be given. Without it an empty field is wrong. */
  readonly onClear?: () => void;
  readonly onChange: (value: number) => void;
}

function NumberInput(props: NumberProps & { readonly short?: string }) {
  const { value, unit = '', shown = unit, min = -Infinity, max = Infinity } = props;
  const text = value === undefined ? '' : formatQuantity(value, unit, shown);
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const parsed = draft === undefined || draft.trim() === '' ? undefined : parseQuantity(draft, unit, shown);
  const isEmpty = draft !== undefined && draft.trim() === '';
  const isWrong =
    draft !== undefined &&
    (isEmpty
      ? props.onClear === undefined && value !== undefined
      : parsed === undefined ||
        parsed < min ||
        parsed > max ||
        (props.whole === true && !Number.isInteger(parsed)));
  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    if (isWrong || draft === text) return;
    if (isEmpty) props.onClear?.();
    else if (parsed !== undefined && parsed !== value) props.onChange(parsed);
  };
  const stepBy = (direction: number, event: KeyboardEvent) => {
    event.preventDefault();
    const now = (isWrong ? value : (parsed ?? value)) ?? 0;
    const size = props.whole === true ? 1 : stepOf(now, unit, shown);
    const factor = event.shiftKey ? 10 : event.altKey && props.whole !== true ? 0.1 : 1;
    const next = Number((now + direction * size * factor).toPrecision(12));
    setDraft(undefined);
    props.onChange(Math.min(max, Math.max(min, next)));
  };
  const range =
    Number.isFinite(min) || Number.isFinite(max)
      ? ` Give a number ${Number.isFinite(min) ? `≥ ${min}` : ''}${Number.isFinite(min) && Number.isFinite(max) ? ' and ' : ''}${Number.isFinite(max) ? `≤ ${max}` : ''}.`
      : '';
  return (
    <input
      type="text"
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      aria-label={props.short === undefined ? undefined : props.label}
      aria-invalid={isWrong}
      title={isWrong ? `This is no such number.${range}` : props.title}
      placeholder={props.placeholder}
      disabled={props.disabled}
      value={draft ?? text}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        else if (event.key === 'Escape' && draft !== undefined) {
          event.stopPropagation();
          setDraft(undefined);
        } else if (event.key === 'ArrowUp') stepBy(1, event);
        else if (event.key === 'ArrowDown') stepBy(-1, event);
      }}
    />
  );
}

/** A tenth of the leading digit's place, in the unit that is shown. */
function stepOf(value: number, unit: string, shown: string): number {
  const scale = parseQuantity('1', unit, shown) ?? 1;
  const size = Math.abs(value / scale);
  return scale * (size < 1e-9 ? 0.1 : 10 ** (Math.floor(Math.log10(size)) - 1));
}

export function NumberField(props: NumberProps) {
  return (
    <Row label={props.label} title={props.title}>
      <span class="with-unit">
        <NumberInput {...props} short={props.label} />
        {props.unit !== undefined && props.unit !== '' && (
          <span class="field-unit">{props.shown ?? props.unit}</span>
        )}
      </span>
    </Row>
  );
}

type Triple = readonly [number, number, number];

/** Each part by itself: where several bodies differ in one, the others can still be set. */
export function VectorField(props: {
  label: string;
  values: readonly (number | undefined)[];
  unit?: string;
  shown?: string;
  min?: number;
  axes?: readonly string[];
  title?: string;
  disabled?: boolean;
  onChange: (axis: number, value: number) => void;
}) {
  const { axes = ['x', 'y', 'z'] } = props;
  return (
    <Row
      label={props.unit === undefined ? props.label : `${props.label} [${props.shown ?? props.unit}]`}
      title={props.title}
      wide
    >
      <span class="edit-vector">
        {axes.map((axis, k) => (
          <span key={axis} data-axis={axis}>
            <NumberInput
              label={`${props.label} ${axis}`}
              short={axis}
              value={props.values[k]}
              placeholder={props.values[k] === undefined ? 'mixed' : undefined}
              unit={props.unit}
              shown={props.shown}
              min={props.min}
              disabled={props.disabled}
              onChange={(value) => props.onChange(k, value)}
            />
          </span>
        ))}
      </span>
    </Row>
  );
}

export function ChoiceField(props: {
  label: string;
  value: string | undefined;
  choices: readonly (readonly [string, string])[];
  title?: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="edit-field" title={props.title}>
      <label for={id}>{props.label}</label>
      <select
        id={id}
        value={props.value ?? MIXED}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      >
        {props.value === undefined && (
          <option value={MIXED} disabled>
            mixed
          </option>
        )}
        {props.choices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

const MIXED = '\u0000mixed';

export function TextField(props: {
  label: string;
  value: string | undefined;
  placeholder?: string;
  long?: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const commit = () => {
    if (draft !== undefined && draft !== props.value) props.onChange(draft);
    setDraft(undefined);
  };
  return (
    <div class="edit-field">
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        placeholder={props.placeholder}
        value={draft ?? props.value ?? ''}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          else if (event.key === 'Escape') setDraft(undefined);
        }}
      />
    </div>
  );
}

/** @param onChange  called when the colour is settled, not while the browser's picker is dragged */
export function ColorField(props: {
  label: string;
  value: string;
  isOwn: boolean;
  onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { onChange } = props;
  useEffect(() => {
    const element = input.current;
    // preact's onChange would be the input event here.
    const settle = () => onChange(element?.value);
    element?.addEventListener('change', settle);
    return () => element?.removeEventListener('change', settle);
  }, [onChange]);
  return (
    <div class="edit-field">
      <label for={id}>{props.label}</label>
      <span class="with-unit">
        <input ref={input} id={id} type="color" value={props.value} />
        {props.isOwn && (
          <button
            type="button"
            class="plain"
            title="The colour it has by itself"
            onClick={() => onChange(undefined)}
          >
            ✕
          </button>
        )}
      </span>
    </div>
  );
}

export function Row(props: {
  label: string;
  title?: string | undefined;
  wide?: boolean;
  children: ComponentChildren;
}) {
  return (
    <div class={props.wide === true ? 'edit-field wide' : 'edit-field'} title={props.title}>
      <span class="field-label">{props.label}</span>
      {props.children}
    </div>
  );
}

/** One value for all, or undefined where they differ. */
export function common<T>(values: readonly T[]): T | undefined {
  return values.every((value) => Object.is(value, values[0])) ? values[0] : undefined;
}

export function commonParts(values: readonly Triple[]): (number | undefined)[] {
  return [0, 1, 2].map((k) => common(values.map((value) => value[k])));
}
