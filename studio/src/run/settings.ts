// What of a scene concerns its run: the engine, its options, and the scene's own parameters.

import { type EngineName, setParameters } from '../../../src/scene/index.ts';
import type { OptionValue } from '../../../src/sim/index.ts';
import { complain } from '../model/complaints.ts';
import { sendInput } from '../model/drag.ts';
import { changeScene } from '../model/project.ts';

/** @param engine  undefined: the one for what the scene is made of */
export async function setEngine(engine: string | undefined): Promise<void> {
  // Options belong to an engine, so they do not go along.
  await changeScene(({ engine: _, options: __, ...rest }) =>
    engine === undefined ? rest : { ...rest, engine: engine as EngineName },
  );
}

/** @param value  undefined: the engine's own */
export async function setOption(name: string, value: OptionValue | undefined): Promise<void> {
  await changeScene(({ options = {}, ...rest }) => {
    const { [name]: _, ...others } = options;
    const next = value === undefined ? others : { ...others, [name]: value };
    return Object.keys(next).length === 0 ? rest : { ...rest, options: next };
  });
}

/** While a run goes on it is changed there, and logged; otherwise in the scene. */
export async function setParameter(index: number, name: string, value: number): Promise<void> {
  if (sendInput.value !== undefined) sendInput.value({ kind: 'parameter', target: index, values: [value] });
  else await changeScene((file) => setParameters(file, { [name]: value })).catch(complain);
}
