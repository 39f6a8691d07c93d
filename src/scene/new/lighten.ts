// A solid that runs at once: filled as finely as some hundred nodes allow. Quadratic tetrahedra bend, and are kept where they are few
// enough; linear ones of the same size have a fifth of their nodes.

import { vertexCount } from '../../geometry/index.ts';
import type { DeformableFile } from '../builder.ts';
import { resolveScene } from '../resolve/resolve.ts';
import type { LoadFile } from '../shape.ts';

/** A step with this many takes about a tenth of a second. */
const MOST = 600;

type Filling = Pick<DeformableFile, 'elements' | 'resolution'>;

const ways: readonly Filling[] = [
  {},
  { elements: 'linear' },
  { elements: 'linear', resolution: 2 },
  { elements: 'linear', resolution: 1 },
];

/** @throws FaultError where it cannot be filled */
export function lightened(solid: DeformableFile, up: 'y' | 'z', loadFile?: LoadFile): DeformableFile {
  let best = { nodes: Number.POSITIVE_INFINITY, filling: ways[0] };
  for (const filling of ways) {
    const nodes = nodesOf({ ...solid, ...filling }, up, loadFile);
    if (nodes < best.nodes) best = { nodes, filling };
    if (nodes <= MOST) break;
  }
  return { ...solid, ...best.filling };
}

function nodesOf(solid: DeformableFile, up: 'y' | 'z', loadFile?: LoadFile): number {
  const { pins: _, ...loose } = solid;
  const { scene } = resolveScene(
    { name: 'solid', up, deformables: [loose] },
    loadFile === undefined ? {} : { loadFile },
  );
  const [{ mesh, filling }] = scene.deformables;
  return vertexCount(scene.meshes[mesh]) + (filling === undefined ? 0 : filling.inside.length / 3);
}
