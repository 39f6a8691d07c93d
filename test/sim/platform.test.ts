import { expect, test } from 'vitest';
import { isNode, platformName } from '../../src/sim/platform.ts';

test('a recording says by which Node and on what it was made', () => {
  expect(isNode).toBe(true);
  expect(platformName()).toBe(`node ${process.versions.node} ${process.platform} ${process.arch}`);
});
