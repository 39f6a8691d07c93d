// Which kinds of mesh file a scene may name.

import {
  type MeshFile,
  readGlb,
  readObj,
  readPly,
  readStl,
  readThreeMf,
} from '../../geometry/files/index.ts';

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
