// npm run bench examples [name…]: runs every example, and says how long it took and whether it did what it says.

import { readySpecifications } from '../src/catalog/index.ts';
import { listExamples, loadExample } from '../src/cli/index.node.ts';
import { tryExample } from './try-example.ts';

async function runExamples(names: readonly string[]): Promise<void> {
  await readySpecifications();
  for (const entry of listExamples()) {
    if (names.length > 0 && !names.includes(entry.name)) continue;
    const example = await loadExample(entry);
    try {
      const { verdict, unmet, simulateSeconds, verifySeconds } = await tryExample(example);
      const times = `${simulateSeconds.toFixed(1)} s of ${example.budgetSeconds} s, verified in ${verifySeconds.toFixed(1)} s`;
      const faults = [...(verdict.kept ? [] : ['promise broken']), ...unmet.map((says) => `not so: ${says}`)];
      console.log(
        `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${entry.name}: ${times}${faults.map((fault) => `; ${fault}`).join('')}`,
      );
    } catch (error) {
      console.log(`FAIL ${entry.name}: ${(error as Error).message}`);
    }
  }
}

export const benchmarks = [runExamples];
