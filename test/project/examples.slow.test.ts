// Every example says what should happen, and the quickest of each engine are run to see that it does and that the
// engine keeps its promise; in the long tier all are.

import { describe, expect, test } from 'vitest';
import { catalog, loadEngine, readySpecifications } from '../../src/catalog/index.ts';
import { listExamples, loadExample } from '../../src/cli/index.node.ts';
import { resolveScene } from '../../src/scene/index.ts';
import { refusals } from '../../src/sim/index.ts';
import { tryExample } from '../../bench/try-example.ts';
import measured from '../../studio/src/gallery/measured.json' with { type: 'json' };
import { isLong } from '../tier.ts';

await readySpecifications();
const MOST_OF_AN_ENGINE = isLong ? Infinity : 4;
const inOrder = Object.entries(measured).sort(([, a], [, b]) => a.wallSeconds - b.wallSeconds);
const chosen = new Set(
  inOrder
    .filter(
      ([, { engine }], i) =>
        inOrder.slice(0, i).filter(([, other]) => other.engine === engine).length < MOST_OF_AN_ENGINE,
    )
    .map(([name]) => name),
);
const isRun = (name: string): boolean => isLong || chosen.has(name);
const examples = await Promise.all(listExamples().map(loadExample));

test('there are examples, each with a name of its own and a title', () => {
  expect(examples.length).toBeGreaterThan(1);
  expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
  for (const { about, name } of examples) expect(about.length, name).toBeGreaterThan(20);
});

const runs = examples.filter(({ name }) => isRun(name)).length;
test(`${runs} of ${examples.length} are run here, some of each engine, and the others in the long tier`, () => {
  const enginesOf = (list: typeof inOrder): string[] => [...new Set(list.map(([, { engine }]) => engine))];
  const there = inOrder.filter(([name]) => isRun(name) && examples.some((example) => example.name === name));
  expect(enginesOf(there).sort()).toEqual(enginesOf(inOrder).sort());
});

describe.each(examples.map((example) => [example.name, example] as const))('%s', (_, example) => {
  test('is a scene that its engine accepts', async () => {
    const { scene } = resolveScene(example.scene);
    expect(Object.keys(catalog)).toContain(scene.engine);
    expect(refusals(await loadEngine(scene.engine!), scene)).toEqual([]);
  });

  if (isRun(example.name))
    test('does what it says', async () => {
      const { verdict, unmet } = await tryExample(example);
      expect(unmet).toEqual([]);
      expect(verdict).toMatchObject({ kept: true, complete: true });
    });
});
