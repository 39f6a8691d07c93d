// Writes src/engines/lcp/statistics/shipped.generated.ts: forward drops of the project's own shapes, in few bytes.
//
//   npx tsx scripts/transition-tables.ts

import { writeFileSync } from 'node:fs';
import { lcp } from '../src/engines/lcp/index.ts';
import { aloneOnFloor, encodeTable, measureTransitions } from '../src/engines/lcp/statistics/index.ts';
import { box, defineScene, resolveScene } from '../src/scene/index.ts';
import { defaultsOf } from '../src/sim/index.ts';

/** Small enough to ship, many enough to differ. */
const DROPS = 40;
const shapes = [
  { name: 'cube', size: [0.1, 0.1, 0.1], friction: 0.4, restitution: 0.4 },
  { name: 'brick', size: [0.2, 0.1, 0.06], friction: 0.5, restitution: 0.4 },
  { name: 'block', size: [0.2, 0.14, 0.1], friction: 0.4, restitution: 0.5 },
] as const;

const entries = shapes.map(({ name, size, friction, restitution }) => {
  const { scene } = resolveScene(
    defineScene({
      name,
      up: 'z',
      engine: 'lcp',
      bodies: [box({ name, size: [...size], density: 600, friction, restitution })],
    }),
  );
  const model = aloneOnFloor(scene, scene.bodies[0], friction, restitution, defaultsOf(lcp));
  const { table } = measureTransitions(model, 1, DROPS, 1);
  const data = Buffer.from(encodeTable(table)).toString('base64');
  console.log(`${name}: ${table.drops} drops, ${Math.round(data.length / 1024)} kB`);
  return `  {\n    name: '${name}',\n    size: [${size.join(', ')}],\n    friction: ${friction},\n    restitution: ${restitution},\n    data: '${data}',\n  },`;
});
writeFileSync(
  new URL('../src/engines/lcp/statistics/shipped.generated.ts', import.meta.url),
  `// Written by scripts/transition-tables.ts.

export interface ShippedTable {
  readonly name: string;
  /** Of the box that was dropped [m]. */
  readonly size: readonly [number, number, number];
  readonly friction: number;
  readonly restitution: number;
  /** See table-bytes.ts. */
  readonly data: string;
}

export const shippedTables: readonly ShippedTable[] = [\n${entries.join('\n')}\n];\n`,
);
