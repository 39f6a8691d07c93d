// Runs the modal engine on small scenes, for its tests.

import { ModalSimulation, modal } from '../../../src/engines/modal/engine.ts';
import { buildModel } from '../../../src/engines/modal/model.ts';
import type { ModalOptions } from '../../../src/engines/modal/options.ts';
import type { Scene, SceneFile } from '../../../src/scene/index.ts';
import type { Simulation } from '../../../src/sim/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { EngineTrial, optionsOf as optionsFor } from '../trial.ts';
import { withModes, type WrittenModes } from './synthetic.ts';

export const optionsOf = (scene: Scene, changes: Partial<ModalOptions> = {}): ModalOptions =>
  optionsFor(modal, scene, changes);

/** A simulation of bodies with modes that are written down. */
export function simulate(
  scene: Scene,
  changes: Partial<ModalOptions>,
  written: Readonly<Record<string, WrittenModes>>,
): Simulation {
  return new ModalSimulation(
    buildModel(scene, optionsOf(scene, changes), withModes(scene, written)),
    lonelyContext(),
  );
}

export class Trial extends EngineTrial<ModalOptions> {
  /** Largest residual of all. */
  residual = 0;

  constructor(
    file: SceneFile | Scene,
    changes: Partial<ModalOptions> = {},
    written: Readonly<Record<string, WrittenModes>> = {},
  ) {
    super(modal, file, changes, true, (scene) => simulate(scene, changes, written));
  }

  protected override note(): void {
    this.residual = Math.max(this.residual, this.value('residual'));
  }
}
