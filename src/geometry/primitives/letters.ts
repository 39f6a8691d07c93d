// Solid letters: the outlines of an open font (printable ASCII), drawn out to a depth.
//
// Outer rings of a TrueType glyph run clockwise and holes counter-clockwise; turned over they are
// what extrude.ts wants. Each hole belongs to the smallest outer ring around it. A letter of several
// parts ("i", "%") is one mesh of several closed shells.

import { CAP_HEIGHT, GLYPHS } from './font.generated.ts';
import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { joinMeshes, translateMesh } from '../transform.ts';
import { ringArea2 } from '../surface/triangulate.ts';
import { count, definePrimitive, length } from './define.ts';
import { extrude, type Ring, reversedRing } from './extrude.ts';
import { withoutRepeats } from './rings.ts';
import { contains } from './simple.ts';

export interface LetterOptions {
  /** Height of capitals [m]. */
  readonly size: number;
  /** Along z [m]. */
  readonly depth: number;
  /** Straight pieces a curve is drawn with. */
  readonly curveSteps: number;
}

export const letters = definePrimitive(
  'letters',
  'a line of text in the xy plane, drawn out along z; its middle at the origin, its foot line on y = 0',
  {
    text: { kind: 'text', default: 'Carom', maxLength: 200, doc: 'printable ASCII characters' },
    size: length(0.1, 'height of capitals'),
    depth: length(0.02, 'along z'),
    curveSteps: count(4, 1, 16, 'straight pieces of each curve'),
  },
  (p) => {
    const placed = letterMeshes(p.text, p);
    if (placed.length === 0)
      throw new MeshError('the text shows nothing', 'letters.text', p.text, 'give some letters');
    return joinMeshes(placed.map(({ mesh }) => mesh));
  },
);

export interface Letter {
  readonly character: string;
  /** Where it stands in the line of text. */
  readonly mesh: Mesh;
}

/** Every letter of a line by itself, in its place, the middle of the line at the origin; blanks leave room. */
export function letterMeshes(text: string, options: LetterOptions): Letter[] {
  const scale = options.size / CAP_HEIGHT;
  const solids = new Map<string, { advance: number; mesh?: Mesh }>();
  for (const character of text) {
    if (!solids.has(character)) solids.set(character, solidOf(character, scale, options));
  }
  let width = 0;
  for (const character of text) width += solids.get(character)!.advance;
  let at = -width / 2;
  const out: Letter[] = [];
  for (const character of text) {
    const { advance, mesh } = solids.get(character)!;
    if (mesh !== undefined) out.push({ character, mesh: translateMesh(mesh, [at, 0, 0]) });
    at += advance;
  }
  return out;
}

/** How far a letter moves the line on [m], and its solid, standing at the origin, where it shows anything. */
function solidOf(character: string, scale: number, options: LetterOptions): { advance: number; mesh?: Mesh } {
  if (!Object.hasOwn(GLYPHS, character)) {
    throw new MeshError('there is no such letter', 'letters.text', character, 'use printable ASCII');
  }
  const { advance, rings } = decodeGlyph(GLYPHS[character], options.curveSteps);
  if (rings.length === 0) return { advance: advance * scale };
  const parts = outlinesOf(rings).map((outline) =>
    extrude(
      outline.map((ring) => ring.map((x) => x * scale)),
      -options.depth / 2,
      options.depth / 2,
    ),
  );
  return { advance: advance * scale, mesh: joinMeshes(parts) };
}

/** Advance and rings [font units], curves drawn with straight pieces. */
function decodeGlyph(glyph: string, curveSteps: number): { advance: number; rings: Ring[] } {
  const [advance, ...encoded] = glyph.split('|');
  const rings = encoded.map((ring) => {
    const points: number[] = [];
    let control: readonly number[] | undefined;
    for (const word of ring.split(' ')) {
      const [x, y] = word.replace('q', '').split(',').map(Number);
      if (word.startsWith('q')) {
        control = [x, y];
        continue;
      }
      if (control !== undefined) {
        const [fx, fy] = points.slice(-2);
        for (let s = 1; s < curveSteps; s++) {
          const t = s / curveSteps;
          const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
          points.push(a * fx + b * control[0] + c * x, a * fy + b * control[1] + c * y);
        }
        control = undefined;
      }
      points.push(x, y);
    }
    return reversedRing(withoutRepeats(points, 0.5));
  });
  return { advance: Number(advance), rings };
}

/** Groups rings into outlines: an outer ring and the holes inside it. */
function outlinesOf(rings: readonly Ring[]): Ring[][] {
  const area = (ring: Ring) =>
    ringArea2(
      ring,
      Array.from({ length: ring.length / 2 }, (_, i) => i),
    );
  const outlines = rings.filter((ring) => area(ring) > 0).map((ring) => [ring]);
  for (const hole of rings) {
    if (area(hole) > 0) continue;
    const around = outlines.filter(([outer]) => contains(outer, hole[0], hole[1]));
    around.sort((a, b) => area(a[0]) - area(b[0]));
    if (around.length > 0) around[0].push(hole);
  }
  return outlines;
}
