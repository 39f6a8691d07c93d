// The syntax tree of a specification: what the text says, names not yet looked up, loops not yet unrolled. The parser
// makes it from text and the builder from TypeScript; everything after reads only this.

/** Where something stands in the text, as offsets. */
export type Span = readonly [from: number, to: number];

export type Axis = 'x' | 'y' | 'z' | 'w';

export type Expression =
  | { readonly kind: 'number'; readonly value: number; readonly span: Span }
  /** `90 deg`: a number in a unit of `units.ts`; from text, `of` is always a number. */
  | { readonly kind: 'quantity'; readonly of: Expression; readonly unit: string; readonly span: Span }
  /** `Car[i]`, `g`, `t`: a constant, parameter, control, frame, surface, loop index or argument. */
  | {
      readonly kind: 'name';
      readonly name: string;
      readonly indices: readonly Expression[];
      readonly span: Span;
    }
  /** `AbsTrans(Car[i])`, `cos(a)`, `Rz(Origin[1])`, `d(e, a)`. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly arguments: readonly Expression[];
      readonly span: Span;
    }
  | { readonly kind: 'vector'; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly kind: 'component'; readonly of: Expression; readonly axis: Axis; readonly span: Span }
  | { readonly kind: 'negate'; readonly of: Expression; readonly span: Span }
  /** `Rx(Arm)'`: the rate of change in time. */
  | { readonly kind: 'rate'; readonly of: Expression; readonly span: Span }
  | { readonly kind: 'not'; readonly of: Expression; readonly span: Span }
  | {
      readonly kind: 'binary';
      readonly operator: '+' | '-' | '*' | '/' | '^' | '<' | '<=' | '>' | '>=' | '==' | '!=' | 'and' | 'or';
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly accepted: Expression;
      readonly otherwise: Expression;
      readonly span: Span;
    };

/** A name that is being given, with its indices: `Car[i]`. */
export interface Name {
  readonly name: string;
  readonly indices: readonly Expression[];
  readonly span: Span;
}

/** `name = value` of const, param and the like. */
export interface Binding {
  readonly name: string;
  readonly value: Expression;
  readonly span: Span;
}

/** How a frame stands in its parent: operations from left to right, each in the frame made so far. */
export type Placement =
  | { readonly kind: 'at'; readonly place: Expression; readonly span: Span }
  | {
      readonly kind: 'turn';
      /** About an axis of the frame made so far, or about any (`turn (1, 1, 0) by 30 deg`). */
      readonly axis: Axis | Expression;
      readonly angle: Expression;
      readonly span: Span;
    }
  | { readonly kind: 'scale'; readonly by: Expression; readonly span: Span };

export type Statement =
  | { readonly kind: 'const'; readonly bindings: readonly Binding[]; readonly span: Span }
  | {
      readonly kind: 'param';
      /** With a range, a parameter becomes a slider: `param Drag = 1e-4 in 0 .. 1`. */
      readonly bindings: readonly (Binding & { readonly range?: readonly [Expression, Expression] })[];
      readonly span: Span;
    }
  /** `control UpDown = axis(ArrowDown, ArrowUp)`, `control Level = slider(0, 1)`, `pointer(x)`, `key(Space)`. */
  | {
      readonly kind: 'control';
      readonly name: string;
      readonly device: string;
      readonly arguments: readonly (
        | Expression
        | { readonly kind: 'key'; readonly key: string; readonly span: Span }
      )[];
      readonly span: Span;
    }
  | {
      readonly kind: 'def';
      readonly name: string;
      /** `type` where the text gives one: frame, vector, scalar, surface. */
      readonly parameters: readonly { readonly name: string; readonly type?: string; readonly span: Span }[];
      readonly body: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'frame';
      readonly name: Name;
      readonly placements: readonly Placement[];
      readonly body: readonly Statement[];
      readonly span: Span;
    }
  /** Inside a frame: `shape box(2, 3, 1);` */
  | {
      readonly kind: 'shape';
      readonly shape: string;
      readonly arguments: readonly Expression[];
      readonly color?: string;
      readonly span: Span;
    }
  /** Inside a frame: a camera or a light that rides on it. */
  | {
      readonly kind: 'camera' | 'light';
      readonly name?: string;
      readonly arguments: readonly Expression[];
      readonly span: Span;
    }
  /** `vary Rz(Origin[i]), Tz(Car[i]);` */
  | {
      readonly kind: 'vary';
      readonly variables: readonly {
        readonly component: string;
        readonly frame: Expression;
        readonly span: Span;
      }[];
      readonly span: Span;
    }
  /** `mass Bob = point(1);`, `mass Car = body(2, (1, 1, 0.5));` */
  | { readonly kind: 'mass'; readonly frame: Expression; readonly value: Expression; readonly span: Span }
  /** No argument: a term of its own (a spring); one: summed over masses; two: over pairs of masses. */
  | {
      readonly kind: 'potential';
      readonly parameters: readonly string[];
      readonly value: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'force' | 'torque';
      readonly frame: Expression;
      readonly value: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'constrain';
      readonly name?: Name;
      /** An equation `a == b`, or a predicate such as `Contains(s, o)`. */
      readonly condition: Expression;
      readonly span: Span;
    }
  | { readonly kind: 'initially'; readonly condition: Expression; readonly span: Span }
  /** `surface Bowl(p) in Drum = p.x^2 + …;` an implicit surface in the coordinates of a frame (the root unless said). */
  | {
      readonly kind: 'surface';
      readonly name: Name;
      readonly point: string;
      readonly frame?: Expression;
      readonly value: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'for';
      readonly index: string;
      readonly from: Expression;
      readonly to: Expression;
      readonly body: readonly Statement[];
      readonly span: Span;
    }
  | {
      readonly kind: 'when';
      readonly trigger: Expression;
      readonly edge: 'rises' | 'falls';
      readonly actions: readonly Action[];
      readonly span: Span;
    }
  | {
      readonly kind: 'mode';
      readonly name: string;
      readonly body: readonly Statement[];
      readonly span: Span;
    };

export type Action =
  /** `Rx(Arm)' := -0.8 * Rx(Arm)'`: a variable, or its rate, is given a new value. */
  | { readonly kind: 'assign'; readonly target: Expression; readonly value: Expression; readonly span: Span }
  | { readonly kind: 'goto'; readonly mode: string; readonly span: Span };

export interface Specification {
  readonly name: string;
  readonly statements: readonly Statement[];
  /** The text it was parsed from, for messages; what the builder makes is printed and parsed, so it has one too. */
  readonly text: string;
}
