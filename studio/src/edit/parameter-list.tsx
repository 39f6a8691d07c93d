// The parameters of a scene: what their sliders range over.

import type { ParameterFile } from '../../../src/scene/schema/index.ts';
import { change } from './change.ts';
import { NumberField, VectorField } from './fields/fields.tsx';

/** More of them are changed in the text. */
const MOST_LISTED = 60;

export function Parameters({ parameters }: { parameters: readonly ParameterFile[] }) {
  if (parameters.length === 0) return null;
  const edit = (index: number, patch: Partial<ParameterFile> | undefined) =>
    change((file) => ({
      ...file,
      parameters: file.parameters?.flatMap((one, i) =>
        i !== index ? [one] : patch === undefined ? [] : [{ ...one, ...patch }],
      ),
    }));
  return (
    <details class="edit-group">
      <summary>
        {parameters.length} {parameters.length === 1 ? 'parameter' : 'parameters'}
      </summary>
      {parameters.slice(0, MOST_LISTED).map((parameter, i) => (
        <fieldset key={parameter.name}>
          <legend>
            {parameter.name}
            <small>{parameter.target}</small>
            <button
              type="button"
              class="plain"
              aria-label={`Delete the parameter ${parameter.name}`}
              title="Delete this parameter"
              onClick={() => edit(i, undefined)}
            >
              ✕
            </button>
          </legend>
          <VectorField
            label="Range"
            axes={['least', 'most']}
            values={[parameter.min, parameter.max]}
            unit={parameter.unit ?? ''}
            onChange={(k, value) => edit(i, k === 0 ? { min: value } : { max: value })}
          />
          {parameter.value !== undefined && (
            <NumberField
              label="Value"
              value={parameter.value}
              unit={parameter.unit ?? ''}
              min={parameter.min}
              max={parameter.max}
              onChange={(value) => edit(i, { value })}
            />
          )}
        </fieldset>
      ))}
    </details>
  );
}
