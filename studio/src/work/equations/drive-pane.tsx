// Run it live: the keys and sliders of its controls, and its parameters.

import { useSignal } from '@preact/signals';
import type { Parameter } from '../../../../src/scene/index.ts';
import { complain } from '../../model/complaints.ts';
import { sendInput } from '../../model/drag.ts';
import { scene } from '../../model/project.ts';
import { short } from '../../model/words.ts';
import { cancelRun, isGoing, realTime, run, startRun } from '../../run/session.ts';
import { ParameterSlider } from '../../run/parameter-slider.tsx';
import { commit, faults, look } from './compiling.ts';
import { held, hold, setControl, controlValue } from './drive.ts';
import type { ControlLook } from './messages.ts';

export function DrivePane() {
  const controls = look.value?.controls ?? [];
  const parameters = (scene.value?.parameters ?? []).filter(({ target }) =>
    target.startsWith('/specification/'),
  );
  const goes = isGoing() && run.value.state !== 'paused';
  return (
    <div class="spec-drive">
      <div class="spec-tools">
        <button
          type="button"
          class="main"
          disabled={faults.value.length > 0 && !goes}
          onClick={() => {
            if (goes) cancelRun();
            else drive().catch(complain);
          }}
        >
          {goes ? 'Stop' : 'Drive'}
        </button>
        <span class="spec-note">
          {goes
            ? 'It runs at the pace of the clock; what you do is recorded.'
            : 'Runs it from its start, in real time.'}
        </span>
      </div>
      {controls.map((control) => (
        <Control key={control.name} control={control} />
      ))}
      {controls.length === 0 && (
        <p class="spec-note">
          It has no controls. <code>control Push = axis(ArrowDown, ArrowUp);</code> makes one.
        </p>
      )}
      {parameters.map((parameter, index) => (
        <SpecParameter key={parameter.name} parameter={parameter} index={index} />
      ))}
    </div>
  );
}

async function drive(): Promise<void> {
  commit();
  // The scene is made of the text a moment later.
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (let k = 0; k < 50 && scene.value?.specification !== look.value?.text; k++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  realTime.value = true;
  // Keys are meant for it, not for the button.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await startRun();
}

function Control({ control }: { control: ControlLook }) {
  const { name, device, keys, range } = control;
  const value = controlValue(control);
  return (
    <div class="spec-control" data-control={name}>
      <span>{name}</span>
      <output>{short(value)}</output>
      {(device === 'axis' || device === 'key') && (
        <span class="spec-keys">
          {keys.map((code) => (
            <button
              key={code}
              type="button"
              class="small"
              aria-pressed={held.value.has(code)}
              disabled={sendInput.value === undefined}
              onPointerDown={({ currentTarget, pointerId }) => {
                currentTarget.setPointerCapture(pointerId);
                hold(code, true);
              }}
              onPointerUp={() => hold(code, false)}
              onPointerCancel={() => hold(code, false)}
            >
              {keyName(code)}
            </button>
          ))}
        </span>
      )}
      {device === 'slider' && range !== undefined && (
        <input
          type="range"
          aria-label={name}
          min={range[0]}
          max={range[1]}
          step={(range[1] - range[0]) / 200}
          value={value}
          onInput={({ currentTarget }) => setControl(name, currentTarget.valueAsNumber)}
        />
      )}
      {device === 'pointer' && <small>follows the pointer in the view, {keys[0]}</small>}
    </div>
  );
}

function SpecParameter({ parameter, index }: { parameter: Parameter; index: number }) {
  const value = useSignal(parameter.value);
  return (
    <ParameterSlider class="spec-control" parameter={parameter} index={index} value={value}>
      <span>{parameter.name}</span>
      <output>{short(value.value)}</output>
    </ParameterSlider>
  );
}

function keyName(code: string): string {
  const arrows: Readonly<Record<string, string>> = {
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
  };
  return arrows[code] ?? code.replace(/^(Key|Digit)/, '');
}
