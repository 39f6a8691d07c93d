// A thread that runs tasks of sweeps.

import { readySpecifications } from '../../catalog/specifications.ts';
import { serveTasks } from '../../farm/index.node.ts';
import { openTables } from '../past/transition-tables.node.ts';
import { listExamples, loadExample } from '../run/examples.node.ts';

openTables();
await readySpecifications();

void serveTasks(async (example) => {
  const entry = listExamples().find(({ name }) => name === example);
  return entry === undefined ? [] : (await loadExample(entry)).expectations;
});
