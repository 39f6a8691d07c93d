// From tetrahedra to vibration modes: K x = ω² M x.
//
//   assemble K, M (E = ρ = 1) → predict the fill, refuse what is too large → factor K + s M, s ≈ (0.3 ω₁)²
//   → block Lanczos, rigid motions locked → factor K − c M above the last wanted mode and count: negative pivots are
//   modes below c, so that none is missing → scale to the material.
//
// Asked for all modes up to a frequency, the count comes first and says how many to look for.

import { MeshError } from '../geometry/index.ts';
import type { TetraMesh } from '../geometry/tetra/index.ts';
import type { Material } from '../scene/index.ts';
import { prepareSystem } from './elements/assemble.ts';
import type { ModeCache } from './cache.ts';
import { cachedReport, keyOf } from './cache.ts';
import type { ModesReport } from './modes.ts';
import { firstModes, withMaterial } from './scale.ts';
import { type FindOptions, findModes, inertiaOfModes, type Request } from './find-modes.ts';
import { heldRings, turnedModes } from './turned/turned-modes.ts';

/** What of a material vibration depends on. */
export type ElasticMaterial = Pick<Material, 'density' | 'youngsModulus' | 'poissonRatio'>;

/** How modes are computed. */
export interface AnalyseOptions {
  /** How many modes; 20 unless `upToHz` says which. With both, the fewer. */
  readonly count?: number;
  /** All modes up to this frequency. */
  readonly upToHz?: number;
  /** What cannot move: a condition on positions [m], or 1 for each node of the mesh. */
  readonly clamped?: ((x: number, y: number, z: number) => boolean) | Uint8Array;
  /** Whether to take the integrals of how mass moves with modes (inertia.ts), too. */
  readonly inertia?: boolean;
  /** Most memory that the factorisation may take [bytes]; 1.5 GB unless said. */
  readonly memoryBytes?: number;
  /** Results are looked for and kept here. */
  readonly cache?: ModeCache;
  /** Called now and then; what it throws ends the analysis. */
  readonly progress?: (fraction: number, doing: string) => void;
}

/** Looked for where nothing else is said. */
const USUAL_COUNT = 20;

/** More modes than this are not looked for at once. */
const MOST_MODES = 2000;

/** @throws MeshError where the body cannot be analysed: what, where, value, remedy */
export function analyse(
  mesh: TetraMesh,
  material: ElasticMaterial,
  options: AnalyseOptions = {},
): ModesReport {
  checkMaterial(material);
  const count = options.count ?? (options.upToHz === undefined ? USUAL_COUNT : MOST_MODES);
  if (!(Number.isInteger(count) && count >= 1 && count <= MOST_MODES))
    throw new MeshError('this is no number of modes', 'count', count, `give one from 1 to ${MOST_MODES}`);
  if (options.upToHz !== undefined && !(options.upToHz > 0 && options.upToHz < Infinity))
    throw new MeshError('this is no frequency', 'upToHz', options.upToHz, 'give one above 0');
  // the speed that frequencies scale with
  const speed = Math.sqrt(material.youngsModulus / material.density);
  const upTo = options.upToHz === undefined ? Infinity : (2 * Math.PI * options.upToHz) / speed;
  const clamped = clampedNodes(mesh, options.clamped);
  const memoryBytes = options.memoryBytes ?? 1.5e9;

  const request: Request = {
    count,
    upTo,
    poissonRatio: material.poissonRatio,
    inertia: options.inertia === true,
  };
  const key = options.cache ? keyOf(mesh, clamped, material.poissonRatio) : '';
  let report = options.cache && cachedReport(options.cache, key, request);
  if (!report) {
    if (!mesh.turned) refuseHopeless(mesh, memoryBytes);
    options.progress?.(0, 'gathering');
    report = reportOf(mesh, clamped, request, {
      clamped: clamped !== undefined,
      strict: options.count === undefined,
      memoryBytes,
      ...(options.progress ? { progress: options.progress } : {}),
    });
    options.cache?.set(key, report);
  }
  const below = report.modes.omegas.filter((omega) => omega <= upTo).length;
  const modes = withMaterial(firstModes(report.modes, Math.min(count, below)), material);
  return { ...report, modes, completeBelow: report.completeBelow * speed };
}

/** Bodies of revolution by their profile, others by their tetrahedra. */
function reportOf(
  mesh: TetraMesh,
  clamped: Uint8Array | undefined,
  request: Request,
  options: FindOptions,
): ModesReport {
  const { turned } = mesh;
  const held = turned && heldRings(turned, clamped);
  if (turned === undefined || held === undefined)
    return findModes(mesh, prepareSystem(mesh, clamped), request, options);
  const { report, displacements } = turnedModes(mesh, turned, held, request, options);
  if (!request.inertia) return report;
  const inertia = inertiaOfModes(mesh, prepareSystem(mesh, clamped), request, options, displacements);
  return { ...report, modes: { ...report.modes, inertia } };
}

/** Thin plates, which factor best, take twice this much an unknown [bytes]. */
const LEAST_FILL = 1000;

/** Before a structure is built of a mesh whose factor cannot fit. */
function refuseHopeless(mesh: TetraMesh, memoryBytes: number): void {
  const unknowns = mesh.positions.length;
  if (unknowns * LEAST_FILL <= memoryBytes) return;
  throw new MeshError(
    'this mesh is too large for the memory allowed',
    `mesh of ${mesh.elements.length / 10} tetrahedra`,
    `${unknowns} unknowns`,
    'use fewer tetrahedra: a lower resolution, or a simpler shape',
  );
}

function clampedNodes(mesh: TetraMesh, clamped: AnalyseOptions['clamped']): Uint8Array | undefined {
  if (clamped === undefined) return undefined;
  const { positions } = mesh;
  const nodes = positions.length / 3;
  const mask = new Uint8Array(nodes);
  if (typeof clamped === 'function') {
    for (let i = 0; i < nodes; i++)
      mask[i] = clamped(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]) ? 1 : 0;
  } else {
    if (clamped.length !== nodes) throw new RangeError(`${clamped.length} clamped flags for ${nodes} nodes`);
    mask.set(clamped);
  }
  if (!mask.includes(1))
    throw new MeshError(
      'nothing is clamped',
      'clamp',
      undefined,
      'give a condition that holds somewhere on the body, or none at all',
    );
  return mask;
}

function checkMaterial({ density, youngsModulus, poissonRatio }: ElasticMaterial): void {
  const check = (fine: boolean, where: string, value: number, remedy: string): void => {
    if (!fine) throw new MeshError('the material is out of range', where, value, remedy);
  };
  check(density > 0 && density < Infinity, 'density', density, 'give kg/m³ above 0');
  check(youngsModulus > 0 && youngsModulus < Infinity, 'youngsModulus', youngsModulus, 'give Pa above 0');
  check(
    poissonRatio > -1 && poissonRatio < 0.4999,
    'poissonRatio',
    poissonRatio,
    'give one from -1 to 0.4999',
  );
}
