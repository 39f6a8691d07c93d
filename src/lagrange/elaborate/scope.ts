// Names and what they stand for. Names come from strangers, so they live in maps, never in objects.

import type { Expression, Span } from '../language/ast.ts';
import type { Value } from './value.ts';

export interface Definition {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type?: string }[];
  readonly body: Expression;
  readonly scope: Scope;
  readonly span: Span;
}

export class Scope {
  private readonly values = new Map<string, Value>();
  private readonly definitions = new Map<string, Definition>();
  private readonly outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.outer = outer;
  }

  /** "Car" with indices [2] is known as "Car[2]". */
  find(name: string): Value | undefined {
    return this.values.get(name) ?? this.outer?.find(name);
  }

  findDefinition(name: string): Definition | undefined {
    return this.definitions.get(name) ?? this.outer?.findDefinition(name);
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  set(name: string, value: Value): void {
    this.values.set(name, value);
  }

  define(definition: Definition): boolean {
    if (this.definitions.has(definition.name)) return false;
    this.definitions.set(definition.name, definition);
    return true;
  }

  /** Those of this scope that take no arguments. */
  plainDefinitions(): Definition[] {
    return [...this.definitions.values()].filter(({ parameters }) => parameters.length === 0);
  }

  /** Every name that can be seen from here, for suggestions. */
  names(): string[] {
    return [...this.values.keys(), ...(this.outer?.names() ?? [])];
  }

  definitionNames(): string[] {
    return [...this.definitions.keys(), ...(this.outer?.definitionNames() ?? [])];
  }
}
