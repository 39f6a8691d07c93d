import { expect, test } from 'vitest';
// @ts-expect-error a plain script without types, shared with npm run check
import { findForbiddenImports } from '../../scripts/imports.mjs';

test('every folder of src imports only what the architecture allows', () => {
  expect(findForbiddenImports()).toEqual([]);
});
