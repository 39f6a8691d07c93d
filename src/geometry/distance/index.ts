// Distances of primitives, their closest points and tangents there.

export { CLOSEST_SIZE, CLOSEST_SQUARED, CLOSEST_VECTOR } from './closest.ts';
export { edgeEdgeClosest, edgeEdgeDistanceSquared } from './edge-edge.ts';
export { faceCoordinates } from './face-coordinates.ts';
export { edgeEdgeCrossSquared, mollifierThreshold } from './mollifier.ts';
export { pointEdgeClosest } from './point-edge.ts';
export { pointPointClosest, pointPointDistanceSquared } from './point-point.ts';
export { pointTriangleClosest, pointTriangleDistanceSquared } from './point-triangle.ts';
export { writeTangents } from './tangent.ts';
