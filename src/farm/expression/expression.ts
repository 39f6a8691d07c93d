// A read expression.

/** An expression with what it asks for. */
export interface Expression {
  /** As it is written. */
  readonly text: string;
  /** The names in it, each once, in the order they come. */
  readonly names: readonly string[];
  /** Its value; NaN where something in it has none. True and false are 1 and 0. */
  value(of: (name: string) => number): number;
}

/** @throws FaultError */
export function compile(text: string, where: string): Expression {
  throw new Error(`${where}: ${text} is not read yet`);
}
