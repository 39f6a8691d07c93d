// The JSON Schema (draft 2020-12) of scene files, for editors that complete and check while one types.

import * as z from 'zod';
import { sceneFile } from '../schema/scene.ts';

/** What scene files may say, as a JSON Schema. */
export function sceneJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(sceneFile, { io: 'input' });
}
