// The floor plan: the folders of src, what each is, what it may import, and through which faces others come in.
//
// `npm run check` holds the code to it (imports.mjs), and docs/architecture.md prints it (plan.mjs). A folder that is not
// here may not exist. The face of a folder is its index.ts (index.node.ts for what needs Node); `faces` names the parts
// that have one of their own, so that whoever needs only those loads no more: a folder, or a single file.

const below = ['num', 'geometry', 'scene', 'record', 'sim'];
const engines = ['ipc', 'lcp', 'async', 'modal', 'program', 'flight'].map((name) => `engines/${name}`);

export const folders = {
  num: {
    is: 'numbers: vectors, rotations, intervals, random numbers; elementary functions of our own, linear algebra, WebAssembly kernels',
    imports: [],
    faces: [
      'elementary',
      'sparse',
      'dense',
      'dense/tridiagonal.ts',
      'kernels',
      'kernels/machine.ts',
      'eigen',
      'ode',
      'optimise',
      'qp',
    ],
  },
  geometry: {
    is: 'meshes and their files, primitives, mass properties, trees, distances, continuous collision, exact predicates, tetrahedra',
    imports: ['num'],
    faces: [
      'tree',
      'surface',
      'ccd',
      'distance',
      'depth',
      'tetra',
      'primitives',
      'files',
      'predicates',
      'convex',
    ],
  },
  elastic: {
    is: 'elements of sheets, rods and solids: energy, gradient, second derivative, stable explicit step; no engine code',
    imports: ['num', 'geometry', 'scene'],
  },
  problems: {
    is: 'public contact problems and solvers of many kinds for them: what `carom check` compares the engines with',
    imports: ['num'],
    faces: ['lcp', 'friction-cone'],
  },
  scene: {
    is: 'what to simulate: types, schema, validation, builder, importers',
    imports: ['num', 'geometry'],
    faces: ['pose.ts', 'fault', 'read', 'resolve', 'schema', 'separate', 'new', 'spell'],
  },
  record: {
    is: 'recordings: append, resume, read, hash',
    imports: ['num', 'scene'],
    faces: ['recording.ts'],
  },
  query: {
    is: 'what a ray or a shape meets, how near things are and what overlaps, in a scene at a frame',
    imports: ['num', 'geometry', 'scene', 'record'],
  },
  verify: {
    is: 'the independent judge of a recording; of `geometry` it sees the exact predicates only',
    imports: ['num', 'scene', 'record', 'geometry/predicates'],
  },
  sim: {
    is: 'the contract of engines, `run`, snapshots, threads, outcomes of examples',
    imports: ['num', 'scene', 'record'],
  },
  lagrange: {
    is: 'specification → system → equations → classification → program → code',
    imports: ['num', 'scene'],
    faces: ['language'],
  },
  modes: { is: 'how bodies vibrate: tetrahedra to modes', imports: ['num', 'geometry', 'scene'] },
  'engines/flight': {
    is: 'rigid bodies without contact: the smallest engine, to learn the contract from',
    imports: below,
  },
  'engines/ipc': {
    is: 'intersection-free rigid bodies, and what deforms among them',
    imports: [...below, 'elastic'],
    faces: ['engine.ts'],
  },
  'engines/async': {
    is: 'asynchronous contact of cloth, shells, ribbons and particles',
    imports: [...below, 'elastic'],
    faces: ['engine.ts'],
  },
  'engines/lcp': {
    is: 'complementarity rigid bodies, forward and backward in time',
    imports: below,
    faces: ['engine.ts', 'backward', 'statistics', 'dice'],
  },
  'engines/modal': {
    is: 'contact of bodies that vibrate',
    imports: [...below, 'modes', 'problems'],
    faces: ['engine.ts'],
  },
  'engines/program': {
    is: 'runs what `lagrange` compiled',
    imports: [...below, 'lagrange'],
    faces: ['program.ts', 'dress.ts'],
  },
  catalog: {
    is: 'which engines there are, what they promise, which one a scene gets; loads them late',
    imports: [...below, ...engines],
    faces: ['specifications.ts'],
  },
  sound: {
    is: 'what a recording sounds like: excitation, radiation, synthesis, ears',
    imports: ['num', 'geometry', 'scene', 'record', 'modes'],
    faces: ['live'],
  },
  export: {
    is: 'recordings to bytes, pure',
    imports: ['num', 'geometry', 'scene', 'record'],
    faces: ['picture', 'glb', 'usd', 'csv.ts', 'png.ts'],
  },
  live: {
    is: 'a simulation in a worker of a page: frames out, inputs in, a recording that can be gone on with',
    imports: [...below, 'catalog'],
    faces: ['live.ts', 'serve.ts', 'logged-inputs.ts'],
  },
  world: {
    is: 'a scene to a recording in one call, and worlds that a program steps, asks and pushes',
    imports: [...below, 'query', 'verify', 'catalog', 'live'],
  },
  farm: {
    is: 'sweeps: many runs of one scene, on threads and on many machines, and what came of them',
    imports: [...below, 'catalog', 'engines/program', 'world', 'verify'],
    faces: ['queue', 'search', 'watch'],
  },
  view: {
    is: 'recordings and live simulations to three.js objects',
    imports: ['num', 'geometry', 'scene', 'record', 'query', 'sim', 'live'],
    faces: ['react.ts'],
  },
};

const all = Object.keys(folders);
folders.cli = { is: 'the command line: one file a command', imports: all, faces: ['main.ts'] };

/** Which folder a bench measures, so that it may look inside: by the first word of its name. */
export const measured = {
  ...Object.fromEntries(engines.map((folder) => [folder.slice('engines/'.length), folder])),
  num: 'num',
  sparse: 'num',
  ccd: 'geometry',
  geometry: 'geometry',
  modes: 'modes',
  radiation: 'sound',
  sound: 'sound',
  live: 'sound',
  lagrange: 'lagrange',
  query: 'query',
  verify: 'verify',
  farm: 'farm',
};
