// Where data of a command goes.

import { FaultError } from '../../scene/fault/index.ts';
import type { Output } from '../output.ts';
import { writeFile } from '../write-file.ts';
import { writeData } from '../write-text.ts';

/** To a file, or to standard output. */
export function putOut(written: string | Uint8Array, out: string | undefined, output: Output): void {
  if (out !== undefined) {
    writeFile(out, written);
    output.say(`wrote ${out}`);
  } else if (typeof written === 'string') writeData(process.stdout, written);
  else
    throw new FaultError('a model is no text:', [
      { what: 'it has no file to go to', where: '--out', remedy: 'name one, such as --out bell.modal' },
    ]);
}
