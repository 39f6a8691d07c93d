// Written by scripts/engine-options.mjs from the engines. Do not edit.

/** Options of the engine `ipc`: Intersection-free rigid bodies, and what deforms among them. */
export interface IpcEngineOptions {
  /** Length of a step. [s] 1e-7 to 1; 0.01 unless said. */
  readonly timeStep?: number;
  /** Distance d̂ at which contact begins to act; 0: a thousandth of the smaller body of each pair. [m] 0 to 1000000; 0 unless said. */
  readonly activationDistance?: number;
  /** Distance that is kept between all bodies at all times, besides never touching. [m] 0 to 1000000; 0 unless said. */
  readonly minimumSeparation?: number;
  /** Speed ε_v below which a contact counts as sticking; 0: 1e-4 m/s, less for bodies below a metre. [m/s] 0 to 1000; 0 unless said. */
  readonly staticFrictionSpeed?: number;
  /** Newton stops when its next move is slower than this; 0: a tenth of the static friction speed. [m/s] 0 to 1000; 0 unless said. */
  readonly tolerance?: number;
  /** How often friction may be solved again with new normal forces in one step; 0: no friction. 0 to 100; 8 unless said. */
  readonly frictionPasses?: number;
  /** Newton iterations before a step is given up. 1 to 100000; 300 unless said. */
  readonly maxIterations?: number;
  /** The trapezoidal rule where nothing touches and implicit Euler that is put right by half a step where something does; or implicit Euler with a momentum-preserving rotation alone. second order unless said. */
  readonly integrator?: 'second order' | 'first order';
  /** Whether bodies that have been at rest on each other for a while are left as they are, at no cost, until something meets them. at rest unless said. */
  readonly sleep?: 'at rest' | 'never';
  /** Of the air, where the scene has wind. [kg/m³] 0 to 100000; 1.2 unless said. */
  readonly airDensity?: number;
  /** Coefficient of a sheet that faces the wind; 1.28: a flat plate. 0 to 100; 1.28 unless said. */
  readonly airDrag?: number;
  /** Coefficient of the lift of one that stands askew; as large as the drag: the air pushes along the normal. 0 to 100; 1.28 unless said. */
  readonly airLift?: number;
}

/** Options of the engine `async`: Asynchronous contact of cloth, shells and particles. */
export interface AsyncEngineOptions {
  /** c of a layer’s step h = c / √(r W); 0: 0.1, and 0.03 for pairs with a restitution below 1. 0 to 1; 0 unless said. */
  readonly contactStep?: number;
  /** c of an elastic element’s step h = c / √(k W). 0.0001 to 1; 0.3 unless said. */
  readonly elasticStep?: number;
  /** Longest step of gravity and pulls. [s] 1e-7 to 1; 0.0009765625 unless said. */
  readonly accelerationStep?: number;
  /** Longest step of turning obstacles and of drags; straight motion is exact with any. [s] 1e-7 to 1; 0.0009765625 unless said. */
  readonly motionStep?: number;
  /** a of the stiffness r(l) = r₁ lᵃ of layer l. 0 to 16; 3 unless said. */
  readonly layerStiffening?: number;
  /** b of the thickness η(l) = η₁ l⁻ᵇ of layer l. 0.01 to 4; 0.25 unless said. */
  readonly layerThinning?: number;
  /** Layers of a pair; before one more would be needed the engine stops, and names the pair. 1 to 4096; 1000 unless said. */
  readonly mostLayers?: number;
  /** Speed of a vertex that the first layer alone stops: r₁ = m (v / η₁)², m the mass of the pair. [m/s] 0.000001 to 1000000; 1 unless said. */
  readonly referenceSpeed?: number;
  /** r₁ of the first layer; 0: from the reference speed. [N/m] 0 to 1000000000000000; 0 unless said. */
  readonly contactStiffness?: number;
  /** Thickness of obstacles; η₁ of a pair is half the sum of both thicknesses. [m] 0 to 1000; 0 unless said. */
  readonly bodyThickness?: number;
  /** Sheets resist stretch by springs along their edges, or by triangles of constant strain. springs unless said. */
  readonly membrane?: 'springs' | 'triangles';
  /** Sheets bend as plates, with the bend stiffness on every mesh, or at hinges between their faces: faster, and off by up to a half on most meshes. plates unless said. */
  readonly bending?: 'plates' | 'hinges';
  /** Edges never get longer than 1 + s times their rest length; 0: no limit. 0 to 10; 0 unless said. */
  readonly extensionLimit?: number;
  /** Edges never get shorter than 1 − s times their rest length (sheets then cannot bend sharply); 0: no limit. 0 to 0.99; 0 unless said. */
  readonly compressionLimit?: number;
  /** Friction with an anchor that holds, or only against present slip. static unless said. */
  readonly frictionLaw?: 'static' | 'kinetic';
  /** Tangential stiffness of an anchor, as a multiple of its layer’s r(l). 0.000001 to 100; 1 unless said. */
  readonly stickStiffness?: number;
  /** Speed only: how missing layers are found. Brute: all pairs, all the time (tiny scenes). certificates unless said. */
  readonly detection?: 'windows' | 'certificates' | 'brute';
  /** Layers of every pair that are always on in brute detection. 1 to 1000; 12 unless said. */
  readonly bruteLayers?: number;
  /** Speed only: width of flight plans, as a multiple of what adapts by itself; 0: exact plans. 0 to 1000; 1 unless said. */
  readonly vagueness?: number;
  /** Speed only: sides of the bounding polytopes. 18 unless said. */
  readonly axes?: '6' | '14' | '18' | '26';
  /** Speed only: a layer is switched on when its slab would last less than this many of its steps. 0 to 1000000; 4 unless said. */
  readonly patience?: number;
  /** Speed only: longest window; 0: adapts by itself. [s] 0 to 1; 0 unless said. */
  readonly window?: number;
  /** Speed only: the same loop as WebAssembly or as TypeScript. wasm unless said. */
  readonly machine?: 'wasm' | 'typescript';
  /** Of the air, where the scene has wind. [kg/m³] 0 to 100000; 1.2 unless said. */
  readonly airDensity?: number;
  /** Coefficient of a sheet that faces the wind; 1.28: a flat plate. 0 to 100; 1.28 unless said. */
  readonly airDrag?: number;
  /** Coefficient of the lift of one that stands askew; as large as the drag: the air pushes along the normal. 0 to 100; 1.28 unless said. */
  readonly airLift?: number;
  /** What of the motion between frames is recorded: enough turns for the error below, every one, none. thinned unless said. */
  readonly polylines?: 'thinned' | 'all' | 'none';
  /** How far recorded lines may be off the motion; 0: a hundredth of the thinnest pair. [m] 0 to 1; 0 unless said. */
  readonly polylineError?: number;
}

/** Options of the engine `program`: Simulators compiled from specifications. */
export interface ProgramEngineOptions {
  /** error of a step relative to the size of what moves; a hundredth of it absolute 1e-13 to 0.01; 1e-8 unless said. */
  readonly tolerance?: number;
  /** no step is longer; what happens within one is looked at in four places for events [s] 0.000001 to 1000000; 0.25 unless said. */
  readonly longestStep?: number;
}

/** Options of the engine `lcp`: Complementarity rigid bodies, forward and backward in time. */
export interface LcpEngineOptions {
  /** Length of a step. Bodies may sink into each other by as much as they move in one step. [s] 1e-7 to 0.1; 0.004166666666666667 unless said. */
  readonly timeStep?: number;
  /** Speed of approach ε from which a contact bounces; slower ones are inelastic. More than gravity gives in two steps. [m/s] 0 to 1000; 0.25 unless said. */
  readonly bounceSpeed?: number;
  /** Speed δ below which steps backward take a contact for resting or sticking. [m/s] 0 to 1; 0.000001 unless said. */
  readonly stillSpeed?: number;
  /** Bodies touch when they are nearer than this part of the smaller one’s radius. 0 to 0.1; 0.001 unless said. */
  readonly contactMargin?: number;
  /** Forward: see what bodies will touch within the step to come, so that impacts are not late and nothing sinks in by arriving. Off in runs with a past, and for runs that are to follow one. true unless said. */
  readonly lookAhead?: boolean;
  /** How much the convex pieces that stand for a moving body which is not convex may exceed it, as a part of its volume. 0.0001 to 1; 0.02 unless said. */
  readonly detail?: number;
  /** The exact cone of Coulomb’s law, or a pyramid whose side faces the way of sliding. cone unless said. */
  readonly friction?: 'cone' | 'pyramid';
  /** Relative residual that solves of large groups of touching bodies stop at; small groups are solved to rounding. 1e-14 to 0.01; 0.000001 unless said. */
  readonly tolerance?: number;
  /** Sweeps over a large group of touching bodies before its residual is reported as it is. 1 to 1000000; 200 unless said. */
  readonly maxSweeps?: number;
  /** Part of an overlap that a step takes back by moving bodies, without giving them speed; 0: none. Runs that are to be rewound need 0. 0 to 1; 0 unless said. */
  readonly recovery?: number;
  /** How long groups of touching bodies must have been slow to be left as they are until something touches them; 0: never. [s] 0 to 1000000; 0 unless said. */
  readonly sleepAfter?: number;
  /** How slow all bodies of a group must be for it to fall asleep. [m/s] 0 to 1000; 0.01 unless said. */
  readonly sleepSpeed?: number;
  /** Take the scene for the end of the run and find a past that leads there: by the laws of motion alone, or with help where that looks calmer. none unless said. */
  readonly past?: 'none' | 'strict' | 'lenient';
  /** With a past: when the scene is as its file says, with a past before and a future after; 0: at the end. [s] 0 to 1000000; 0 unless said. */
  readonly present?: number;
  /** With a past: where laws were bent, move its start until the engine gets to the end by itself. auto: where that costs little (bodies × steps up to two million); always: also where nothing was bent but the end is missed. auto unless said. */
  readonly refine?: 'auto' | 'always' | 'never';
  /** With a past: how contacts come about, drawn from forward drops. shipped: of boxes like them that the package brings; own: of tables made by carom transitions, in the folder or file that CAROM_TRANSITIONS names; none: by rules of thumb. none unless said. */
  readonly transitions?: 'none' | 'shipped' | 'own';
}

/** Options of the engine `modal`: Flexible bodies that vibrate in contact. */
export interface ModalEngineOptions {
  /** Longest step, of bodies that do not vibrate. Vibrating ones take stepsPerPeriod steps in the period of their highest simulated mode. [s] 1e-7 to 0.1; 0.001 unless said. */
  readonly timeStep?: number;
  /** Steps in the period of the highest simulated mode. 3 to 1000; 6.5 unless said. */
  readonly stepsPerPeriod?: number;
  /** Whether every group of touching bodies takes steps of its own, or all bodies the shortest of them. private unless said. */
  readonly clocks?: 'private' | 'common';
  /** Simulate modes only while they move; without, all of them all the time. true unless said. */
  readonly adaptive?: boolean;
  /** Which bodies vibrate in contact: all that can, those that clamps hold, none, or those that are named. Or names of bodies with commas between them. all unless said. */
  readonly flexible?: 'all' | 'held' | 'none' | (string & {});
  /** Modes above this take no part in contacts; they still sound. [Hz] 1 to 20000; 5000 unless said. */
  readonly capFrequency?: number;
  /** Most modes of a body that take part in contacts. 1 to 2000; 100 unless said. */
  readonly mostModes?: number;
  /** How modes are advanced: by their exact flow, or by Newmark’s average acceleration, which is flat. exact unless said. */
  readonly propagation?: 'exact' | 'newmark';
  /** Contacts wherever bodies are near each other, or only where they also approach: the second hums. position unless said. */
  readonly contacts?: 'position' | 'velocity';
  /** Bodies nearer than this touch; they part at twice this gap. Overlaps up to this are left as they are. [m] 0 to 0.01; 0.00001 unless said. */
  readonly slop?: number;
  /** About how far bodies may move into each other before they are found to touch; steps towards each other are no longer. [m] 1e-7 to 1; 0.0001 unless said. */
  readonly travel?: number;
  /** Part of an overlap beyond the slop that a step takes back. 0 to 1; 0.2 unless said. */
  readonly recovery?: number;
  /** Overlaps are taken back no faster than this. [m/s] 0 to 10; 0.01 unless said. */
  readonly recoverySpeed?: number;
  /** Speed of approach from which two rigid bodies bounce by their restitution. Flexible ones bounce by vibrating. [m/s] 0 to 1000; 0.05 unless said. */
  readonly bounceSpeed?: number;
  /** Corners of the friction pyramid. 4 to 16; 8 unless said. */
  readonly directions?: number;
  /** Friction at the contacts that press alone, or at all of them, as the paper prints it. filtered unless said. */
  readonly scheme?: 'filtered' | 'printed';
  /** Scaled residual that every contact problem is solved to. 1e-13 to 0.01; 1e-8 unless said. */
  readonly tolerance?: number;
  /** A mode is simulated from a change of its force δ_u on that could give it δ_d. [N/√kg] 0 to 1000000; 0.00001 unless said. */
  readonly raise?: number;
  /** A mode with less energy than δ_d about its static deflection is frozen there. [J] 0 to 1000000; 1e-7 unless said. */
  readonly lower?: number;
  /** Adaptivity by forces, sizes and static deflections, or by equations (8) and (9) as printed. corrected unless said. */
  readonly rules?: 'corrected' | 'literal';
  /** Friction is not solved for where no contact slides faster than δ_t in all, and … [m/s] 0 to 1; 1e-8 unless said. */
  readonly cullSpeed?: number;
  /** … no friction impulse was larger than δ_f in the last step. [N s] 0 to 1; 1e-10 unless said. */
  readonly cullImpulse?: number;
  /** Which bodies have normals tilted at random, fixed to their surface: none, those that neither move nor bend, those that do not fly, or all. none unless said. */
  readonly rough?: 'none' | 'fixed' | 'held' | 'all';
  /** Deviation of these tilts. [rad] 0 to 0.5; 0.02 unless said. */
  readonly roughness?: number;
  /** Faces that meet at less than this are one smooth surface. [rad] 0 to 3; 0.3 unless said. */
  readonly creaseAngle?: number;
}

/** Options of the engine `flight`: Free flight without contact. */
export interface FlightEngineOptions {
  /** length of a step; errors of rotation fall with its fourth power [s] 1e-7 to 0.1; 0.0009765625 unless said. */
  readonly timeStep?: number;
}
