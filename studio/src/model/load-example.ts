// An example is loaded when it is opened; the list of them is there from the start (virtual:examples).

import { examples, type ListedExample } from 'virtual:examples';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { spellingHint } from '../../../src/scene/fault/index.ts';
import type { Expectation } from '../../../src/sim/index.ts';
import { Complaint } from './complaints.ts';

interface ExampleModule {
  readonly scene: SceneFile;
  readonly expectations: readonly Expectation[];
}

const modules = import.meta.glob<ExampleModule>([
  '../../../examples/**/*.ts',
  '!../../../examples/**/parts/**',
]);

export async function loadExample(name: string): Promise<ListedExample & ExampleModule> {
  const entry = examples.find((one) => one.name === name);
  if (entry === undefined) {
    const remedy = spellingHint(
      name,
      examples.map((one) => one.name),
    );
    throw new Complaint(`There is no example “${name}”`, remedy);
  }
  const { scene, expectations } = await modules[`../../../examples/${entry.file}`]();
  return { ...entry, scene, expectations };
}
