// A recording as USD text (.usda) for Blender, Houdini, Omniverse, usdview: rigid bodies as transforms over time,
// deformables and bodies that bend as points over time, shapes stored once and referenced, colours as preview materials.
//
// A time code is a frame: timeCodesPerSecond is the scene's frame rate. Lengths are metres, the up axis is the
// scene's own. Positions of bodies keep double precision; orientations and points are single, as USD has them.
// Between time codes a viewer blends positions along straight lines and orientations along great arcs.
//
// USD wants all samples of one attribute together while a recording is a row of frames: bodies are written in
// groups whose poses fit the budget below, each group one pass over the recording; every deformable is one pass.
//
// https://openusd.org/release/spec_usdpreviewsurface.html, https://openusd.org/release/api/usd_geom_page_front.html

import { bentBodies, type Recording } from '../../record/index.ts';
import { colorOf, type Scene } from '../../scene/index.ts';
import { linearFromSrgb } from '../color.ts';
import { bentPrim, deformablePrim, shapePrims } from './shape.ts';
import { double, identifiers, quoted, single, tuple } from './text.ts';

/** Numbers of poses held at a time: 32 MB. */
const BUDGET = 4_194_304;

/** Yields the file in pieces of text. */
export async function* exportUsd(recording: Recording): AsyncGenerator<string, void> {
  const { scene } = recording;
  const times = await recording.times();
  const codes = Array.from(times, (time) => double(Number((time * scene.frameRateHz).toPrecision(12))));
  const [root] = identifiers([scene.name]);
  const names = identifiers([
    'shapes',
    'materials',
    ...[...scene.bodies, ...scene.deformables].map(({ name }) => name),
  ]).slice(2);
  const looks = new Looks(scene, root);

  yield head(scene, root, codes);
  yield* shapePrims(scene);
  yield looks.text();
  const bent = new Map(bentBodies(await recording.bending()).map((one) => [one.body, one]));
  const groupSize = Math.max(1, Math.floor(BUDGET / (7 * Math.max(1, recording.frameCount))));
  for (let from = 0; from < scene.bodies.length; from += groupSize) {
    const until = Math.min(scene.bodies.length, from + groupSize);
    const poses = await gatherPoses(recording, from, until);
    for (let i = from; i < until; i++) {
      const reference = `        prepend references = </${root}/shapes/shape_${scene.bodies[i].mesh}>\n`;
      const own = bent.get(i);
      yield openPrim(names[i], scene.bodies[i].name, own ? '' : reference);
      yield looks.binding(i);
      yield transform(poses, 7 * (i - from), 7 * (until - from), codes);
      if (own) yield* bentPrim(recording, own, codes);
      yield '    }\n';
    }
  }
  for (let i = 0; i < scene.deformables.length; i++) {
    const item = scene.bodies.length + i;
    const { name, thickness } = scene.deformables[i];
    // widths of curves and points are said beside them; a Mesh has none
    const told = `        customData = {\n            double thickness = ${double(thickness)}\n        }\n`;
    yield openPrim(names[item], name, told);
    yield looks.binding(item);
    yield* deformablePrim(recording, i, codes);
    yield '    }\n';
  }
  yield '}\n';
}

function head(scene: Scene, root: string, codes: readonly string[]): string {
  const rate = double(scene.frameRateHz);
  return `#usda 1.0
(
    defaultPrim = "${root}"
    doc = ${quoted(scene.description || scene.name)}
    endTimeCode = ${codes[codes.length - 1] ?? '0'}
    framesPerSecond = ${rate}
    metersPerUnit = 1
    startTimeCode = ${codes[0] ?? '0'}
    timeCodesPerSecond = ${rate}
    upAxis = "${scene.up === 'y' ? 'Y' : 'Z'}"
)

def Xform "${root}" (
    displayName = ${quoted(scene.name)}
)
{
`;
}

function openPrim(name: string, title: string, more: string): string {
  return `
    def Xform "${name}" (
        prepend apiSchemas = ["MaterialBindingAPI"]
        displayName = ${quoted(title)}
${more}    )
    {
`;
}

/** Poses of some bodies at every frame, frame by frame. */
async function gatherPoses(recording: Recording, from: number, until: number): Promise<Float64Array> {
  const width = 7 * (until - from);
  const poses = new Float64Array(width * recording.frameCount);
  for (let i = 0; i < recording.frameCount; i++) {
    poses.set((await recording.frame(i)).poses.subarray(7 * from, 7 * until), width * i);
  }
  return poses;
}

function transform(poses: Float64Array, at: number, stride: number, codes: readonly string[]): string {
  const places: string[] = [];
  const turns: string[] = [];
  const last = [0, 0, 0, 0];
  for (let i = 0; i < codes.length; i++) {
    const p = at + stride * i;
    places.push(tuple(double, poses[p], poses[p + 1], poses[p + 2]));
    // q and -q are the same rotation; viewers go the short way only if neighbours have like signs.
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += last[k] * poses[p + 3 + k];
    const sign = dot < 0 ? -1 : 1;
    for (let k = 0; k < 4; k++) last[k] = sign * poses[p + 3 + k];
    turns.push(tuple(single, last[3], last[0], last[1], last[2])); // the real part first
  }
  return (
    attribute('double3 xformOp:translate', places, codes) +
    attribute('quatf xformOp:orient', turns, codes) +
    '        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]\n'
  );
}

/** One value where nothing changes, else a value a time code. */
function attribute(declaration: string, values: readonly string[], codes: readonly string[]): string {
  if (values.every((value) => value === values[0])) return `        ${declaration} = ${values[0]}\n`;
  const samples = values.map((value, i) => `            ${codes[i]}: ${value},\n`).join('');
  return `        ${declaration}.timeSamples = {\n${samples}        }\n`;
}

/** A material for each colour. */
class Looks {
  private readonly root: string;
  private readonly colors: string[];
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(scene: Scene, root: string) {
    this.root = root;
    this.colors = [...scene.bodies, ...scene.deformables].map((_, item) => {
      const [r, g, b] = colorOf(scene, item).map(linearFromSrgb);
      return tuple(single, r, g, b);
    });
    this.numbers = new Map([...new Set(this.colors)].map((color, i) => [color, i]));
  }

  text(): string {
    let text = '\n    def Scope "materials"\n    {\n';
    for (const [color, number] of this.numbers) {
      text += `        def Material "material_${number}"
        {
            token outputs:surface.connect = </${this.root}/materials/material_${number}/surface.outputs:surface>

            def Shader "surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor = ${color}
                float inputs:metallic = 0
                float inputs:roughness = 0.55
                token outputs:surface
            }
        }
`;
    }
    return `${text}    }\n`;
  }

  binding(item: number): string {
    const color = this.colors[item];
    return `        rel material:binding = </${this.root}/materials/material_${this.numbers.get(color)}>
        color3f[] primvars:displayColor = [${color}]
`;
  }
}
