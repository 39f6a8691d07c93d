// Runs the complementarity engine on small scenes, for its tests.

import { lcp } from '../../../src/engines/lcp/engine.ts';
import type { LcpOptions } from '../../../src/engines/lcp/options.ts';
import type { Scene, SceneFile } from '../../../src/scene/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { EngineTrial, optionsOf as optionsFor } from '../trial.ts';

export const optionsOf = (scene: Scene, changes: Partial<LcpOptions> = {}): LcpOptions =>
  optionsFor(lcp, scene, changes);

export class Trial extends EngineTrial<LcpOptions> {
  /** Largest residual, depth and gain of energy that were ever reported, and all failures. */
  residual = 0;
  depth = 0;
  gain = 0;
  failures = 0;

  constructor(file: SceneFile | Scene, changes: Partial<LcpOptions> = {}, wantsContacts = false) {
    super(lcp, file, changes, wantsContacts, (scene, options) => lcp.start(scene, options, lonelyContext()));
  }

  protected override note(): void {
    this.residual = Math.max(this.residual, this.value('residual'));
    this.depth = Math.max(this.depth, this.value('depth'));
    this.gain = Math.max(this.gain, this.value('largestGain'));
    this.failures += this.value('failures');
  }

  /** To the end of so many steps from the start. */
  toStep(steps: number): this {
    return this.to(steps * this.options.timeStep);
  }
}
