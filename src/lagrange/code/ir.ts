// A small imperative language between expressions and machines. Every back end prints the same program from it, so the
// integrator in the page, in a downloaded TypeScript file and in C++ is one integrator.
//
// Numbers are f64 or i32. Arrays of f64 lie one after the other in one memory; there is no allocation and no pointer, so
// nothing can be written outside. Functions call functions that come before them.

export type Type = 'f64' | 'i32';

export type Code =
  | { readonly kind: 'number'; readonly type: Type; readonly value: number }
  | { readonly kind: 'local'; readonly type: Type; readonly name: string }
  /** array[index]; an array that is a parameter is an offset into the memory. */
  | { readonly kind: 'load'; readonly type: 'f64'; readonly array: string; readonly index: Code }
  | {
      readonly kind: 'unary';
      readonly type: Type;
      readonly operator: 'negate' | 'sqrt' | 'abs' | 'floor' | 'not' | 'toInteger' | 'toFloat';
      readonly of: Code;
    }
  | {
      readonly kind: 'binary';
      readonly type: Type;
      readonly operator: '+' | '-' | '*' | '/' | '<' | '<=' | '==' | '!=' | '&' | '|' | '>>' | 'min' | 'max';
      readonly left: Code;
      readonly right: Code;
    }
  | {
      readonly kind: 'select';
      readonly type: Type;
      readonly condition: Code;
      readonly accepted: Code;
      readonly otherwise: Code;
    }
  | {
      readonly kind: 'call';
      readonly type: Type;
      readonly name: string;
      readonly arguments: readonly Argument[];
    };

/** A number, or an array (whose offset is passed). */
export type Argument = Code | { readonly kind: 'array'; readonly name: string };

export type Step =
  | { readonly kind: 'set'; readonly name: string; readonly value: Code }
  | { readonly kind: 'store'; readonly array: string; readonly index: Code; readonly value: Code }
  /** for (name = from; name < until; name++) */
  | {
      readonly kind: 'for';
      readonly name: string;
      readonly from: Code;
      readonly until: Code;
      readonly body: readonly Step[];
    }
  | { readonly kind: 'while'; readonly condition: Code; readonly body: readonly Step[] }
  | {
      readonly kind: 'if';
      readonly condition: Code;
      readonly accepted: readonly Step[];
      readonly otherwise: readonly Step[];
    }
  | { readonly kind: 'do'; readonly call: Extract<Code, { kind: 'call' }> }
  | { readonly kind: 'return'; readonly value?: Code }
  /** For people who read what comes out. */
  | { readonly kind: 'comment'; readonly text: string };

export interface Parameter {
  readonly name: string;
  readonly type: Type | 'array';
}

export interface CodeFunction {
  readonly name: string;
  /** What it does, printed above it. */
  readonly doc: string;
  readonly parameters: readonly Parameter[];
  readonly result?: Type;
  readonly locals: readonly { readonly name: string; readonly type: Type }[];
  readonly body: readonly Step[];
  readonly exported: boolean;
}

export interface CodeArray {
  readonly name: string;
  readonly length: number;
  readonly doc: string;
  /** Numbers it begins with; zeros unless given. */
  readonly initial?: readonly number[];
}

export interface CodeModule {
  readonly name: string;
  readonly arrays: readonly CodeArray[];
  readonly functions: readonly CodeFunction[];
}
