// Trees over the triangles of a scene's meshes, made when they are first needed: for outlines and for gaps.

import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { Mesh } from '../../../../src/geometry/index.ts';

export interface MeshTree {
  readonly geometry: BufferGeometry;
  readonly tree: MeshBVH;
}

const trees = new WeakMap<Mesh, MeshTree>();

/** Undefined where a mesh has no faces. Faces keep their numbers. */
export function meshTree(mesh: Mesh): MeshTree | undefined {
  if (mesh.faces.length === 0) return undefined;
  const known = trees.get(mesh);
  if (known) return known;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(mesh.positions), 3));
  geometry.setIndex(new BufferAttribute(mesh.faces.slice(), 1));
  const tree = new MeshBVH(geometry, { indirect: true });
  geometry.boundsTree = tree;
  const made = { geometry, tree };
  trees.set(mesh, made);
  return made;
}
