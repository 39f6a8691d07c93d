// Solids as tetrahedra.

export { ballTetrahedra } from './ball.ts';
export { boxTetrahedra } from './box.ts';
export { curvedVolume } from './curve.ts';
export { fill, type Filled, type FillOptions, type FillShape } from './fill.ts';
export { sixVolume } from './orientation.ts';
export { quadratic } from './quadratic.ts';
export { qualityOf } from './quality.ts';
export { readMsh } from './read-msh.ts';
export { requireSolid } from './solid.ts';
export { EDGES, type TetraMesh, type TetraQuality, type Turned } from './tetra-mesh.ts';
