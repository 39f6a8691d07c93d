// Which kinds of mesh file a scene may name.

import { readGlb } from '../geometry/files/glb.ts';
import type { MeshFile } from '../geometry/files/mesh-file.ts';
import { readObj } from '../geometry/files/obj.ts';
import { readPly } from '../geometry/files/ply.ts';
import { readStl } from '../geometry/files/stl.ts';
import { readThreeMf } from '../geometry/files/3mf.ts';

const readers: Readonly<Record<string, (bytes: Uint8Array) => MeshFile>> = {
  obj: readObj,
  stl: readStl,
  ply: readPly,
  glb: readGlb,
  '3mf': readThreeMf,
};

export const meshFileKinds: readonly string[] = Object.keys(readers);

export function extensionOf(path: string): string {
  return /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? '';
}

export function readMeshFile(extension: string, bytes: Uint8Array): MeshFile {
  return readers[extension](bytes);
}
