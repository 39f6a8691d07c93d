// JSON read with places: which characters each value takes, by JSON pointer, and what is wrong where.
// The platform's own parser gives no places, and its messages differ from browser to browser.

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface JsonMap {
  /** Undefined where the text is not JSON. */
  readonly value?: unknown;
  /** Of every value, by its pointer. */
  readonly ranges: ReadonlyMap<string, Range>;
  readonly error?: { readonly what: string; readonly at: number };
}

const DEEPEST = 32;

/** @param places  without them reading is several times as fast */
export function mapJson(text: string, places = true): JsonMap {
  const reader = new Reader(text, places);
  try {
    const value = reader.whole();
    return { value, ranges: reader.ranges };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { ranges: reader.ranges, error: { what: error.message, at: error.at } };
  }
}

class Wrong extends Error {
  readonly at: number;

  constructor(what: string, at: number) {
    super(what);
    this.at = at;
  }
}

class Reader {
  readonly ranges = new Map<string, Range>();
  private readonly text: string;
  private readonly places: boolean;
  private at = 0;

  constructor(text: string, places: boolean) {
    this.text = text;
    this.places = places;
  }

  whole(): unknown {
    const value = this.value('', 0);
    this.blank();
    if (this.at < this.text.length) throw new Wrong('there is more behind the end of the scene', this.at);
    return value;
  }

  private value(pointer: string, depth: number): unknown {
    this.blank();
    const from = this.at;
    if (depth > DEEPEST) throw new Wrong(`more than ${DEEPEST} brackets inside each other`, from);
    const c = this.text[from];
    let value: unknown;
    if (c === '{') value = this.object(pointer, depth);
    else if (c === '[') value = this.array(pointer, depth);
    else if (c === '"') value = this.string();
    else value = this.word();
    if (this.places) this.ranges.set(pointer, { from, to: this.at });
    return value;
  }

  private object(pointer: string, depth: number): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    this.at++;
    this.blank();
    if (this.take('}')) return out;
    for (;;) {
      this.blank();
      const from = this.at;
      if (this.text[from] !== '"')
        throw new Wrong(this.text[from] === '}' ? 'a comma too many' : 'a key in quotes is wanted', from);
      const key = this.string();
      if (Object.hasOwn(out, key)) throw new Wrong(`the key "${key.slice(0, 60)}" is given twice`, from);
      this.blank();
      if (!this.take(':')) throw new Wrong('a colon is wanted', this.at);
      const value = this.value(this.places ? `${pointer}/${escaped(key)}` : '', depth + 1);
      if (key === '__proto__')
        Object.defineProperty(out, key, { value, enumerable: true, writable: true, configurable: true });
      else out[key] = value;
      this.blank();
      if (this.take('}')) return out;
      if (!this.take(',')) throw new Wrong('a comma or } is wanted', this.at);
    }
  }

  private array(pointer: string, depth: number): unknown[] {
    const out: unknown[] = [];
    this.at++;
    this.blank();
    if (this.take(']')) return out;
    for (;;) {
      this.blank();
      if (this.text[this.at] === ']') throw new Wrong('a comma too many', this.at);
      out.push(this.value(this.places ? `${pointer}/${out.length}` : '', depth + 1));
      this.blank();
      if (this.take(']')) return out;
      if (!this.take(',')) throw new Wrong('a comma or ] is wanted', this.at);
    }
  }

  private string(): string {
    const from = this.at;
    let at = from + 1;
    for (; at < this.text.length && this.text[at] !== '"'; at++) {
      if (this.text[at] === '\\') at++;
      else if (this.text.charCodeAt(at) < 0x20) throw new Wrong('the text is not closed with a quote', from);
    }
    if (at >= this.text.length) throw new Wrong('the text is not closed with a quote', from);
    this.at = at + 1;
    try {
      return JSON.parse(this.text.slice(from, this.at)) as string;
    } catch {
      throw new Wrong('the text has a \\ that means nothing', from);
    }
  }

  private word(): unknown {
    const from = this.at;
    if (from >= this.text.length) throw new Wrong('the text ends here; a value is wanted', from);
    WORD.lastIndex = from;
    const word = WORD.exec(this.text)?.[0] ?? '';
    if (word === '') throw new Wrong('a value is wanted', from);
    this.at = from + word.length;
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(word))
      throw new Wrong(`${word.slice(0, 40)} is not a value; texts stand in quotes`, from);
    return Number(word);
  }

  private blank(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      this.at++;
    }
  }

  private take(c: string): boolean {
    if (this.text[this.at] !== c) return false;
    this.at++;
    return true;
  }
}

const WORD = /[^\s,[\]{}":]*/y;

export function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** One-based. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: at - start + 1 };
}

/** The pointer that a fault's place means: "bodies[5].friction" is /bodies/5/friction; undefined where it is no place. */
export function pointerOfPlace(place: string): string | undefined {
  if (place === 'the scene') return '';
  const steps: string[] = [];
  STEP.lastIndex = 0;
  for (;;) {
    const before = STEP.lastIndex;
    const match = STEP.exec(place);
    if (match === null || match.index !== before) break;
    const [, number, quoted, word] = match;
    if (quoted !== undefined) {
      try {
        steps.push(String(JSON.parse(quoted)));
      } catch {
        break;
      }
    } else steps.push(number ?? word);
    if (STEP.lastIndex === place.length) break;
  }
  if (steps.length === 0) return undefined;
  return steps.map((step) => `/${escaped(step)}`).join('');
}

const STEP = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([\w$#-]+)/g;

/** The range of a pointer, or of the nearest thing around it that is there. */
export function rangeOf({ ranges }: JsonMap, pointer: string): Range | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const range = ranges.get(at);
    if (range !== undefined || at === '') return range;
  }
}
