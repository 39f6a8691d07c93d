// Shapes of links: collision shapes where there are any, otherwise visual ones.

import { MeshError } from '../../geometry/index.ts';
import { compose } from '../pose.ts';
import { extensionOf, meshFileKinds } from '../read/mesh-files.ts';
import type { CompoundFile } from '../schema/shape.ts';
import { ForbiddenPath, forbiddenReason, type LoadFile } from '../shape.ts';
import type { Pose } from '../types.ts';
import { originOf } from './robot.ts';
import type { Element } from './xml-tree.ts';

export type Part = CompoundFile['parts'][number];

/** Finds mesh files below one folder, and keeps what it has read. */
export class MeshFinder {
  private readonly load: LoadFile;
  private readonly kept = new Map<string, Uint8Array>();

  constructor(load: LoadFile) {
    this.load = load;
  }

  /** What was found, by path. */
  readonly loadFile: LoadFile = (path) => this.kept.get(path) ?? this.load(path);

  /** The path below the folder of a mesh that a link names. */
  find(filename: string, where: string): string {
    const extension = extensionOf(filename);
    if (extension === 'dae')
      throw new MeshError(
        'COLLADA meshes (.dae) are not read',
        where,
        filename,
        'save it as .obj, .stl or .glb (Blender does), and name that in the URDF',
      );
    if (!meshFileKinds.includes(extension))
      throw new MeshError(
        'is not a kind of mesh file that is read',
        where,
        filename,
        `use one of ${meshFileKinds.join(', ')}`,
      );
    for (const path of candidates(filename)) {
      const forbidden = forbiddenReason(path);
      if (forbidden !== undefined)
        throw new MeshError(forbidden, where, filename, "name a file below the URDF's own folder");
      const bytes = this.kept.get(path) ?? this.attempt(path, where);
      if (bytes === undefined) continue;
      this.kept.set(path, bytes);
      return path;
    }
    throw new MeshError(
      'there is no such mesh file',
      where,
      filename,
      "put the URDF into its package's folder, beside the folder of its meshes",
    );
  }

  private attempt(path: string, where: string): Uint8Array | undefined {
    try {
      return this.load(path);
    } catch (error) {
      if (!(error instanceof ForbiddenPath)) throw error;
      throw new MeshError(error.message, where, path, "name a file below the URDF's own folder");
    }
  }
}

/** Of "package://robot/meshes/arm.stl" meshes/arm.stl, as seen from the package, and robot/meshes/arm.stl, from beside it. */
function candidates(filename: string): string[] {
  const inPackage = /^(?:package|model):\/\/(([^/]+)\/(.+))$/.exec(filename);
  if (inPackage !== null) return [inPackage[3], inPackage[1]];
  return [filename.replace(/^file:\/\//, '').replace(/^\.\//, '')];
}

/** The shapes of a link, in a frame that the link has a place in. */
export function partsOf(link: Element, linkInFrame: Pose, meshes: MeshFinder): Part[] {
  const collisions = link.all('collision');
  const shown = collisions.length > 0 ? collisions : link.all('visual');
  return shown.map((element) => {
    const { position, orientation } = compose(linkInFrame, originOf(element));
    return {
      ...shapeOf(element, `link "${link.require('name')}"`, meshes),
      position: [...position] as [number, number, number],
      rotation: [...orientation] as [number, number, number, number],
    };
  });
}

function shapeOf(element: Element, who: string, meshes: MeshFinder): Pick<Part, 'shape' | 'scale'> {
  const shape = element.child('geometry')?.children[0];
  const where = `${(shape ?? element).where}: ${who}`;
  switch (shape?.name) {
    case 'box':
      return {
        shape: { kind: 'box', size: shape.numbers('size', 3, [1, 1, 1]) as [number, number, number] },
      };
    case 'sphere':
      return { shape: { kind: 'sphere', radius: shape.number('radius') } };
    case 'cylinder':
    case 'capsule':
      return {
        shape: {
          kind: shape.name,
          radius: shape.number('radius'),
          length: shape.number('length'),
          axis: 'z',
        },
      };
    case 'mesh': {
      const scale = shape.numbers('scale', 3, [1, 1, 1]) as [number, number, number];
      const path = meshes.find(shape.require('filename'), where);
      return {
        shape: { kind: 'file', path, units: 'm' },
        ...(scale.every((x) => x === 1) ? {} : { scale }),
      };
    }
    default:
      throw new MeshError(
        'the geometry is not known',
        where,
        shape?.name,
        'use box, sphere, cylinder, capsule or mesh',
      );
  }
}

/** The colour of what is seen, named once for the robot or said here. */
export function colorOf(link: Element, robot: Element): [number, number, number] | undefined {
  for (const visual of link.all('visual')) {
    const material = visual.child('material');
    const named = robot.all('material').find((one) => one.get('name') === material?.get('name'));
    const color = material?.child('color') ?? named?.child('color');
    if (color === undefined) continue;
    const [r, g, b] = color.numbers('rgba', 4, [1, 1, 1, 1]).map((x) => Math.min(1, Math.max(0, x)));
    return [r, g, b];
  }
  return undefined;
}
