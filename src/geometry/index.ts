// Meshes: what they are, how they are moved, what they weigh.

export {
  type Affine,
  affineOfPose,
  fitSimilarity,
  IDENTITY,
  invertAffine,
  multiplyAffine,
  partsOf,
  rigidPart,
  type RigidPart,
} from './affine.ts';
export { assembleMesh } from './assemble.ts';
export { DEFAULT_THICKNESS, type MassOptions, massProperties, signedVolume } from './mass.ts';
export { MeshError } from './mesh-error.ts';
export { faceCount, makeMesh, type Mesh, meshBounds, vertexCount } from './mesh.ts';
export { type PrincipalFrame, principalFrame } from './principal.ts';
export {
  joinMeshes,
  mapAffine,
  meshInFrame,
  moveMesh,
  reversedFaces,
  scaleMesh,
  translateMesh,
} from './transform.ts';
