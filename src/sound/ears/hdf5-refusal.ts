// What is said where a file of a head cannot be read.

import { FaultError } from '../../scene/fault/index.ts';

export function refusal(what: string, where: string): FaultError {
  return new FaultError('this file of a head cannot be read:', [
    {
      what,
      where,
      remedy:
        'write it anew as netCDF-4 with deflate at most (nccopy -k nc4 in.sofa out.sofa), or leave it out',
    },
  ]);
}
