// The elements of a small XML file as a tree, bounded in depth and number.

import { placeAt, type Tag, tagsOf } from '../../geometry/files/index.ts';
import { MeshError } from '../../geometry/index.ts';

const DEEPEST = 32;
const MOST_ELEMENTS = 1_000_000;

export class Element {
  readonly name: string;
  readonly children: Element[] = [];
  private readonly tag: Tag;
  private readonly text: string;
  private readonly file: string;

  constructor(tag: Tag, text: string, file: string) {
    this.name = tag.name;
    this.tag = tag;
    this.text = text;
    this.file = file;
  }

  /** "robot.urdf: line 12". */
  get where(): string {
    return placeAt(this.text, this.tag.at, this.file);
  }

  get(attribute: string): string | undefined {
    return this.tag.attribute(attribute);
  }

  /** @throws MeshError where it is missing */
  require(attribute: string): string {
    const value = this.get(attribute);
    if (value !== undefined && value !== '') return value;
    throw new MeshError(`<${this.name}> has no ${attribute}`, this.where, undefined, `give it one`);
  }

  child(name: string): Element | undefined {
    return this.children.find((one) => one.name === name);
  }

  all(name: string): Element[] {
    return this.children.filter((one) => one.name === name);
  }

  number(attribute: string, fallback?: number): number {
    const text = this.get(attribute);
    if (text === undefined && fallback !== undefined) return fallback;
    return this.parse(attribute, text);
  }

  /** Numbers apart by spaces, exactly so many. */
  numbers(attribute: string, count: number, fallback: readonly number[]): number[] {
    const text = this.get(attribute);
    if (text === undefined) return [...fallback];
    const words = text.trim().split(/\s+/);
    if (words.length !== count)
      throw new MeshError(`${attribute} needs ${count} numbers`, this.where, text, 'correct it');
    return words.map((word) => this.parse(attribute, word));
  }

  private parse(attribute: string, text: string | undefined): number {
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    if (Math.abs(value) <= 1e12) return value;
    throw new MeshError(
      `${attribute} of <${this.name}> is not a number`,
      this.where,
      text ?? 'nothing',
      'correct it',
    );
  }
}

/** The one element that holds all others. */
export function readXml(text: string, file: string): Element {
  let root: Element | undefined;
  const open: Element[] = [];
  let count = 0;
  for (const tag of tagsOf(text, file)) {
    const refuse = (what: string): never => {
      throw new MeshError(what, placeAt(text, tag.at, file), tag.name, 'correct the file');
    };
    if (tag.isEnd) {
      if (open.pop()?.name !== tag.name) refuse('ends something else than what is open');
      continue;
    }
    if (++count > MOST_ELEMENTS) refuse('there are too many elements');
    if (open.length >= DEEPEST) refuse('elements are nested too deeply');
    const element = new Element(tag, text, file);
    const around = open.at(-1);
    if (around !== undefined) around.children.push(element);
    else if (root === undefined) root = element;
    else refuse('there is a second root');
    if (!tag.isWhole) open.push(element);
  }
  if (root === undefined || open.length > 0)
    throw new MeshError('the file is not whole XML', file, open.at(-1)?.name, 'save it again');
  return root;
}
