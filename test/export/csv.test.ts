import { beforeAll, describe, expect, test } from 'vitest';
import { exportCsv } from '../../src/export/csv.ts';
import type { Recording } from '../../src/record/index.ts';
import { record, scene } from './flown.ts';

describe('CSV', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await record(scene);
  });
  const read = async (table: 'poses' | 'report' | 'velocities' | 'contacts') => {
    let text = '';
    for await (const piece of exportCsv(recording, table)) text += piece;
    return text.split('\r\n').slice(0, -1);
  };

  test('gives back every bit', async () => {
    const lines = await read('poses');
    expect(lines).toHaveLength(1 + recording.frameCount * 5);
    const frame = await recording.frame(recording.frameCount - 1);
    const cells = lines[lines.length - 2].split(',');
    expect(cells.slice(3).map(Number)).toEqual([...frame.poses.subarray(21, 28)]);
    const report = await read('report');
    expect(report[0]).toContain('energy [J]');
    expect(report[31].split(',').slice(2).map(Number)).toEqual([...(await recording.report(30))]);
    expect(await read('contacts')).toHaveLength(1);
  });

  test('quotes names, and lets none be a formula', async () => {
    expect((await read('velocities'))[2]).toContain(`"'=crate, ""first"""`);
  });
});
