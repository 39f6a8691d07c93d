// A new scene in the making: bodies, the files of their meshes, and what there is to say about them.

import { Budget, writeObj } from '../../geometry/files/index.ts';
import { type Mesh, meshBounds } from '../../geometry/index.ts';
import type { BodyFile, DeformableFile, JointFile } from '../builder.ts';
import { cleanName, Names } from './file-names.ts';
import { diagonalOf, type FoundBody } from './found-body.ts';
import type { SceneFile } from '../schema/scene.ts';
import type { Vec3 } from '../types.ts';

/** Something of a file that the scene cannot have: what, where in the file, and why. */
export interface Unmapped {
  readonly what: string;
  readonly where: string;
  readonly why: string;
}

type PairFile = NonNullable<SceneFile['pairs']>[number];

/** More than this nobody reads; the rest is counted. */
const mostUnmapped = 500;

export class SceneDraft {
  readonly bodies: BodyFile[] = [];
  readonly deformables: DeformableFile[] = [];
  readonly joints: JointFile[] = [];
  readonly pairs: PairFile[] = [];
  /** Mesh files and caches, by path below the scene's folder. */
  readonly files = new Map<string, Uint8Array>();
  readonly found: FoundBody[] = [];
  /** Of all files together. */
  readonly budget = new Budget();
  readonly bodyNames = new Names();
  readonly jointNames = new Names();
  /** Corners of the box around everything [m], and the diagonal of the smallest body. */
  readonly bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  smallest = Infinity;
  /** When the last animation ends [s]. */
  end = 0;
  /** Whether a floor is laid unless somebody says. */
  wantsFloor = true;
  private readonly listed: Unmapped[] = [];
  private beyond = 0;
  /** By ending. */
  private readonly fileNames = new Map<string, Names>();

  list(what: string, where: string, why: string): void {
    if (this.listed.length < mostUnmapped) this.listed.push({ what, where, why });
    else this.beyond++;
  }

  get unmapped(): readonly Unmapped[] {
    if (this.beyond === 0) return this.listed;
    return [...this.listed, { what: `${this.beyond} more`, where: 'the files', why: 'the list is long' }];
  }

  /** The path of a new file. */
  addFile(name: string, ending: string, bytes: Uint8Array): string {
    const names = this.fileNames.get(ending) ?? new Names();
    this.fileNames.set(ending, names);
    const path = `meshes/${names.unique(cleanName(name) || 'body')}.${ending}`;
    this.files.set(path, bytes);
    return path;
  }

  addMesh(name: string, mesh: Mesh): string {
    return this.addFile(name, 'obj', writeObj([{ name: cleanName(name) || 'body', mesh }]));
  }

  /** Counts a mesh that stands somewhere among what the scene shows; world coordinates. */
  cover(mesh: Mesh): void {
    const box = meshBounds(mesh);
    const size = [0, 1, 2].map((k) => box[3 + k] - box[k]) as unknown as Vec3;
    this.smallest = Math.min(this.smallest, diagonalOf(size));
    for (let k = 0; k < 3; k++) {
      this.bounds[k] = Math.min(this.bounds[k], box[k]);
      this.bounds[3 + k] = Math.max(this.bounds[3 + k], box[3 + k]);
    }
  }
}
