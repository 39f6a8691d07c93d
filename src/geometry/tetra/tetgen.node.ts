// TetGen, where it is installed, instead of our own methods: it keeps every face of the surface as it is.
//
// Run as a command of its own in a temporary folder (its licence keeps it out of the package): tetgen -p -q1.4 -a<volume>.
// Its linear tetrahedra are made quadratic here. Cavities are emptied afterwards by looking where centres lie.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireCount } from '../files/mesh-file.ts';
import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import type { Filled } from './fill.ts';
import { turnPositive } from './orientation.ts';
import { SurfaceProbe } from './probe.ts';
import { quadratic } from './quadratic.ts';
import { qualityOf } from './quality.ts';
import { requireSolid } from './solid.ts';

export interface TetgenOptions {
  /** About how many tetrahedra; faces of the surface smaller than that suits are kept nevertheless. */
  readonly elements?: number;
  readonly command?: string;
  readonly timeoutMs?: number;
}

/** Is the command there? */
export function hasTetgen(command = 'tetgen'): boolean {
  return spawnSync(command, ['-h'], { timeout: 10_000 }).error === undefined;
}

/** @throws MeshError where the surface cannot be filled or the command fails */
export function fillByTetgen(mesh: Mesh, options: TetgenOptions = {}): Filled {
  const { elements = 5000, command = 'tetgen', timeoutMs = 120_000 } = options;
  const { volume, topology } = requireSolid(mesh);
  const folder = mkdtempSync(join(tmpdir(), 'carom-tetgen-'));
  try {
    writeFileSync(join(folder, 'body.off'), offText(mesh));
    const largest = (1.6 * volume) / elements;
    const ran = spawnSync(command, ['-p', '-q1.4', `-a${largest}`, '-Q', 'body.off'], {
      cwd: folder,
      timeout: timeoutMs,
      encoding: 'utf8',
    });
    if (ran.error !== undefined || ran.status !== 0)
      throw new MeshError(
        'TetGen failed',
        command,
        (ran.error?.message ?? ran.stderr) || `status ${ran.status}`,
        'install it, or leave the method to us',
      );
    const corners = readTable(folder, 'body.1.node', 3, 4 * 1e7);
    const four = Uint32Array.from(readTable(folder, 'body.1.ele', 4, 1e7));
    const probe = new SurfaceProbe(mesh, topology);
    const [kept, tetrahedra] = keepInside(corners, four, probe);
    turnPositive(kept, tetrahedra, 4);
    const made = quadratic(kept, tetrahedra);
    return { mesh: made, quality: qualityOf(made, volume, 'external') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function offText({ positions: x, faces }: Mesh): string {
  const lines = [`OFF`, `${x.length / 3} ${faces.length / 3} 0`];
  for (let i = 0; i < x.length; i += 3) lines.push(`${x[i]} ${x[i + 1]} ${x[i + 2]}`);
  for (let f = 0; f < faces.length; f += 3) lines.push(`3 ${faces[f]} ${faces[f + 1]} ${faces[f + 2]}`);
  return `${lines.join('\n')}\n`;
}

/** Rows of a TetGen table without their numbers; the first number says where counting starts. */
function readTable(folder: string, name: string, width: number, most: number): Float64Array {
  const rows = readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  const count = Number(rows[0]?.split(/\s+/)[0]);
  requireCount(name, count, Math.min(most, rows.length - 1));
  const first = Number(rows[1]?.split(/\s+/)[0]);
  const out = new Float64Array(width * count);
  for (let r = 0; r < count; r++) {
    const words = rows[r + 1].split(/\s+/);
    for (let k = 0; k < width; k++) out[width * r + k] = Number(words[k + 1]) - (width === 4 ? first : 0);
  }
  if (!out.every(Number.isFinite))
    throw new MeshError('TetGen wrote something else', name, undefined, 'try another version of it');
  return out;
}

/** Without tetrahedra in cavities, and without corners that are not used. */
function keepInside(
  corners: Float64Array,
  four: Uint32Array,
  probe: SurfaceProbe,
): readonly [Float64Array, Uint32Array] {
  const numbers = new Int32Array(corners.length / 3).fill(-1);
  const kept: number[] = [];
  const tetrahedra: number[] = [];
  for (let t = 0; t < four.length; t += 4) {
    const [x, y, z] = [0, 1, 2].map(
      (k) =>
        0.25 *
        (corners[3 * four[t] + k] +
          corners[3 * four[t + 1] + k] +
          corners[3 * four[t + 2] + k] +
          corners[3 * four[t + 3] + k]),
    );
    if (probe.nearest(x, y, z) < 0) continue;
    for (let c = 0; c < 4; c++) {
      const v = four[t + c];
      if (numbers[v] < 0) {
        numbers[v] = kept.length / 3;
        kept.push(corners[3 * v], corners[3 * v + 1], corners[3 * v + 2]);
      }
      tetrahedra.push(numbers[v]);
    }
  }
  return [Float64Array.from(kept), Uint32Array.from(tetrahedra)];
}
