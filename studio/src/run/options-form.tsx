// The options of an engine as a form, made from what the engine says of each.

import { useSignal } from '@preact/signals';
import type { Engine, Option, OptionValue } from '../../../src/sim/index.ts';
import { short } from '../model/words.ts';
import { setOption } from './settings.ts';

interface FormProps {
  readonly engine: Engine;
  readonly given: Readonly<Record<string, OptionValue>>;
}

export function OptionsForm({ engine, given }: FormProps) {
  return (
    <div class="options">
      {Object.entries(engine.options as Readonly<Record<string, Option>>).map(([name, option]) => (
        <OptionField key={`${engine.id} ${name}`} name={name} option={option} given={given[name]} />
      ))}
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly option: Option;
  readonly given: OptionValue | undefined;
}

function OptionField({ name, option, given }: FieldProps) {
  const value = given ?? option.default;
  const unit = option.kind === 'number' && option.unit !== '1' ? option.unit : '';
  return (
    <div class="option">
      <label for={`option-${name}`}>
        <span class="option-name">
          {words(name)}
          {unit && <span class="faint"> {unit}</span>}
        </span>
      </label>
      <Editor name={name} option={option} value={value} />
      {given !== undefined && given !== option.default && (
        <button type="button" class="plain" onClick={() => void setOption(name, undefined)}>
          {`back to ${typeof option.default === 'number' ? short(option.default) : String(option.default)}`}
        </button>
      )}
      <p class="faint">{option.doc}</p>
    </div>
  );
}

function Editor({ name, option, value }: { name: string; option: Option; value: OptionValue }) {
  const wrong = useSignal('');
  if (option.kind === 'boolean')
    return (
      <input
        id={`option-${name}`}
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget }) => void setOption(name, currentTarget.checked)}
      />
    );
  if (option.kind === 'choice')
    return (
      <select
        id={`option-${name}`}
        value={String(value)}
        onChange={({ currentTarget }) => void setOption(name, currentTarget.value)}
      >
        {option.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  const change = (text: string) => {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    const fits = number >= option.min && number <= option.max;
    const isWhole = option.kind === 'number' || Number.isInteger(number);
    wrong.value =
      fits && isWhole ? '' : `Give a ${isWhole ? '' : 'whole '}number from ${option.min} to ${option.max}.`;
    if (wrong.value === '') void setOption(name, number);
  };
  return (
    <>
      <input
        id={`option-${name}`}
        type="text"
        inputMode="decimal"
        value={String(value)}
        aria-invalid={wrong.value !== ''}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {wrong.value && <span class="wrong">{wrong.value}</span>}
    </>
  );
}

/** "timeStep" as people read it. */
function words(name: string): string {
  return name.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
}
