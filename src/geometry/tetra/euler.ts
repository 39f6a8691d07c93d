// Vertices − edges + faces of a closed surface: 2 for each shell, less 2 for each tunnel through it.

/** @param faces  three corners each */
export function eulerCharacteristic(faces: ArrayLike<number>): number {
  const corners = new Set<number>();
  for (let i = 0; i < faces.length; i++) corners.add(faces[i]);
  // every edge has two faces
  return corners.size - faces.length / 6;
}
