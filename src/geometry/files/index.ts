// Mesh files: OBJ, OFF, STL, PLY, 3MF, GLB, PC2.

export { readThreeMf } from './3mf.ts';
export { Budget, LIMITS } from './budget.ts';
export { readAnimations, type Track } from './glb-animation.ts';
export { isObject, type Json, numbersAt, objectAt, openGlb, textOf, wholeAt } from './glb-container.ts';
export { type DeformingMesh, readDeformingMesh, takeMesh } from './glb-mesh.ts';
export { deform, GlbMotion, readSkin, type Skin } from './glb-motion.ts';
export { nodeName, rootNodes, transformOf, type TreeNode, treeOf } from './glb-nodes.ts';
export { readGlb, readMesh, refuseUnreadable } from './glb.ts';
export { inflate } from './inflate.ts';
export { type MeshFile, type NamedMesh, requireCount } from './mesh-file.ts';
export { readObj, writeObj } from './obj.ts';
export { readOff } from './off.ts';
export { pc2Header, readPc2, writePc2 } from './pc2.ts';
export { readPly } from './ply.ts';
export { readStl } from './stl.ts';
export { placeAt, type Tag, tagsOf } from './xml.ts';
