// A run to be killed: starts or resumes the recording named by its argument, telling every commit.

import { writeSync } from 'node:fs';
import { flight } from '../../src/engines/flight/flight.ts';
import { fileSink, resumeRecordingFile } from '../../src/record/file.node.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { defaultsOf } from '../../src/sim/options.ts';
import { run } from '../../src/sim/run.ts';
import { copyState, restoreState } from '../../src/sim/snapshot.ts';
import { describeRun, lonelyContext, tinyScene } from '../sim/tiny.ts';

const scene = tinyScene({ duration: 10, frameRateHz: 60 });
const path = process.argv[2];
const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());

const resumed = await resumeRecordingFile(path).catch(() => undefined);
const sink = resumed?.sink ?? fileSink(path);
const writer = resumed?.writer ?? RecordingWriter.create(sink, scene, describeRun(flight, scene));
if (resumed) restoreState(simulation, await resumed.recording.snapshot());

const firstFrame = writer.nextFrame;
for (const record of run(simulation, { scene, reportColumns: flight.columns.length, firstFrame })) {
  writer.add(record);
  if (record.index % 5 !== 0) continue;
  writer.commit(copyState(simulation.state));
  writeSync(1, `${writer.nextFrame}\n`);
}
writer.commit(copyState(simulation.state));
writer.close();
sink.close();
await resumed?.recording.close();
writeSync(1, 'done\n');
