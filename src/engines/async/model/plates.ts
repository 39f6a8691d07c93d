// Plates of sheets and the tilts of the edges between them (elastic/plates.ts): their steps, inertias and starts.
//
// A plate steps as other elements do, by its swing with the tilts held, and no longer than what stretches at its vertices. A tilt has an
// inertia of its own, which no cloth has: as much as lets it swing as fast as that step allows, so that it costs no shorter step and follows
// the vertices as fast as can be followed. It is an angle between the sheet's own normals, so that it carries no momentum.
//
// Where a sheet does not start in its rest shape, tilts start where the energy is least.

import { explicitStep, explicitSwing, type Plate, platesOf, Sheet } from '../../../elastic/index.ts';
import type { Topology } from '../../../geometry/surface/index.ts';
import type { Deformable } from '../../../scene/index.ts';
import { TICKS_PER_SECOND } from '../clock.ts';
import { type ElementTable, TableDraft } from './element-table.ts';
import { restTilts } from './rest-tilts.ts';

/** Beyond this a material is too near to incompressible for plane stress to mean anything else. */
const MOST_POISSON = 0.49;

export interface Tilts {
  readonly count: number;
  /** Three a plate, -1: none. */
  readonly ofPlates: Int32Array;
  /** [1/(kg m²)] */
  readonly inverseInertias: Float64Array;
  /** At the start [rad]. */
  readonly start: Float64Array;
}

/** A sheet among all vertices. */
export interface SheetInScene {
  readonly sheet: Sheet;
  /** Where its vertices start [m]. */
  readonly start: Float64Array;
  readonly topology: Topology;
  readonly first: number;
  /** Of a vertex of the sheet [1/kg]. */
  inverse(vertex: number): number;
  /** What stretches at each of all vertices steps so long at most [ticks]. */
  readonly stretchSteps: Float64Array;
  /** The step that is taken where one may be so long [ticks]. */
  nested(ticks: number): number;
}

export class PlateDraft {
  private readonly table = new TableDraft();
  private readonly ofPlates: number[] = [];
  private readonly inverseInertias: number[] = [];
  private readonly starts: number[] = [];
  private readonly part: number;

  /** @param part  c of elements */
  constructor(part: number) {
    this.part = part;
  }

  add(deformable: Deformable, inScene: SheetInScene): void {
    const { sheet, topology, first, inverse, stretchSteps, nested } = inScene;
    const { bendStiffness, bendDamping, material } = deformable;
    const poisson = Math.min(material.poissonRatio, MOST_POISSON);
    const plates = platesOf(sheet, topology.faceEdges, bendStiffness, poisson, inverse);
    const firstTilt = this.starts.length;
    const tiltOf = new Map<number, number>();
    const steps = plates.map(({ swing, vertices }) => {
      const own = explicitStep(1, bendDamping, swing, this.part) * TICKS_PER_SECOND;
      return nested(Math.min(own, ...vertices.map((v) => stretchSteps[first + v])));
    });
    const stiffness: number[] = [];
    const shortest: number[] = [];
    plates.forEach((plate, p) => {
      const tilts = plate.edges.map((edge, k) => {
        if (edge < 0) return -1;
        let tilt = tiltOf.get(edge);
        if (tilt === undefined) {
          tilt = tiltOf.size;
          tiltOf.set(edge, tilt);
          stiffness.push(0);
          shortest.push(Number.POSITIVE_INFINITY);
        }
        stiffness[tilt] += plate.stiffness[k];
        shortest[tilt] = Math.min(shortest[tilt], steps[p]);
        return firstTilt + tilt;
      });
      this.ofPlates.push(...tilts);
      const vertices = plate.vertices.map((v) => first + v);
      this.table.add(vertices, [...plate.reals, bendDamping, 0, 0, 0, 0, 0, 0], steps[p]);
    });
    stiffness.forEach((k, t) => {
      this.inverseInertias.push(explicitSwing(shortest[t] / TICKS_PER_SECOND, bendDamping, this.part) / k);
    });
    this.starts.push(...startOf(plates, inScene, tiltOf));
  }

  tables(): { plates: ElementTable; tilts: Tilts } {
    return {
      plates: this.table.table(),
      tilts: {
        count: this.starts.length,
        ofPlates: Int32Array.from(this.ofPlates),
        inverseInertias: Float64Array.from(this.inverseInertias),
        start: Float64Array.from(this.starts),
      },
    };
  }
}

function startOf(
  plates: readonly Plate[],
  { sheet, start, topology }: SheetInScene,
  tiltOf: ReadonlyMap<number, number>,
): Float64Array {
  const now = new Sheet(sheet.faces, start, topology);
  const loads = plates.map(({ face, vertices, reals }) =>
    [0, 1, 2].map((k) =>
      reals[3 + k] === 0 ? 0 : reals[3 + k] * (now.angle(face, k, vertices[3 + k]) - reals[k]),
    ),
  );
  return restTilts(plates, loads, tiltOf);
}
