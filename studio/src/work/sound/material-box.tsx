// Another material, or another damping, tried on the body that is chosen. The scene stays as it is.

import { findMaterial, type Material, materialNames, withRayleigh } from '../../../../src/scene/index.ts';
import { shownScene } from '../../view/shown.ts';
import { chosen, materialOf, tried, tryMaterial } from './state.ts';

type Damping = 'lossFactor' | 'dampingAlpha' | 'dampingBeta' | 'contactDamping';

const DAMPINGS: readonly { readonly key: Damping; readonly label: string; readonly says: string }[] = [
  { key: 'lossFactor', label: 'η', says: 'What each cycle takes, instead of α and β; may be empty' },
  { key: 'dampingAlpha', label: 'α [1/s]', says: 'Damps all tones alike' },
  { key: 'dampingBeta', label: 'β [s]', says: 'Damps high tones more' },
  { key: 'contactDamping', label: 'γ', says: 'What contacts take, in the sound of a recording' },
];

export function MaterialBox() {
  const item = chosen.value ?? -1;
  const body = shownScene.value?.bodies[item];
  const material = materialOf(item);
  if (body === undefined || material === undefined) return null;
  const isTried = tried.value.has(body.name);
  const names = materialNames.includes(material.name) ? materialNames : [material.name, ...materialNames];
  const set = (next: Material) => tryMaterial(body.name, next);
  return (
    <>
      <div class="sound-row">
        <strong>{body.name}</strong>
        <select
          aria-label="Material"
          value={material.name}
          onChange={({ currentTarget }) => {
            const found = findMaterial(currentTarget.value);
            if (found) set(found);
          }}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="button" disabled={!isTried} onClick={() => tryMaterial(body.name, undefined)}>
          As the scene has it
        </button>
      </div>
      <div class="sound-row">
        {DAMPINGS.map(({ key, label, says }) => (
          <label key={key} title={says}>
            {label}{' '}
            <input
              class="sound-number"
              inputMode="decimal"
              aria-label={says}
              value={textOf(material, key)}
              onChange={({ currentTarget }) => {
                const next = withDamping(material, key, currentTarget.value.trim());
                if (next) set(next);
                else currentTarget.value = textOf(material, key);
              }}
            />
          </label>
        ))}
      </div>
      <p class="faint">Tried here only; the scene keeps its own.</p>
    </>
  );
}

function textOf(material: Material, key: Damping): string {
  return String(material[key] ?? '');
}

/** Undefined where the text says nothing. α and β damp where there is no loss factor, so that giving them takes it away. */
function withDamping(material: Material, key: Damping, text: string): Material | undefined {
  if (text === '' && key === 'lossFactor') return withRayleigh(material, {});
  const value = Number(text);
  if (text === '' || !(value >= 0 && value < Infinity)) return undefined;
  if (key === 'dampingAlpha' || key === 'dampingBeta') return withRayleigh(material, { [key]: value });
  return { ...material, [key]: value };
}
