// Another run of the open scene: its engine, options and parameters, where they shall differ.

import { useSignal } from '@preact/signals';
import type { Option, OptionValue } from '../../../../src/sim/index.ts';
import { complain } from '../../model/complaints.ts';
import { film } from '../../model/film.ts';
import { project, scene } from '../../model/project.ts';
import { engineIds, engines, loadEngine } from '../../run/engines.ts';
import { runAgain } from './other.ts';

type Values = Readonly<Record<string, string>>;

export function RunAgainBox() {
  const own = film.value?.engine ?? scene.value?.engine ?? engineIds[0];
  const engine = useSignal<string | undefined>(undefined);
  const values = useSignal<Values>({});
  const busy = useSignal(false);
  const id = engine.value ?? own;
  loadEngine(id);
  const options = (engines.value.get(id)?.options ?? {}) as Readonly<Record<string, Option>>;
  const parameters = project.value === undefined ? [] : (scene.value?.parameters ?? []);
  const free = [...Object.keys(options), ...parameters.map(({ name }) => name)].filter(
    (one) => !(one in values.value),
  );
  const given = (name: string): OptionValue | undefined =>
    scene.value?.options?.[name] ??
    options[name]?.default ??
    parameters.find((one) => one.name === name)?.value;
  const start = async () => {
    busy.value = true;
    const chosen: Record<string, OptionValue> = {};
    const numbers: Record<string, number> = {};
    for (const [name, text] of Object.entries(values.value)) {
      if (name in options) chosen[name] = optionOf(options[name], text);
      else numbers[name] = Number(text);
    }
    await runAgain({ engine: engine.value, options: chosen, parameters: numbers }).finally(() => {
      busy.value = false;
    });
  };
  const set = (name: string, text: string | undefined) => {
    const { [name]: _, ...others } = values.value;
    values.value = text === undefined ? others : { ...values.value, [name]: text };
  };
  return (
    <form
      class="compare-again"
      aria-label="Run again"
      onSubmit={(event) => {
        event.preventDefault();
        void start().catch(complain);
      }}
    >
      <label>
        Engine{' '}
        <select
          value={id}
          onChange={({ currentTarget }) => {
            engine.value = currentTarget.value === own ? undefined : currentTarget.value;
            values.value = {};
          }}
        >
          {engineIds.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {Object.entries(values.value).map(([name, text]) => (
        <label key={name} class="compare-option">
          <span>{name}</span>
          <Editor name={name} option={options[name]} text={text} set={(next) => set(name, next)} />
          <button
            type="button"
            class="plain"
            aria-label={`Leave ${name} as it is`}
            onClick={() => set(name, undefined)}
          >
            ✕
          </button>
        </label>
      ))}
      <div class="compare-row">
        <select
          aria-label="Change"
          value=""
          onChange={({ currentTarget }) => {
            set(currentTarget.value, String(given(currentTarget.value) ?? ''));
            currentTarget.value = '';
          }}
        >
          <option value="" disabled hidden>
            change…
          </option>
          {free.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <button type="submit" disabled={busy.value}>
          {busy.value ? 'Running…' : 'Run beside'}
        </button>
      </div>
    </form>
  );
}

interface EditorProps {
  readonly name: string;
  readonly option: Option | undefined;
  readonly text: string;
  set(next: string): void;
}

function Editor({ name, option, text, set }: EditorProps) {
  if (option?.kind === 'choice' || option?.kind === 'boolean')
    return (
      <select aria-label={name} value={text} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {(option.kind === 'choice' ? option.choices : ['true', 'false']).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  return (
    <input
      aria-label={name}
      inputMode="decimal"
      value={text}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

function optionOf(option: Option, text: string): OptionValue {
  if (option.kind === 'choice') return text;
  if (option.kind === 'boolean') return text === 'true';
  return Number(text);
}
