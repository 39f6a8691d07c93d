// What the wind blows on: faces, wires and particles of deformables (loop/forces/wind.ts).

import { ladderStep, TICKS_PER_SECOND } from '../clock.ts';
import { type ElementTable, TableDraft } from './element-table.ts';
import type { Shapes } from './model.ts';
import type { AsyncOptions } from '../options.ts';

/** Nothing where the scene has no wind. */
export function buildWind(shapes: Shapes, options: Readonly<AsyncOptions>): ElementTable {
  const { scene, bodies, firstVertex, inverseMasses, topologies } = shapes;
  const draft = new TableDraft();
  const step = ladderStep(options.accelerationStep * TICKS_PER_SECOND);
  const add = (vertices: readonly number[], width: number): void => {
    const swiftest = Math.max(...vertices.map((v) => inverseMasses[v]));
    if (swiftest > 0) draft.add([...vertices, -1, -1].slice(0, 3), [width, 1 / swiftest], step);
  };
  scene.deformables.forEach(({ mesh: index, track, thickness }, d) => {
    if (scene.wind === undefined || track) return;
    const first = firstVertex[bodies + d];
    const { faces, points } = scene.meshes[index];
    const { edges, faceEdgeCount } = topologies[bodies + d];
    for (let f = 0; f < faces.length; f += 3)
      add(
        [0, 1, 2].map((k) => first + faces[f + k]),
        0,
      );
    for (let e = 2 * faceEdgeCount; e < edges.length; e += 2)
      add([first + edges[e], first + edges[e + 1]], thickness);
    for (const v of points) add([first + v], 0.25 * Math.PI * thickness * thickness);
  });
  return draft.table();
}
