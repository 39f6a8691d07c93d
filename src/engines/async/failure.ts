// A layer whose step would fall below the resolution of time: who is squeezed, and what to change.

import type { Fault } from '../../scene/fault/index.ts';
import { StepError } from '../../sim/index.ts';
import { stencilOf } from './detect/history.ts';
import { EDGE_EDGE, VERTEX_FACE, VERTEX_VERTEX } from './loop/layout/contact.ts';
import { itemName, type Model } from './model/model.ts';

export function layerFailure(
  model: Model,
  time: number,
  kind: number,
  idA: number,
  idB: number,
  layer: number,
): StepError {
  const stencil = stencilOf(model, kind, idA, idB);
  const a = model.itemOfVertex[stencil[0]];
  const b = model.itemOfVertex[stencil[kind === EDGE_EDGE ? 2 : 1]];
  const fault: Fault =
    kind > VERTEX_VERTEX
      ? {
          what: `the edge between vertices ${local(model, stencil[0])} and ${local(model, stencil[1])} is strained to its limit: layer ${layer} would be needed, which has no step or is one too many`,
          where: itemName(model, a),
          remedy: 'widen the limit of its length, or load it less',
        }
      : {
          what: `is pressed against ${a === b ? 'itself' : itemName(model, b)} (${primitives(model, kind, idA, idB)}) so hard that layer ${layer} would be needed, which has no step of a tick or is beyond mostLayers`,
          where: itemName(model, a),
          remedy: 'move obstacles less far or more slowly, make it thicker, or raise referenceSpeed',
        };
  return new StepError(
    time,
    `stopped at ${time} s before anything could pass: ${fault.where} ${fault.what}`,
    [fault],
  );
}

function primitives(model: Model, kind: number, idA: number, idB: number): string {
  if (kind === VERTEX_FACE) return `vertex ${local(model, idA)} against face ${localFace(model, idB)}`;
  if (kind === EDGE_EDGE) return `edge ${localEdge(model, idA)} against edge ${localEdge(model, idB)}`;
  return `vertex ${local(model, idA)} against vertex ${local(model, idB)}`;
}

function local(model: Model, vertex: number): number {
  return vertex - model.firstVertex[model.itemOfVertex[vertex]];
}

function localFace(model: Model, face: number): number {
  return face - model.firstFace[model.itemOfVertex[model.faces[3 * face]]];
}

function localEdge(model: Model, edge: number): number {
  return edge - model.firstEdge[model.itemOfVertex[model.edges[2 * edge]]];
}
