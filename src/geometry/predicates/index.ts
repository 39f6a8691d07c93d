// Exact predicates: which side, and whether triangles meet.

export { segmentIntersectsTriangle, simplicesIntersect, trianglesIntersect } from './intersect.ts';
export { orient3 } from './orientation.ts';
