// OFF, the Object File Format of Geomview: vertices, then polygons, as text.
//
// Read are OFF, COFF, NOFF, STOFF and their like, with or without the first word, comments and colours; normals, colours
// and texture coordinates are passed over. Binary files, and those of other dimensions than three, are refused by name.

import { assembleMesh, type RawElements } from '../assemble.ts';
import { MeshError } from '../mesh-error.ts';
import { budgetOfFile } from './budget.ts';
import { decodeText, type MeshFile, parseNumber } from './mesh-file.ts';
import { appendPolygon } from './polygon.ts';

/** Prefixes in their order: texture coordinates, colours, normals, homogeneous coordinates, a dimension. */
const HEADER = /^(ST)?(C)?(N)?(4)?(n)?OFF$/;

export function readOff(file: string | Uint8Array, budget = budgetOfFile(file.length)): MeshFile {
  const lines = new Lines(decodeText(file));
  const counts = countsOf(lines);
  const [vertices, faces] = counts;
  budget.take('vertices', vertices, 'header');
  const positions: number[] = [];
  for (let v = 0; v < vertices; v++) {
    const words = lines.next(`vertex ${v}`);
    for (let k = 0; k < 3; k++) positions.push(parseNumber(words[k], lines.place));
  }
  const raw: RawElements = { faces: [], wires: [], points: [] };
  let crossing = 0;
  for (let f = 0; f < faces; f++) {
    const words = lines.next(`face ${f}`);
    const corners = wholeNumber(words[0], lines.place);
    budget.take('triangles', corners, lines.place);
    if (words.length <= corners) throw tooFew(lines.place, words.length - 1, `give ${corners} corners`);
    const polygon = words.slice(1, corners + 1).map((word) => {
      const index = wholeNumber(word, lines.place);
      if (index < vertices) return index;
      throw new MeshError('there is no such vertex', lines.place, word, `there are ${vertices}, from 0`);
    });
    if (corners === 1) raw.points.push(polygon[0]);
    else if (corners === 2) raw.wires.push(polygon[0], polygon[1]);
    else if (corners > 2 && !appendPolygon(raw.faces, positions, polygon, lines.place)) crossing++;
  }
  const notes: string[] = [];
  if (crossing > 0) notes.push(`${crossing} polygons cross themselves; their triangles overlap`);
  if (raw.faces.length + raw.wires.length + raw.points.length === 0 && vertices > 0) {
    notes.push('the file has vertices only; they become points');
    for (let v = 0; v < vertices; v++) raw.points.push(v);
  }
  const mesh = assembleMesh('', positions, raw, notes);
  if (mesh !== undefined) return { meshes: [{ name: '', mesh }], notes };
  throw new MeshError('the file holds no vertices', 'file', undefined, 'check that it is complete');
}

/** How many vertices and faces; the edges that some writers count are not needed. */
function countsOf(lines: Lines): [number, number] {
  let words = lines.next('header');
  const header = HEADER.exec(words[0]);
  if (header !== null) {
    if (words[1]?.toUpperCase() === 'BINARY')
      throw new MeshError('the file is binary OFF', lines.place, words.join(' '), 'save it as text');
    if (header[4] !== undefined || header[5] !== undefined)
      throw new MeshError('only three dimensions are read', lines.place, words[0], 'save it as OFF');
    // Some writers put the counts behind the first word.
    words = words.length > 2 ? words.slice(1) : lines.next('header');
  }
  if (words.length < 2 || !/^\d+$/.test(words[0]))
    throw new MeshError('this is not OFF', lines.place, words[0], 'begin with OFF and the counts');
  return [wholeNumber(words[0], lines.place), wholeNumber(words[1], lines.place)];
}

/** The words of one line after another; empty ones and comments are passed over. */
class Lines {
  place = 'line 0';
  private readonly text: string;
  private at = 0;
  private number = 0;

  constructor(text: string) {
    this.text = text;
  }

  next(wanted: string): string[] {
    const { text } = this;
    while (this.at < text.length) {
      let end = text.indexOf('\n', this.at);
      if (end < 0) end = text.length;
      const line = text.slice(this.at, end).replace(/#.*/s, '').trim();
      this.at = end + 1;
      this.place = `line ${++this.number}`;
      if (line !== '') return line.split(/\s+/);
    }
    throw tooFew(`line ${this.number}`, wanted, 'save the file again');
  }
}

function tooFew(where: string, value: unknown, remedy: string): MeshError {
  return new MeshError('the file is too short for what it promises', where, value, remedy);
}

function wholeNumber(word: string | undefined, where: string): number {
  const value = word !== undefined && /^\d+$/.test(word) ? Number(word) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw new MeshError('a whole number is needed', where, word ?? 'nothing', 'correct the file');
}
