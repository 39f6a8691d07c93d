// A mechanical system, elaborated: loops unrolled, names looked up, every primitive written out as expressions of the
// variables. Between the language (which makes it) and the mechanics, classification and code that read it.

import type { Dag, Node } from './dag/dag.ts';
import type { Span } from './language/ast.ts';

export type Vector = readonly [Node, Node, Node];
/** w x y z. */
export type QuaternionNodes = readonly [Node, Node, Node, Node];

/** Components of a frame's transformation that may vary. */
export type Component = 'Tx' | 'Ty' | 'Tz' | 'Rw' | 'Rx' | 'Ry' | 'Rz' | 'Sx' | 'Sy' | 'Sz';

export interface SystemFrame {
  /** As written, indices filled in: "Car[2]"; "Root" is frame 0. */
  readonly name: string;
  /** Index into frames; −1 for the root. */
  readonly parent: number;
  /** In the parent: variables where they vary, constants elsewhere. */
  readonly translation: Vector;
  readonly rotation: QuaternionNodes;
  readonly scale: Vector;
  readonly span: Span;
}

export interface Variable {
  /** "Rz(Origin[1])" */
  readonly name: string;
  readonly component: Component;
  readonly frame: number;
  /** Inputs of the graph: the value and its rate. */
  readonly position: Node;
  readonly rate: Node;
  /** From the frame's pose as written: where the search for a consistent start begins. */
  readonly guess: number;
  /** Rw that came with another component of its rotation. */
  readonly implicit: boolean;
  readonly span: Span;
}

export interface SystemMass {
  readonly frame: number;
  readonly mass: Node;
  /** Inertia tensor in the frame's axes, row-major [kg m²]; absent for point masses. */
  readonly inertia?: readonly Node[];
  readonly span: Span;
}

/** A force at the frame's origin [N], or a torque on it [N m]; root axes. */
export interface SystemForce {
  readonly kind: 'force' | 'torque';
  readonly frame: number;
  readonly value: Vector;
  readonly span: Span;
}

export interface SystemConstraint {
  /** "apart[1]"; "unit Rw(Car[1])" for the normalisation of a quaternion. */
  readonly name: string;
  /** Zero where it holds. */
  readonly residual: Node;
  /** Free of rates. */
  readonly holonomic: boolean;
  /** Normalisation of a quaternion that the system added itself. */
  readonly implicit: boolean;
  readonly span: Span;
}

export interface SystemInput {
  readonly name: string;
  readonly node: Node;
  readonly value: number;
  readonly range?: readonly [number, number];
}

/** A control of a system. */
export interface SystemControl extends SystemInput {
  /** What it is moved by. */
  readonly device: 'axis' | 'slider' | 'key' | 'pointer';
  /** The keys, where it is moved by keys. */
  readonly keys: readonly string[];
}

/** What is solved, forced and watched in one mode; index 0 is what holds in every mode. */
export interface SystemMode {
  readonly name: string;
  readonly constraints: readonly SystemConstraint[];
  readonly forces: readonly SystemForce[];
  readonly events: readonly SystemEvent[];
}

export interface SystemEvent {
  /** Crosses zero upward (rises) or downward. */
  readonly trigger: Node;
  readonly edge: 'rises' | 'falls';
  readonly assign: readonly { readonly target: Node; readonly value: Node }[];
  readonly goto?: string;
  readonly span: Span;
}

export interface SystemShape {
  readonly frame: number;
  readonly kind: string;
  readonly numbers: readonly number[];
  readonly color?: string;
}

/** A mechanical system, all loops and definitions resolved. */
export interface System {
  /** What it is called. */
  readonly name: string;
  /** The specification. */
  readonly text: string;
  /** All of its expressions. */
  readonly dag: Dag;
  /** The time, as an expression. */
  readonly time: Node;
  /** Frames, parents first. */
  readonly frames: readonly SystemFrame[];
  /** What moves. */
  readonly variables: readonly Variable[];
  /** Numbers that may be set. */
  readonly parameters: readonly SystemInput[];
  /** What can be moved while it runs. */
  readonly controls: readonly SystemControl[];
  /** Constants that may change without a new program; none unless compiled for editing. */
  readonly constants: readonly SystemInput[];
  /** Masses of frames. */
  readonly masses: readonly SystemMass[];
  /** [J], of positions and time only. */
  readonly potential: Node;
  /** Where the first of its rules stands. */
  readonly potentialSpan: Span;
  /** [J], as Figure 9 writes it; the mechanics assemble the same from rates down the tree of frames. */
  readonly kinetic: Node;
  /** The first holds always; further ones by their name, the first of them at the start. */
  readonly modes: readonly SystemMode[];
  /** Equations of the start: of positions, rates and parameters; zero where they hold. */
  readonly initially: readonly { readonly residual: Node; readonly span: Span }[];
  /** Definitions without arguments that move, for plots: `def Angle = EulerX(Arm);`, vectors by component. */
  readonly quantities: readonly { readonly name: string; readonly node: Node }[];
  /** What is seen. */
  readonly shapes: readonly SystemShape[];
  /** From where it may be looked at. */
  readonly cameras: readonly {
    readonly name: string;
    readonly frame: number;
    readonly numbers: readonly number[];
  }[];
  /** What shines. */
  readonly lights: readonly {
    readonly name: string;
    readonly frame: number;
    readonly numbers: readonly number[];
  }[];
}
