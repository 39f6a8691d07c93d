// Questions about surfaces and repairs of them: closed, whole, convex, welded, split.

export { closednessOf } from './closedness.ts';
export { splitPieces } from './components.ts';
export { faceNormals } from './face-normals.ts';
export { convexHull } from './hull.ts';
export { insetMesh } from './inset.ts';
export { orientMesh, windingNumber } from './orient.ts';
export { shadingMesh, type ShadingMesh } from './shading.ts';
export { splitSolids } from './split-solids.ts';
export { ThickRod } from './thick-rod.ts';
export { ThickSheet } from './thick-sheet.ts';
export { boundaryEdges, meshTopology, type Topology } from './topology.ts';
export { weldMesh } from './weld.ts';
