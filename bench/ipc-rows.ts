// What the ipc benchmark runs: the fixtures of the reference implementation with its measured times, and our examples.
//
// The reference is the authors' C++ on a machine of the same kind, one thread, over the same first steps: seconds a
// step, mean and worst. Its table gives one range for all Erleben cases, so these have only the range's upper end.

export interface Row {
  readonly name: string;
  /** Of ../shared/data/rigid-ipc/fixtures, or of examples/ipc. */
  readonly file: string;
  readonly steps: number;
  /** The reference's seconds a step. */
  readonly mean?: number;
  readonly worst?: number;
}

export const fixtures: readonly Row[] = [
  { name: '5-cubes', file: 'unit-tests/5-cubes.json', steps: 1000, mean: 0.0022, worst: 0.035 },
  { name: 'tet-corner', file: 'unit-tests/tet-corner.json', steps: 300, mean: 0.0006, worst: 0.006 },
  {
    name: 'large-mass-ratio',
    file: 'unit-tests/large-mass-ratio.json',
    steps: 1000,
    mean: 0.0018,
    worst: 0.35,
  },
  { name: 'erleben cliff-edges', file: 'unit-tests/erleben/cliff-edges.json', steps: 200, worst: 0.043 },
  {
    name: 'erleben internal-edges',
    file: 'unit-tests/erleben/internal-edges.json',
    steps: 200,
    worst: 0.043,
  },
  { name: 'erleben sliding-spike', file: 'unit-tests/erleben/sliding-spike.json', steps: 200, worst: 0.043 },
  { name: 'erleben spikes', file: 'unit-tests/erleben/spikes.json', steps: 200, worst: 0.043 },
  { name: 'erleben wedges', file: 'unit-tests/erleben/wedges.json', steps: 200, worst: 0.043 },
  {
    name: 'slope μ=0.5',
    file: 'friction/incline-plane/slopeTest_highSchoolPhysics_mu=0.5.json',
    steps: 1000,
    mean: 0.0033,
    worst: 0.48,
  },
  { name: 'spolling-coin', file: 'friction/spolling-coin.json', steps: 500, mean: 0.0028, worst: 0.01 },
  { name: 'Lewis', file: 'mechanisms/507-movements/493-Lewis.json', steps: 200, mean: 0.064, worst: 0.36 },
  { name: 'chain 10-links', file: 'chain/10-links.json', steps: 200, mean: 0.023, worst: 0.16 },
  { name: 'pendulum', file: 'pendulum/pendulum.json', steps: 10, mean: 0.94, worst: 1.7 },
  { name: 'bolt', file: 'mechanisms/bolt.json', steps: 10, mean: 2.08, worst: 3.8 },
  { name: 'arch-25', file: 'friction/arch/arch-25-stones.json', steps: 100, mean: 0.25, worst: 2.3 },
  { name: 'chain-net 4×4', file: 'chain/chain-net/chain-net-4x4.json', steps: 60, mean: 0.8, worst: 3.5 },
  {
    name: 'codimensional net 4×4',
    file: 'codimensional/edges/chain-net-4x4.json',
    steps: 100,
    mean: 0.18,
    worst: 0.79,
  },
  { name: 'card-house-2-levels', file: 'friction/card-house/card-house-2-levels.json', steps: 60 },
];

const ours: readonly (readonly [name: string, steps: number])[] = [
  ['bolt', 50],
  ['piston', 50],
  ['geneva', 50],
  ['gears', 50],
  ['chain-net', 50],
  ['chain-net-wire', 50],
  ['point-ball', 50],
  ['coin', 200],
  ['wrecking-ball-small', 30],
  ['wrecking-ball', 10],
  ['chain-8', 50],
  ['card-house', 50],
  ['arch-25', 50],
  ['arch-101', 30],
  ['lewis', 50],
  ['turntable-rough', 100],
  ['slope-holds', 100],
];

export const examples: readonly Row[] = ours.map(([name, steps]) => ({
  name: `example ${name}`,
  file: `${name}.ts`,
  steps,
}));
