// Materials by name.
//
// Density [kg/m³], Young's modulus [Pa] and Poisson's ratio are the textbook values of a common grade
// at room temperature; friction is dry, against itself, and restitution that of a ball of it dropped
// slowly on a hard floor: both depend on surface and speed and are starting points, not constants.
//
// Damping: Rayleigh α [1/s] and β [s], C = α M + β K, of those without a loss factor, and γ, the contact damping of modal
// sound.
// [Z11]  Zheng & James 2011, "Toward High-Quality Modal Contact Sound", Table 1 (the moduli of its column
//        "GPa" are in Pa): ceramic, polystyrene, steel, mdf, wood: density, E, ν, α, β, γ.
// [R]    α and β that the modal sound literature gives for glass, iron and polycarbonate.
// [H]    CRC Handbook of Chemistry and Physics; Ashby, "Materials Selection in Mechanical Design": density, E, ν.
// [W]    USDA Wood Handbook (FPL-GTR-282): density and E along the grain.
// [B]    Bowden & Tabor, "The Friction and Lubrication of Solids": dry friction.
// [C]    Cross 1999, "The bounce of a ball"; Goldsmith, "Impact": restitution.
// [E]    Hall, Bilgen, Insana & Krouskop 1997, "Phantom materials for elastography": gelatine gels have E of some 3 to 100 kPa
//        with their strength; a table jelly is near the soft end.
// [S]    Data sheets of cast silicone rubber of Shore A 20 to 30, as their makers give them.
// Damping without [Z11] or [R] is set between these by loss factor, so that it sounds like its kind.
//
// Loss factors η at 1 kHz stand where a source has them, in the middle of its range, and damp instead of α and β: hysteresis
// takes the same part of the energy in every cycle, so T60 = 2.2/(η f), while α makes all low tones of a body equally long.
// [L]    Cremer, Heckl & Petersson, "Structure-Borne Sound", tables of bending waves at room temperature.
// [A]    Ashby, as above: loss coefficients of polymers, elastomers, ceramics and some metals.
// [F]    Fletcher & Rossing, "The Physics of Musical Instruments", wood: along the grain, as E is; across it is three times
//        that (spruce 2e-2), which one number for all directions cannot say.
//
// Textiles: Kawabata, "The Standardization and Analysis of Hand Evaluation" (1980), measured at 5 N/cm: typical of their
// kind. 1 gf cm²/cm of bending is 9.81e-5 N m, 1 gf/(cm °) of shear is 56 N/m; stretch is 490 N/m over its strain there.
// [K]    Their loss factor is what bending to ±1/cm and back loses there: 2 (2HB)/(π B), with 2HB some half of B cm⁻¹.

import type { Material, Textile } from './types.ts';

/** Columns: density, E, ν, α, β, γ, friction, restitution, rolling friction [m]. */
type Row = readonly [number, number, number, number, number, number, number, number, number];

// biome-ignore format: a table is read by columns
const table = {
  // name           density  E        ν      α    β      γ     friction rest. rolling   source
  ceramic:         [2700, 7.4e10,  0.19,  6,   1e-7,  3e-2,  0.45, 0.75, 1e-5],  // Z11
  polystyrene:     [1050, 3.5e9,   0.34,  30,  8e-7,  4e-4,  0.5,  0.6,  1e-4],  // Z11
  steel:           [7850, 2e11,    0.29,  5,   3e-8,  3e-1,  0.6,  0.8,  5e-6],  // Z11, B, C
  mdf:             [615,  4e9,     0.32,  35,  5e-6,  9e-3,  0.45, 0.45, 3e-4],  // Z11
  wood:            [750,  1.1e10,  0.25,  60,  2e-6,  5e-4,  0.45, 0.5,  2e-4],  // Z11, B
  glass:           [2500, 7e10,    0.22,  1,   1e-7,  3e-2,  0.9,  0.85, 5e-6],  // R, H, B
  iron:            [7870, 2.11e11, 0.29,  5,   1e-7,  3e-1,  0.6,  0.7,  1e-5],  // R, H
  polycarbonate:   [1200, 2.4e9,   0.37,  0.5, 4e-7,  4e-4,  0.4,  0.7,  1e-4],  // R, H
  'stainless-steel': [8000, 1.93e11, 0.29, 5,  3e-8,  3e-1,  0.6,  0.8,  5e-6],  // H
  'cast-iron':     [7200, 1.1e11,  0.26,  10,  3e-7,  3e-1,  0.4,  0.6,  2e-5],  // H, B
  aluminium:       [2700, 7e10,    0.35,  5,   5e-8,  1e-1,  1.1,  0.6,  1e-5],  // H, B
  copper:          [8960, 1.2e11,  0.34,  8,   1e-7,  2e-1,  1.0,  0.4,  1e-5],  // H, B
  brass:           [8500, 1e11,    0.34,  4,   5e-8,  2e-1,  0.5,  0.5,  1e-5],  // H, B
  bronze:          [8800, 1.1e11,  0.34,  4,   5e-8,  2e-1,  0.4,  0.5,  1e-5],  // H
  lead:            [11340, 1.6e10, 0.44,  50,  2e-6,  2e-1,  0.9,  0.15, 5e-5],  // H, C
  titanium:        [4500, 1.16e11, 0.32,  4,   5e-8,  2e-1,  0.6,  0.7,  1e-5],  // H
  gold:            [19300, 7.9e10, 0.42,  20,  3e-7,  2e-1,  0.8,  0.3,  1e-5],  // H
  silver:          [10490, 8.3e10, 0.37,  8,   1e-7,  2e-1,  0.8,  0.4,  1e-5],  // H
  rubber:          [1100, 1e7,     0.49,  100, 1e-4,  1e-4,  1.1,  0.75, 2e-3],  // H, C
  'hard-rubber':   [1200, 2e9,     0.4,   80,  1e-5,  1e-4,  0.8,  0.7,  5e-4],  // H
  oak:             [750,  1.2e10,  0.35,  60,  2e-6,  5e-4,  0.5,  0.5,  2e-4],  // W
  pine:            [500,  9e9,     0.33,  60,  2e-6,  5e-4,  0.45, 0.45, 3e-4],  // W
  spruce:          [440,  1.1e10,  0.37,  60,  2e-6,  5e-4,  0.45, 0.45, 3e-4],  // W
  maple:           [705,  1.26e10, 0.35,  55,  2e-6,  5e-4,  0.45, 0.55, 2e-4],  // W
  balsa:           [160,  3.4e9,   0.23,  70,  3e-6,  5e-4,  0.4,  0.4,  5e-4],  // W
  bamboo:          [700,  1.8e10,  0.3,   50,  2e-6,  5e-4,  0.4,  0.5,  2e-4],  // H
  plywood:         [600,  8e9,     0.3,   60,  3e-6,  5e-4,  0.45, 0.45, 3e-4],  // W
  cork:            [200,  3e7,     0.05,  120, 5e-5,  1e-4,  0.6,  0.6,  1e-3],  // H
  cardboard:       [690,  3e9,     0.3,   80,  1e-5,  5e-4,  0.5,  0.3,  1e-3],  // H
  paper:           [800,  3e9,     0.3,   80,  1e-5,  5e-4,  0.5,  0.2,  1e-3],  // H
  concrete:        [2400, 3e10,    0.2,   40,  1e-6,  1e-1,  0.65, 0.4,  1e-4],  // H
  brick:           [1900, 1.5e10,  0.2,   40,  1e-6,  1e-1,  0.65, 0.4,  1e-4],  // H
  stone:           [2700, 5e10,    0.25,  20,  5e-7,  1e-1,  0.6,  0.5,  5e-5],  // H
  granite:         [2700, 6e10,    0.25,  15,  4e-7,  1e-1,  0.6,  0.6,  3e-5],  // H
  marble:          [2700, 5.5e10,  0.27,  10,  3e-7,  1e-1,  0.55, 0.65, 3e-5],  // H
  sandstone:       [2300, 2e10,    0.25,  40,  1e-6,  1e-1,  0.65, 0.4,  1e-4],  // H
  ice:             [917,  9e9,     0.33,  30,  1e-6,  1e-3,  0.05, 0.4,  1e-5],  // H, B
  abs:             [1050, 2.2e9,   0.37,  30,  2e-6,  4e-4,  0.4,  0.55, 2e-4],  // H
  pla:             [1240, 3.5e9,   0.36,  30,  1e-6,  4e-4,  0.35, 0.55, 2e-4],  // H
  nylon:           [1140, 2.7e9,   0.39,  40,  3e-6,  4e-4,  0.25, 0.6,  2e-4],  // H, B
  teflon:          [2200, 5e8,     0.46,  60,  1e-5,  4e-4,  0.04, 0.5,  2e-4],  // H, B
  polyethylene:    [950,  1e9,     0.42,  50,  5e-6,  4e-4,  0.2,  0.55, 2e-4],  // H, B
  acrylic:         [1180, 3.1e9,   0.37,  20,  1e-6,  4e-4,  0.5,  0.6,  1e-4],  // H, B
  pvc:             [1400, 3e9,     0.4,   40,  2e-6,  4e-4,  0.4,  0.5,  2e-4],  // H
  bone:            [1900, 1.7e10,  0.3,   40,  1e-6,  1e-2,  0.4,  0.5,  1e-4],  // H
  porcelain:       [2400, 7e10,    0.17,  4,   1e-7,  3e-2,  0.45, 0.75, 1e-5],  // H
  leather:         [900,  1e8,     0.4,   120, 5e-5,  1e-4,  0.6,  0.3,  2e-3],  // H, B
  silicone:        [1100, 1e6,     0.48,  100, 1e-4,  1e-4,  0.9,  0.6,  2e-3],  // S
  jelly:           [1050, 1e4,     0.45,  50,  1e-3,  1e-4,  0.3,  0.2,  5e-3],  // E
  foam:            [50,   1e6,     0.1,   200, 5e-4,  1e-5,  0.8,  0.2,  5e-3],  // H
  cotton:          [500,  5e8,     0.3,   100, 1e-4,  1e-4,  0.5,  0.1,  1e-3],  // H
  silk:            [600,  1e9,     0.3,   100, 1e-4,  1e-4,  0.25, 0.1,  1e-3],  // H
  wool:            [400,  1e8,     0.3,   100, 1e-4,  1e-4,  0.45, 0.1,  1e-3],  // H
  linen:           [450,  1e9,     0.3,   100, 1e-4,  1e-4,  0.4,  0.1,  1e-3],  // H
  polyester:       [500,  1e9,     0.3,   100, 1e-4,  1e-4,  0.35, 0.1,  1e-3],  // H
  denim:           [450,  5e8,     0.3,   100, 1e-4,  1e-4,  0.5,  0.1,  1e-3],  // H
} as const satisfies Readonly<Record<string, Row>>;

// biome-ignore format: a table is read by columns
const lossFactors: Readonly<Partial<Record<keyof typeof table, number>>> = {
  steel: 2e-4, 'stainless-steel': 2e-4, iron: 2e-4, aluminium: 1e-4, brass: 5e-4, bronze: 5e-4, copper: 2e-3, // L
  gold: 3e-4, silver: 4e-4, lead: 2e-2, glass: 1e-3, // L
  'cast-iron': 2e-3, titanium: 3e-4, ceramic: 1.5e-3, porcelain: 1.5e-3, // A
  brick: 1.5e-2, concrete: 1e-2, cork: 0.15, oak: 1e-2, pine: 8e-3, plywood: 1.2e-2, mdf: 2e-2, // L
  spruce: 7e-3, wood: 1e-2, maple: 1e-2, // F
  acrylic: 3e-2, polystyrene: 1.5e-2, polycarbonate: 1e-2, nylon: 1.4e-2, abs: 3e-2, pvc: 2e-2, // A
  polyethylene: 5e-2, teflon: 8e-2, rubber: 0.1, foam: 0.2, // A
  silicone: 0.1, leather: 0.1, paper: 0.05, // A
  jelly: 0.1, // E
  cotton: 0.3, silk: 0.3, wool: 0.3, linen: 0.3, polyester: 0.3, denim: 0.3, // K
};

/** How thick sheets of it commonly are [m], where that is not a millimetre: a page of 80 g/m², upper leather, packing foam. */
const thicknesses: Readonly<Partial<Record<keyof typeof table, number>>> = {
  paper: 1e-4,
  leather: 1.2e-3,
  foam: 5e-3,
};

/** Metals: expansion [1/K], conductivity [W/(m K)], heat capacity [J/(kg K)]; H. */
// biome-ignore format: a table is read by columns
const thermals: Readonly<Partial<Record<keyof typeof table, readonly [number, number, number]>>> = {
  steel:             [1.17e-5, 50,   490],
  'stainless-steel': [1.73e-5, 15,   500],
  iron:              [1.18e-5, 80,   449],
  'cast-iron':       [1.1e-5,  50,   460],
  aluminium:         [2.31e-5, 237,  897],
  copper:            [1.65e-5, 401,  385],
  brass:             [1.9e-5,  120,  380],
  bronze:            [1.8e-5,  60,   380],
  lead:              [2.89e-5, 35.3, 129],
  titanium:          [8.6e-6,  21.9, 523],
  gold:              [1.42e-5, 318,  129],
  silver:            [1.89e-5, 429,  235],
};

/**
 * Roughness Ra [m] of a surface as it is usually made: ground or drawn metal, pressed plastic, polished glass and glaze, planed
 * wood, sawn stone. The ranges of processes are those of ISO 4287 practice (Whitehouse, "Handbook of Surface Metrology"), wood
 * and stone those of sanding and sawing; a polished or a cast surface of the same material is ten times finer or coarser.
 */
// biome-ignore format: a table is read by columns
const roughnesses: Readonly<Partial<Record<keyof typeof table, number>>> = {
  steel: 8e-7, 'stainless-steel': 4e-7, iron: 1.6e-6, 'cast-iron': 6.3e-6, aluminium: 8e-7, copper: 8e-7, brass: 8e-7,
  bronze: 8e-7, lead: 1.6e-6, titanium: 8e-7, gold: 2e-7, silver: 2e-7,
  glass: 2e-8, porcelain: 2e-7, ceramic: 1e-6, ice: 1e-6, bone: 2e-6,
  abs: 4e-7, pla: 1e-5, nylon: 8e-7, teflon: 8e-7, polyethylene: 8e-7, acrylic: 5e-8, pvc: 4e-7, polystyrene: 4e-7,
  polycarbonate: 5e-8, rubber: 3e-6, 'hard-rubber': 1.6e-6,
  wood: 5e-6, oak: 6e-6, pine: 5e-6, spruce: 5e-6, maple: 4e-6, balsa: 8e-6, bamboo: 5e-6, plywood: 6e-6, mdf: 4e-6,
  cork: 2e-5, cardboard: 5e-6, paper: 3e-6, leather: 1e-5, foam: 5e-5,
  concrete: 2e-5, brick: 2.5e-5, stone: 1e-5, granite: 3e-6, marble: 1e-6, sandstone: 2.5e-5,
  cotton: 2e-5, silk: 1e-5, wool: 3e-5, linen: 2e-5, polyester: 1e-5, denim: 3e-5,
};
/** Of what has no name: machined or moulded. */
const USUAL_ROUGHNESS = 1e-6;

const textiles: Readonly<Partial<Record<keyof typeof table, Textile>>> = {
  cotton: { areaDensity: 0.12, thickness: 4e-4, stretch: [1.6e4, 1e4], shear: 34, bend: [7.8e-6, 4.9e-6] },
  silk: { areaDensity: 0.06, thickness: 2e-4, stretch: [1.2e4, 8e3], shear: 17, bend: [2.9e-6, 2e-6] },
  wool: { areaDensity: 0.25, thickness: 6e-4, stretch: [9.8e3, 6.1e3], shear: 39, bend: [1.2e-5, 8.8e-6] },
  linen: { areaDensity: 0.18, thickness: 4e-4, stretch: [2.5e4, 1.6e4], shear: 45, bend: [2.5e-5, 2e-5] },
  polyester: {
    areaDensity: 0.08,
    thickness: 1.5e-4,
    stretch: [2.5e4, 1.6e4],
    shear: 22,
    bend: [2.9e-6, 2.9e-6],
  },
  denim: { areaDensity: 0.4, thickness: 9e-4, stretch: [2.5e4, 1.2e4], shear: 170, bend: [4.9e-5, 2.9e-5] },
};

/** What a body is made of when nothing is said: something like a hard plastic, with water's density. */
export const defaultMaterial: Material = Object.freeze({
  name: 'default',
  density: 1000,
  youngsModulus: 2e9,
  poissonRatio: 0.35,
  dampingAlpha: 30,
  dampingBeta: 1e-6,
  contactDamping: 4e-4,
  friction: 0.5,
  restitution: 0,
  rollingFriction: 0,
});

/** Other spellings people use. */
const aliases = {
  aluminum: 'aluminium',
  ptfe: 'teflon',
  plexiglass: 'acrylic',
  plastic: 'abs',
  'medium-density-fiberboard': 'mdf',
} as const satisfies Readonly<Record<string, keyof typeof table>>;

/**
 * Materials by name, for the types of scenes. Whoever brings one of his own adds its name:
 *
 *   declare module 'carom/scene' { interface Materials { unobtainium: true } }
 */
export interface Materials extends Record<keyof typeof table | keyof typeof aliases | 'default', true> {}

/** Names of materials. */
export type MaterialName = keyof Materials;

/** All of them. */
export const materialNames: readonly string[] = Object.freeze([
  ...Object.keys(table),
  ...Object.keys(aliases),
]);

/** The same with α and β [1/s, s] alone: who gives them means them, not what a named material loses by itself. */
export function withRayleigh(
  material: Material,
  given: Partial<Pick<Material, 'dampingAlpha' | 'dampingBeta'>>,
): Material {
  const { lossFactor: _loss, thermal: _thermal, ...rest } = material;
  return { ...rest, ...given };
}

/** Ra [m]: as the scene says, as the named material has it, or as most things have. */
export function surfaceRoughness({ roughness, name }: Pick<Material, 'roughness' | 'name'>): number {
  if (roughness !== undefined) return roughness;
  return (
    (Object.hasOwn(table, name) ? roughnesses[name as keyof typeof table] : undefined) ?? USUAL_ROUGHNESS
  );
}

/** A material by name; undefined where there is none. */
export function findMaterial(name: string): Material | undefined {
  const key = name.toLowerCase().replace(/[\s_]/g, '-');
  if (key === 'default') return defaultMaterial;
  const known = Object.hasOwn(aliases, key) ? aliases[key as keyof typeof aliases] : key;
  if (!Object.hasOwn(table, known)) return undefined;
  const named = known as keyof typeof table;
  const row = table[named];
  const lossFactor = lossFactors[named];
  const thermal = thermals[named];
  const textile = textiles[named];
  const thickness = thicknesses[named];
  return Object.freeze({
    name: known,
    density: row[0],
    youngsModulus: row[1],
    poissonRatio: row[2],
    dampingAlpha: row[3],
    dampingBeta: row[4],
    contactDamping: row[5],
    friction: row[6],
    restitution: row[7],
    rollingFriction: row[8],
    ...(lossFactor === undefined ? {} : { lossFactor }),
    ...(thermal === undefined
      ? {}
      : { thermal: { expansion: thermal[0], conductivity: thermal[1], heatCapacity: thermal[2] } }),
    ...(textile === undefined ? {} : { textile }),
    ...(thickness === undefined ? {} : { thickness }),
  });
}
