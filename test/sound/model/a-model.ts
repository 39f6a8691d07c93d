// A modal model of a small box whose modes are made up.

import { makeMesh } from '../../../src/geometry/index.ts';
import { findMaterial, type Material } from '../../../src/scene/index.ts';
import { makeModel, type ModalModel } from '../../../src/sound/model/modal-model.ts';
import type { Transfer } from '../../../src/sound/transfer.ts';
import { fakeModes } from '../fake-modes.ts';

export const steel = findMaterial('steel') as Material;

/** Each mode is heard equally in all directions. */
export function evenTransfer(levels: readonly number[]): Transfer {
  return {
    count: levels.length,
    amplitude(mode, x, y, z, out) {
      out[0] = levels[mode] / Math.sqrt(x * x + y * y + z * z);
      out[1] = 0;
    },
  };
}

export function aModel(frequenciesHz: readonly number[], seed = 1): ModalModel {
  const modes = fakeModes(frequenciesHz, seed);
  return makeModel({
    name: 'box',
    material: steel,
    mass: 0.2,
    mesh: makeMesh(modes.positions, modes.faces),
    shape: { kind: 'mesh' },
    modes,
    transfer: evenTransfer(frequenciesHz.map((_, m) => 1e-3 / (1 + m))),
  });
}
