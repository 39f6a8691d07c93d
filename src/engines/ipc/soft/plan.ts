// What deforms of a scene: the elements between its vertices, and the hidden nodes that these need beside them.

import { platesOf, Sheet } from '../../../elastic/index.ts';
import { meshTopology, type Topology } from '../../../geometry/surface/index.ts';
import type { Body, Deformable, Scene } from '../../../scene/index.ts';
import type { Mesh } from '../../../geometry/index.ts';
import type { Elements } from './elements.ts';
import { carriedVertices, heldVertices } from './held.ts';
import { HIDDEN_INERTIA, type HiddenNode } from './hidden.ts';
import { membranesOf } from './membranes.ts';
import { planRod } from './plan-rod.ts';
import { placePlates } from './plates.ts';
import { withNeededTilts } from './tilts.ts';
import type { Air } from './air.ts';
import { pressuresOf } from './pressures.ts';
import { rubbersOf } from './rubbers.ts';
import { strainLimitsOf } from './strain-limits.ts';
import { windsOf } from './winds.ts';
import { planSolid } from './plan-solid.ts';

export interface SoftPlan {
  readonly hidden: readonly HiddenNode[];
  /** Of the vertices, where they are other than the scene's [kg]. */
  readonly masses?: ArrayLike<number>;
  /** Their nodes: vertices of the mesh, then hidden ones. */
  readonly elements: readonly Elements[];
  /** How stiffly a vertex is held by the others, about [N/m]. */
  readonly hardness: number;
}

/** From this on a material keeps its volume: sheets of it stretch as rubber does, and bend as if it were this. */
const MOST_POISSON = 0.49;

/** Of each deformable; undefined of particles. @param h  the time step [s] @param air  where there is wind */
export function planSoft(
  { bodies, deformables, meshes }: Scene,
  h: number,
  air?: Air,
): (SoftPlan | undefined)[] {
  return deformables.map((deformable) => {
    if (deformable.kind === 'particles') return undefined;
    const mesh = meshes[deformable.mesh];
    const plan = planOf(deformable, mesh, h, bodies);
    if (deformable.track) return plan;
    const loads = [...(air ? windsOf(deformable, mesh, air) : []), ...pressuresOf(deformable, mesh)];
    return { ...plan, elements: [...plan.elements, ...loads] };
  });
}

function planOf(deformable: Deformable, mesh: Mesh, h: number, bodies: readonly Body[]): SoftPlan {
  // what moves by itself needs no elements, whatever holds it
  if (deformable.track) return { hidden: [], elements: [], hardness: 0 };
  if (deformable.kind === 'rod') return planRod(deformable, mesh, h, carriedVertices(deformable, bodies));
  const topology = meshTopology(mesh);
  if (deformable.kind === 'solid') return planSolid(deformable, mesh, topology);
  const sheet = new Sheet(mesh.faces, deformable.restPositions ?? mesh.positions, topology);
  const { stretchStiffness, stretchDamping, bendStiffness, bendDamping, material } = deformable;
  const poisson = Math.min(material.poissonRatio, MOST_POISSON);
  const elements: Elements[] = [];
  const hidden: HiddenNode[] = [];
  const isRubber = material.poissonRatio >= MOST_POISSON;
  if (stretchStiffness > 0 && isRubber) elements.push(rubbersOf(sheet, stretchStiffness));
  if (stretchStiffness > 0 && !(isRubber && stretchDamping === 0))
    elements.push(membranesOf(sheet, stretchStiffness, poisson, stretchDamping, !isRubber));
  if (deformable.strainLimit !== undefined)
    elements.push(strainLimitsOf(sheet, deformable.strainLimit, stretchStiffness));
  if (bendStiffness > 0) {
    const held = heldVertices(deformable);
    const shapes = withNeededTilts(
      platesOf(sheet, topology.faceEdges, bendStiffness, poisson, (v) => (held.has(v) ? 0 : 1)),
      sheet,
    );
    const length = meanLength(sheet, topology);
    const { plates, tilts } = placePlates(shapes, deformable.masses.length, length, bendDamping);
    elements.push(plates);
    for (let t = 0; t < tilts.length; t += 3) {
      const stiffest = Math.max(...tilts.slice(t, t + 3)) / (length * length);
      hidden.push({ position: [0, 0, 0], mass: HIDDEN_INERTIA * h * h * stiffest });
    }
  }
  return {
    hidden,
    elements: elements.filter(({ count }) => count > 0),
    hardness: stretchStiffness,
  };
}

/** Of an edge [m]. */
function meanLength(sheet: Sheet, { edges }: Topology): number {
  let sum = 0;
  for (let e = 0; e < edges.length; e += 2) sum += sheet.length(edges[e], edges[e + 1]);
  return sum / (edges.length / 2);
}
