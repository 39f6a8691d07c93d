// Which kinds of mesh file a scene may name.

import {
  type Budget,
  type MeshFile,
  readGlb,
  readObj,
  readOff,
  readPly,
  readStl,
  readThreeMf,
} from '../../geometry/files/index.ts';

const readers: Readonly<Record<string, (bytes: Uint8Array, budget: Budget) => MeshFile>> = {
  obj: readObj,
  off: readOff,
  stl: readStl,
  ply: readPly,
  glb: readGlb,
  '3mf': readThreeMf,
};

export const meshFileKinds: readonly string[] = Object.keys(readers);

export function extensionOf(path: string): string {
  return /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? '';
}

/** @param budget  of the scene: the file gets its part of it */
export function readMeshFile(extension: string, bytes: Uint8Array, budget: Budget): MeshFile {
  return readers[extension](bytes, budget.forFile(bytes.length));
}
