// What a machine refuses, in a sentence: a full disk, a folder that may not be written, a file that is not there.

import type { Fault } from '../scene/fault/index.ts';
import { exitCodes } from './exit-codes.ts';

type Told = readonly [what: string, remedy: string, exit: number];

const bad = exitCodes.badInput;
const refused = exitCodes.machineRefused;

/** By the code that Node and the system give. */
const told: Readonly<Record<string, Told>> = {
  ENOENT: ['there is no such file or folder', 'correct the path', bad],
  ENOTDIR: ['a part of the path is a file, not a folder', 'correct the path', bad],
  EISDIR: ['this is a folder', 'name a file', bad],
  EEXIST: ['there is a file already', 'give another name', bad],
  ENAMETOOLONG: ['the name is too long', 'give a shorter one', bad],
  ELOOP: ['its links lead in a circle', 'correct the path', bad],
  EINVAL: ['this cannot be read or written as a file', 'name another one', bad],
  ENXIO: ['this cannot be read or written as a file', 'name another one', bad],
  ERR_FS_FILE_TOO_LARGE: ['the file is too long', 'give a shorter one', bad],
  ERR_SOCKET_BAD_PORT: ['this is no port', 'give 0 to 65535', bad],
  ENOTFOUND: ['there is no such address', 'correct --host', bad],
  EADDRNOTAVAIL: ['this machine does not have the address', 'correct --host', bad],
  EADDRINUSE: ['the port is taken', 'give another --port, or leave it out', refused],
  EACCES: ['it is not permitted', 'allow it, or choose another place', refused],
  EPERM: ['it is not permitted', 'allow it, or choose another place', refused],
  EROFS: ['nothing can be written there, only read', 'choose another place', refused],
  ENOSPC: ['the disk is full', 'make room, or choose another place', refused],
  EDQUOT: ['as much as you may is stored already', 'make room, or choose another place', refused],
  EFBIG: ['no file may be so long here', 'raise the limit, or choose another place', refused],
  EIO: ['the device fails', 'look after the disk, or choose another place', refused],
  EMFILE: ['too many files are open', 'raise the limit (ulimit -n)', refused],
  ENFILE: ['too many files are open', 'close other programs', refused],
  EBUSY: ['it is in use', 'close what uses it', refused],
  ETXTBSY: ['it is in use', 'close what uses it', refused],
  ENOMEM: ['there is not enough memory', 'close other programs, or make it smaller', refused],
  ERR_WORKER_OUT_OF_MEMORY: [
    'there is not enough memory',
    'close other programs, or make it smaller',
    refused,
  ],
  ERR_STRING_TOO_LONG: ['it does not fit into memory', 'make it smaller', refused],
};

export interface SystemFault extends Fault {
  readonly exit: number;
}

/** Undefined where it is something else. */
export function systemFault(error: unknown): SystemFault | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof RangeError && /allocation failed|Invalid (typed )?array length/i.test(error.message))
    return toFault('ENOMEM', 'memory');
  const { code, path, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (typeof code !== 'string') return undefined;
  const where = path ?? (address === undefined ? undefined : `${address}:${port}`);
  if (Object.hasOwn(told, code)) return toFault(code, where ?? 'the machine');
  if (typeof syscall !== 'string') return undefined;
  return {
    what: `the machine answers ${code}`,
    where: where ?? 'the machine',
    remedy: 'look after the disk, or choose another place',
    exit: refused,
  };
}

function toFault(code: string, where: string): SystemFault {
  const [what, remedy, exit] = told[code];
  return { what, where, remedy, exit };
}
