// A strict reader of USD text, written from the grammar and apart from the exporter: every statement must parse
// whole, every value must have the shape its type says, every path must lead somewhere.

interface UsdAttribute {
  readonly type: string;
  /** The default value, where there is one. */
  readonly value?: unknown;
  readonly samples?: ReadonlyMap<number, unknown>;
}

export interface UsdPrim {
  readonly specifier: string;
  readonly type: string;
  readonly name: string;
  readonly metadata: Record<string, unknown>;
  readonly attributes: Map<string, UsdAttribute>;
  readonly relations: Map<string, string>;
  readonly children: Map<string, UsdPrim>;
}

type Token = { kind: 'word' | 'number' | 'string' | 'path' | 'mark'; text: string };

const TOKEN =
  /\s+|("(?:[^"\\\n]|\\.)*")|(<\/[A-Za-z0-9_/.:]+>)|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]))|([A-Za-z_][\w:.]*(?:\[\])?)|([()[\]{}=,:])/y;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`unreadable at "${text.slice(at, at + 40)}"`);
    const [, string, path, number, word, mark] = match;
    if (string) found.push({ kind: 'string', text: JSON.parse(string) as string });
    else if (path) found.push({ kind: 'path', text: path.slice(1, -1) });
    else if (number) found.push({ kind: 'number', text: number });
    else if (word) found.push({ kind: 'word', text: word });
    else if (mark) found.push({ kind: 'mark', text: mark });
  }
  return found;
}

/** Numbers of one element, or what kind of word it is. */
const WIDTHS: Record<string, number> = {
  int: 1,
  float: 1,
  double: 1,
  bool: 1,
  double3: 3,
  float3: 3,
  point3f: 3,
  normal3f: 3,
  color3f: 3,
  quatf: 4,
};

class Reader {
  private at = 0;
  private readonly list: Token[];

  constructor(text: string) {
    if (!text.startsWith('#usda 1.0\n')) throw new Error('no header');
    this.list = tokens(text.slice(10));
  }

  layer(): { metadata: Record<string, unknown>; prims: Map<string, UsdPrim> } {
    const metadata = this.is('(') ? this.metadata() : {};
    const prims = new Map<string, UsdPrim>();
    while (this.at < this.list.length) this.addPrim(prims);
    return { metadata, prims };
  }

  private addPrim(into: Map<string, UsdPrim>): void {
    const specifier = this.take('word');
    if (!['def', 'class', 'over'].includes(specifier)) throw new Error(`no specifier: ${specifier}`);
    const type = this.peek().kind === 'word' ? this.take('word') : '';
    const name = this.take('string');
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`no identifier: ${name}`);
    if (into.has(name)) throw new Error(`twice: ${name}`);
    const metadata = this.is('(') ? this.metadata() : {};
    const prim: UsdPrim = {
      specifier,
      type,
      name,
      metadata,
      attributes: new Map(),
      relations: new Map(),
      children: new Map(),
    };
    into.set(name, prim);
    this.expect('{');
    while (!this.is('}')) {
      if (['def', 'class', 'over'].includes(this.peek().text)) this.addPrim(prim.children);
      else this.property(prim);
    }
    this.expect('}');
  }

  private property(prim: UsdPrim): void {
    let type = this.take('word');
    if (type === 'uniform') type = this.take('word');
    const name = this.take('word');
    if (type === 'rel' || name.endsWith('.connect')) {
      this.expect('=');
      prim.relations.set(name, this.take('path'));
      return;
    }
    const sampled = name.endsWith('.timeSamples');
    const plain = sampled ? name.slice(0, -12) : name;
    if (prim.attributes.has(plain)) throw new Error(`twice: ${plain}`);
    if (!this.is('=')) {
      prim.attributes.set(plain, { type });
      return;
    }
    this.expect('=');
    if (sampled) {
      const samples = new Map<number, unknown>();
      this.expect('{');
      let last = Number.NEGATIVE_INFINITY;
      while (!this.is('}')) {
        const code = Number(this.take('number'));
        if (!(code > last)) throw new Error(`time codes of ${plain} do not rise`);
        last = code;
        this.expect(':');
        samples.set(code, this.value(type));
        if (!this.is('}')) this.expect(',');
      }
      this.expect('}');
      prim.attributes.set(plain, { type, samples });
    } else {
      prim.attributes.set(plain, { type, value: this.value(type) });
    }
    if (this.is('(')) this.metadata();
  }

  private value(type: string): unknown {
    if (type.endsWith('[]')) {
      const items: unknown[] = [];
      this.expect('[');
      while (!this.is(']')) {
        items.push(this.value(type.slice(0, -2)));
        if (!this.is(']')) this.expect(',');
      }
      this.expect(']');
      return items;
    }
    if (type === 'token' || type === 'string') return this.take('string');
    const width = WIDTHS[type];
    if (width === undefined) throw new Error(`unknown type ${type}`);
    if (width === 1) return this.number(type);
    const numbers: number[] = [];
    this.expect('(');
    for (let i = 0; i < width; i++) {
      if (i > 0) this.expect(',');
      numbers.push(this.number(type));
    }
    this.expect(')');
    return numbers;
  }

  private number(type: string): number {
    const value = Number(this.take('number'));
    if (!Number.isFinite(value)) throw new Error('not finite');
    if (type === 'int' && !Number.isInteger(value)) throw new Error(`not whole: ${value}`);
    return value;
  }

  private metadata(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    this.expect('(');
    while (!this.is(')')) {
      let key = this.take('word');
      if (key === 'prepend') key = this.take('word');
      this.expect('=');
      const next = this.peek();
      if (next.text === '[' && next.kind === 'mark') found[key] = this.value('string[]');
      else if (next.text === '{' && next.kind === 'mark') found[key] = this.dictionary();
      else {
        found[key] = next.kind === 'number' ? Number(next.text) : next.text;
        this.at++;
      }
    }
    this.expect(')');
    return found;
  }

  private dictionary(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    this.expect('{');
    while (!this.is('}')) {
      const type = this.take('word');
      const key = this.take('word');
      this.expect('=');
      found[key] = this.value(type);
    }
    this.expect('}');
    return found;
  }

  private peek(): Token {
    const token = this.list[this.at];
    if (!token) throw new Error('cut off');
    return token;
  }

  private is(mark: string): boolean {
    const token = this.peek();
    return token.kind === 'mark' && token.text === mark;
  }

  private expect(mark: string): void {
    if (!this.is(mark)) throw new Error(`"${mark}" is missing before "${this.peek().text}"`);
    this.at++;
  }

  private take(kind: Token['kind']): string {
    const token = this.peek();
    if (token.kind !== kind) throw new Error(`a ${kind} is needed, not "${token.text}"`);
    this.at++;
    return token.text;
  }
}

export function readUsda(text: string) {
  const layer = new Reader(text).layer();
  const find = (path: string): UsdPrim => {
    let prims = layer.prims;
    let found: UsdPrim | undefined;
    for (const name of path.split('.')[0].split('/').slice(1)) {
      found = prims.get(name);
      if (!found) throw new Error(`${path} leads nowhere`);
      prims = found.children;
    }
    const property = path.split('.')[1];
    if (property && !found!.attributes.has(property)) throw new Error(`${path} leads nowhere`);
    return found!;
  };
  const visit = (prim: UsdPrim) => {
    for (const path of prim.relations.values()) find(path);
    if (prim.relations.has('material:binding')) {
      if (!(prim.metadata['apiSchemas'] as string[]).includes('MaterialBindingAPI'))
        throw new Error(`${prim.name} binds a material without the schema for it`);
    }
    if (prim.metadata['references'] !== undefined) find(prim.metadata['references'] as string);
    if (['Mesh', 'BasisCurves', 'Points'].includes(prim.type)) checkShape(prim);
    prim.children.forEach(visit);
  };
  layer.prims.forEach(visit);
  return { ...layer, find };
}

/** Counts that must agree, and the extent that every boundable prim should have. */
function checkShape({ name, type, attributes }: UsdPrim): void {
  const of = (key: string) => attributes.get(key)?.value as number[] | undefined;
  const points = attributes.get('points');
  const extent = attributes.get('extent');
  const all = (attribute?: UsdAttribute) =>
    attribute?.samples ? [...attribute.samples.values()] : [attribute?.value];
  const clouds = all(points) as number[][][];
  const boxes = all(extent) as number[][][];
  if (boxes.length !== clouds.length) throw new Error(`${name}: extents and points differ`);
  clouds.forEach((cloud, i) => {
    const [low, high] = boxes[i];
    if (!cloud.every((p) => p.every((x, k) => x >= low[k] && x <= high[k])))
      throw new Error(`${name}: a point is outside the extent`);
    if (type === 'Mesh') {
      const corners = of('faceVertexIndices')!;
      const sum = of('faceVertexCounts')!.reduce((a, b) => a + b, 0);
      if (sum !== corners.length || corners.some((v) => v < 0 || v >= cloud.length))
        throw new Error(`${name}: faces`);
      const normals = of('normals');
      if (normals && normals.length !== corners.length) throw new Error(`${name}: normals`);
    }
    if (type === 'BasisCurves' && of('curveVertexCounts')!.reduce((a, b) => a + b, 0) !== cloud.length)
      throw new Error(`${name}: curves`);
  });
}
