// A parameter of the scene as a slider: told to a run that goes on as it moves, otherwise set once it is let go.

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Parameter } from '../../../src/scene/index.ts';
import { sendInput } from '../model/drag.ts';
import { setParameter } from './settings.ts';

export function ParameterSlider(props: {
  class: string;
  parameter: Parameter;
  index: number;
  value: Signal<number>;
  /** What stands before it. */
  children: ComponentChildren;
}) {
  const { parameter, index, value } = props;
  const { name, min, max } = parameter;
  const isLive = sendInput.value !== undefined;
  const set = (next: number) => void setParameter(index, name, next);
  return (
    <label class={props.class}>
      {props.children}
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / 200}
        value={value.value}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.valueAsNumber;
          if (isLive) set(currentTarget.valueAsNumber);
        }}
        onChange={({ currentTarget }) => {
          if (!isLive) set(currentTarget.valueAsNumber);
        }}
      />
    </label>
  );
}
