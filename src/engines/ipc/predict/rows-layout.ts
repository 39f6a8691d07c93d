/** Numbers of a row: direction (3), its moments about both bodies (3 + 3), what these turn (3 + 3), J M⁻¹ Jᵀ. */
export const rowSize = 16;
export const effectAt = 15;
/** Rows of a feature pair: along the normal and two tangents; then its gap [m] and its slip so far (2). */
export const rowsSize = 3 * rowSize + 3;
export const gapOfRows = 3 * rowSize;
