// The runs that nobody could make: set-aside.json says which and why, and set-aside/000123/scene.json is the scene of one,
// to be looked at by itself.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { forbiddenReason } from '../../scene/read/index.ts';
import { applyValues } from '../apply.ts';
import type { Row } from '../row.ts';
import type { Sweep } from '../sweep.ts';
import { runName } from './run-name.ts';

const LIST = 'set-aside.json';
const SCENES = 'set-aside';
/** Of how many there is a scene: meshes may be large. */
const MOST_SCENES = 100;

export class SetAside {
  private readonly folder: string;
  private readonly sweep: Sweep;
  private readonly list: object[] = [];

  constructor(folder: string, sweep: Sweep) {
    this.folder = folder;
    this.sweep = sweep;
  }

  add(row: Row): void {
    if (row.ended !== 'set aside') return;
    const { run, values, seed, what } = row;
    const scene = this.list.length < MOST_SCENES ? this.writeScene(row) : null;
    this.list.push({ run, values, seed, what, scene });
  }

  end(): void {
    const path = join(this.folder, LIST);
    if (this.list.length > 0) writeFileSync(path, `${JSON.stringify(this.list, undefined, 2)}\n`);
    else rmSync(path, { force: true });
  }

  /** Its folder, from that of the sweep; null where no scene can be made of its values. */
  private writeScene({ run, values, seed }: Row): string | null {
    const { subject, parameters } = this.sweep;
    const { scene, faults } = applyValues(subject.scene, parameters, values);
    if (faults.length > 0) return null;
    const into = `${SCENES}/${runName(run)}`;
    const isSeedSwept = parameters.some(({ at }) => at.includes('/seed'));
    this.write(
      `${into}/scene.json`,
      `${JSON.stringify(isSeedSwept ? scene : { ...scene, seed }, undefined, 2)}\n`,
    );
    for (const [path, bytes] of Object.entries(subject.files))
      if (forbiddenReason(path) === undefined) this.write(`${into}/${path}`, bytes);
    return into;
  }

  private write(path: string, content: string | Uint8Array): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
