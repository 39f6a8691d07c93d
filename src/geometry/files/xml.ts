// The tags of an XML text, one after the other. Text between tags is passed over: in the formats that are read here it means
// nothing.
//
// Nothing is fetched, a document type is refused, and no entity is expanded but the five that XML has and those that
// give a character by its number: a hostile file can ask for nothing, and takes time in proportion to its length.

import { MeshError } from '../mesh-error.ts';

/** A tag as it stands; good until the next one is asked for. */
export interface Tag {
  /** Without its prefix. */
  readonly name: string;
  /** Whether it ends an element: `</name>`. */
  readonly isEnd: boolean;
  /** Whether it is an element by itself: `<name/>`. */
  readonly isWhole: boolean;
  /** Where it begins in the text. */
  readonly at: number;
  /** The value of an attribute, whatever its prefix. */
  attribute(name: string): string | undefined;
}

const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const COLON = 58;
const EQUALS = 61;
const GREATER = 62;

/** @param where  names the text in messages */
export function* tagsOf(text: string, where: string): Generator<Tag, undefined> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const next = text.charAt(at + 1);
    if (next === '!' || next === '?') {
      at = behindMarkup(text, at, where);
      continue;
    }
    const tag = new ScannedTag(text, at, where);
    yield tag;
    at = tag.end;
  }
  return undefined;
}

/** Comments, unparsed text and instructions are passed over. */
function behindMarkup(text: string, at: number, where: string): number {
  const [open, close] = text.startsWith('<!--', at)
    ? [4, '-->']
    : text.startsWith('<![CDATA[', at)
      ? [9, ']]>']
      : text.charAt(at + 1) === '?'
        ? [2, '?>']
        : [0, ''];
  if (open === 0)
    throw new MeshError(
      'document types are not read',
      placeAt(text, at, where),
      text.slice(at, at + 20),
      'save the file without one',
    );
  const end = text.indexOf(close, at + open);
  if (end < 0) throw cutShort(text, at, where);
  return end + close.length;
}

class ScannedTag implements Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly isWhole: boolean;
  readonly at: number;
  /** Behind it. */
  readonly end: number;
  private readonly text: string;
  /** Where name and value of each attribute begin and end: four numbers each. */
  private readonly places: number[] = [];

  constructor(text: string, at: number, where: string) {
    this.text = text;
    this.at = at;
    this.isEnd = text.charCodeAt(at + 1) === SLASH;
    let i = this.isEnd ? at + 2 : at + 1;
    let from = i;
    for (; i < text.length && !endsName(text.charCodeAt(i)); i++)
      if (text.charCodeAt(i) === COLON) from = i + 1;
    this.name = text.slice(from, i);
    let isWhole = false;
    for (;;) {
      while (text.charCodeAt(i) <= SPACE) i++;
      if (i >= text.length) throw cutShort(text, at, where);
      const code = text.charCodeAt(i);
      if (code === GREATER) break;
      isWhole = code === SLASH;
      if (isWhole) i++;
      else i = this.scanAttribute(i, where);
    }
    this.isWhole = isWhole;
    this.end = i + 1;
  }

  attribute(name: string): string | undefined {
    const { places, text } = this;
    for (let p = 0; p < places.length; p += 4) {
      const from = places[p];
      if (places[p + 1] - from !== name.length || !text.startsWith(name, from)) continue;
      const value = text.slice(places[p + 2], places[p + 3]);
      return value.includes('&') ? unescaped(value) : value;
    }
    return undefined;
  }

  private scanAttribute(start: number, where: string): number {
    const { text, places } = this;
    let i = start;
    let from = i;
    for (; i < text.length && !endsName(text.charCodeAt(i)); i++)
      if (text.charCodeAt(i) === COLON) from = i + 1;
    const to = i;
    while (text.charCodeAt(i) <= SPACE) i++;
    if (text.charCodeAt(i) !== EQUALS || to === start) throw unreadable(text, start, where);
    i++;
    while (text.charCodeAt(i) <= SPACE) i++;
    const quote = text.charCodeAt(i);
    if (quote !== QUOTE && quote !== APOSTROPHE) throw unreadable(text, start, where);
    const close = text.indexOf(quote === QUOTE ? '"' : "'", i + 1);
    if (close < 0) throw cutShort(text, start, where);
    places.push(from, to, i + 1, close);
    return close + 1;
  }
}

function endsName(code: number): boolean {
  return code <= SPACE || code === GREATER || code === SLASH || code === EQUALS;
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(value: string): string {
  return value.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g,
    (whole: string, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return CHARACTERS[name];
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** "robot.urdf: line 12". */
export function placeAt(text: string, at: number, where: string): string {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) line++;
  return `${where}: line ${line}`;
}

function cutShort(text: string, at: number, where: string): MeshError {
  return new MeshError('the file ends inside a tag', placeAt(text, at, where), undefined, 'save it again');
}

function unreadable(text: string, at: number, where: string): MeshError {
  return new MeshError(
    'this is no attribute',
    placeAt(text, at, where),
    text.slice(at, at + 30),
    'write name="value"',
  );
}
