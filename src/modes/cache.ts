// Analyses that were done before, by what they depend on: mesh, clamped nodes and Poisson's ratio.
//
// Young's modulus, density and how many modes are asked for do not enter: frequencies scale (scale.ts), and an
// analysis of more modes serves for fewer.

import type { TetraMesh } from '../geometry/tetra/index.ts';
import { Fingerprint } from './fingerprint.ts';
import type { Request } from './find-modes.ts';
import type { ModesReport } from './modes.ts';

/** Keeps modes by what they were computed from. */
export interface ModeCache {
  /** Of E = 1 Pa and ρ = 1 kg/m³. */
  get(key: string): ModesReport | undefined;
  /** Keeps a report. */
  set(key: string, report: ModesReport): void;
}

/** Keeps the last `most` analyses. */
export function memoryCache(most = 64): ModeCache {
  const reports = new Map<string, ModesReport>();
  return {
    get(key) {
      const report = reports.get(key);
      if (report) {
        reports.delete(key);
        reports.set(key, report);
      }
      return report;
    },
    set(key, report) {
      reports.delete(key);
      reports.set(key, report);
      const oldest = reports.keys().next().value;
      if (reports.size > most && oldest !== undefined) reports.delete(oldest);
    },
  };
}

/** Raised when an analysis gives other numbers than before. */
const METHOD = 2;

export function keyOf(mesh: TetraMesh, clamped: Uint8Array | undefined, poissonRatio: number): string {
  const print = new Fingerprint();
  print.add(Float64Array.of(METHOD, poissonRatio, mesh.positions.length, mesh.elements.length));
  print.add(mesh.positions);
  print.add(mesh.elements);
  print.add(mesh.surface);
  if (mesh.turned) {
    print.add(mesh.turned.points);
    print.add(mesh.turned.nodeOf);
  }
  if (clamped) print.add(clamped);
  return print.hex();
}

/** An earlier analysis that answers the request. */
export function cachedReport(
  cache: ModeCache,
  key: string,
  { count, upTo, inertia }: Request,
): ModesReport | undefined {
  const report = cache.get(key);
  if (!report) return undefined;
  const enough = report.modes.count >= count || report.completeBelow >= upTo;
  return enough && report.complete && (report.modes.inertia || !inertia) ? report : undefined;
}
