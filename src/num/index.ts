// Numbers: vectors, rotations, intervals, queues of events and random numbers, with the same bits everywhere.

export { rotateFreely } from './free-rotation.ts';
export { EventHeap } from './heap.ts';
export { invert3x3, multiply3x3, seeFrom } from './matrix3.ts';
export { philox } from './philox.ts';
export {
  conjugateQuaternion,
  matrixFromQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromMatrix,
  quaternionFromRotationVector,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
  unrotateByQuaternion,
} from './quaternion.ts';
export { Random } from './random.ts';
export { rotationFromVector, vectorFromRotation } from './rotation.ts';
export { areaTriple, crossTriple, dotTriple, lengthTriple } from './triple.ts';
export { cross3, crossEdges, dot3, norm3, normalize3 } from './vec3.ts';
export { rootOf, singles, unite } from './union-find.ts';
