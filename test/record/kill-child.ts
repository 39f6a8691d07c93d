// Runs to be killed: starts or resumes every recording named by its arguments and advances them in turn, the
// second by two frames for one of the first, the third by three …, so that a kill meets each at its own moment.
// Tells every commit as "number frames", and the end of each as "number done".

import { writeSync } from 'node:fs';
import { flight } from '../../src/engines/flight/index.ts';
import { fileSink } from '../../src/record/container/file.node.ts';
import { resumeRecordingFile } from '../../src/record/container/mend.node.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { copyState, defaultsOf, restoreState, run } from '../../src/sim/index.ts';
import { describeRun, lonelyContext, tinyScene } from '../sim/tiny.ts';

const scene = tinyScene({ duration: 10, frameRateHz: 60 });

/** Yields after every frame. */
async function* record(path: string, number: number): AsyncGenerator<void> {
  const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
  const resumed = await resumeRecordingFile(path).catch(() => undefined);
  const sink = resumed?.sink ?? fileSink(path);
  const writer = resumed?.writer ?? RecordingWriter.create(sink, scene, describeRun(flight, scene));
  if (resumed) restoreState(simulation, await resumed.recording.snapshot());

  const firstFrame = writer.nextFrame;
  for (const frame of run(simulation, { scene, reportColumns: flight.columns.length, firstFrame })) {
    writer.add(frame);
    if (frame.index % 5 === 0) {
      writer.commit(copyState(simulation.state));
      writeSync(1, `${number} ${writer.nextFrame}\n`);
    }
    yield;
  }
  writer.commit(copyState(simulation.state));
  writer.close();
  sink.close();
  await resumed?.recording.close();
  writeSync(1, `${number} done\n`);
}

const runs = process.argv.slice(2).map((path, number) => record(path, number));
const isDone = runs.map(() => false);
while (isDone.includes(false)) {
  for (let number = 0; number < runs.length; number++) {
    for (let frame = 0; frame <= number && !isDone[number]; frame++) {
      isDone[number] = (await runs[number].next()).done === true;
    }
  }
}
