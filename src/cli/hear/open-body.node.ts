// What an argument that names one body means: a mesh file, a primitive, a body of a scene, or a file of tetrahedra.
//
// All become a body of a scene, so that units, welding, materials and messages are the same as everywhere.
// Its pose says where it stands: positions given on the command line are those of the file or scene.

import { existsSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { makeMesh, type Mesh, MeshError } from '../../geometry/index.ts';
import { primitives } from '../../geometry/primitives/index.ts';
import { readMsh, type TetraMesh } from '../../geometry/tetra/index.ts';
import { boundaryOf } from '../../modes/index.ts';
import { FaultError, spellingHint } from '../../scene/fault/index.ts';
import { extensionOf, meshFileKinds } from '../../scene/read/index.ts';
import { newScene, type Unit } from '../../scene/new/index.ts';
import { atOrigin } from '../../scene/pose.ts';
import { type Body, resolveScene, type Scene } from '../../scene/index.ts';
import { unitLengths } from '../../scene/schema/index.ts';
import { openScene } from '../run/open-scene.node.ts';
import { plural } from '../output.ts';

export interface BodyChoices {
  /** Which body, where there are several. */
  readonly body?: string;
  /** A name, or JSON as scene files have it; what the scene says unless given. */
  readonly material?: string;
  /** Of mesh files. */
  readonly units?: Unit;
  /** Parameters of a primitive, as text. */
  readonly set?: Readonly<Record<string, string>>;
}

export interface OpenedBody {
  readonly body: Body;
  /** In body coordinates. */
  readonly mesh: Mesh;
  /** Where the file has them already, in body coordinates: those of the file. */
  readonly tetrahedra?: TetraMesh;
  readonly notes: readonly string[];
}

/** @throws FaultError */
export async function openBody(argument: string, choices: BodyChoices): Promise<OpenedBody> {
  if (extensionOf(argument) === 'msh' && existsSync(argument)) return openTetrahedra(argument, choices);
  const { scene, notes } = await openAround(argument, choices);
  const body = choose(scene, argument, choices.body);
  return { body, mesh: scene.meshes[body.mesh], notes };
}

async function openAround(
  argument: string,
  choices: BodyChoices,
): Promise<{ scene: Scene; notes: readonly string[] }> {
  const isPrimitive = primitives.some(({ name }) => name === argument);
  if (existsSync(argument) && meshFileKinds.includes(extensionOf(argument)))
    return openMeshFile(argument, choices);
  if (isPrimitive && !existsSync(argument)) return openPrimitive(argument, choices);
  if (choices.set && Object.keys(choices.set).length > 0)
    throw new FaultError(`"${argument}" cannot be set so:`, [
      { what: 'only primitives have parameters', where: '--set', remedy: 'leave it out' },
    ]);
  const { scene, notes } = await openScene(argument);
  if (choices.material === undefined) return { scene, notes };
  const other = anyBody(choices.material).material;
  return { scene: { ...scene, bodies: scene.bodies.map((body) => ({ ...body, material: other })) }, notes };
}

/** A body of this material, for its numbers alone. */
function anyBody(material: string | undefined): Body {
  const given = material === undefined ? {} : { material: materialOf(material) };
  return resolveScene({ name: 'material', bodies: [{ shape: { kind: 'box' }, ...given }] }).scene.bodies[0];
}

function openTetrahedra(path: string, { units, material }: BodyChoices): OpenedBody {
  return explained(path, 'cannot be read', () => {
    const tetrahedra = readMsh(new Uint8Array(readFileSync(path)), unitLengths[units ?? 'm']);
    const { positions, faces } = boundaryOf(tetrahedra);
    const body: Body = {
      ...anyBody(material),
      name: basename(path, extname(path)) || 'body',
      shape: { kind: 'mesh' },
      pose: atOrigin,
      model: atOrigin,
    };
    return { body, mesh: makeMesh(positions, faces), tetrahedra, notes: [] };
  });
}

function openMeshFile(
  path: string,
  { units, material }: BodyChoices,
): { scene: Scene; notes: readonly string[] } {
  const name = basename(path, extname(path)) || 'body';
  const made = newScene([{ path, bytes: new Uint8Array(readFileSync(path)) }], {
    name,
    floor: false,
    ...(units === undefined ? {} : { units }),
    chosen: () => undefined,
    isPlayed: () => false,
  });
  const bodies = (made.file.bodies ?? []).map((body) => ({
    ...body,
    ...(material === undefined ? {} : { material: materialOf(material) }),
  }));
  const { scene } = resolveScene({ ...made.file, bodies }, { loadFile: (file) => made.meshes.get(file) });
  const turned = made.bodies.flatMap(({ name: part, turnedFaces }) =>
    turnedFaces > 0 ? [`${part}: ${plural(turnedFaces, 'face')} looked inward and were turned over`] : [],
  );
  return { scene, notes: [...made.notes, ...turned] };
}

function openPrimitive(
  kind: string,
  { material, set }: BodyChoices,
): { scene: Scene; notes: readonly string[] } {
  const given = Object.entries(set ?? {}).map(([name, text]) => [name, settingOf(text)]);
  const body = {
    name: kind,
    shape: { kind, ...Object.fromEntries(given) },
    ...(material === undefined ? {} : { material: materialOf(material) }),
  };
  return resolveScene({ name: kind, bodies: [body] });
}

/** 1, 1,2,3 or a word. */
function settingOf(text: string): unknown {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (!numbers.every(Number.isFinite)) return text;
  return numbers.length === 1 ? numbers[0] : numbers;
}

function materialOf(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new FaultError('this material cannot be read:', [
      {
        what: `this is not JSON: ${(error as Error).message}`,
        where: '--material',
        remedy: `write it as {"like": "steel", "density": 7900}`,
      },
    ]);
  }
}

function choose(scene: Scene, argument: string, name: string | undefined): Body {
  const { bodies } = scene;
  const names = bodies.map((body) => body.name);
  const found =
    name === undefined ? (bodies.length === 1 ? bodies[0] : undefined) : bodies[names.indexOf(name)];
  if (found) return found;
  throw new FaultError(`"${argument}" has ${bodies.length === 0 ? 'no bodies' : 'other bodies'}:`, [
    {
      what: name === undefined ? `there are ${bodies.length} bodies` : 'there is no body of this name',
      where: '--body',
      ...(name === undefined ? {} : { value: name }),
      remedy:
        name === undefined
          ? `name one of them: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`
          : spellingHint(name, names),
    },
  ]);
}

/** @throws FaultError where a mesh will not do, with what cannot be done for it */
export function explained<T>(argument: string, cannot: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    const { what, where, value, remedy } = error;
    throw new FaultError(`"${argument}" ${cannot}:`, [
      { what, where, ...(value === '' ? {} : { value }), remedy },
    ]);
  }
}
