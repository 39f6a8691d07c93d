// The clock of a run: steps until a time, with knots of the path told as the clock gets there.

import type { StepSink } from '../../record/index.ts';
import { type Context, StepError, type StepReport, Stopped, tellFirstKnots } from '../../sim/index.ts';
import type { Model } from './model.ts';
import { at, type Report } from './report.ts';
import type { LcpState } from './state.ts';
import type { Watch } from './watch.ts';

interface Run {
  readonly model: Model;
  readonly live: LcpState;
  readonly report: Report;
  readonly watch?: Watch;
  readonly context: Context;
}

/** @param takeStep  moves `live` from tick to tick + 1 and reports it */
export function advanceSteps(
  { model, live, report, watch, context }: Run,
  until: number,
  sink: StepSink,
  takeStep: () => void,
): StepReport {
  const h = model.timeStep;
  if (until < live.clock[0])
    throw new StepError(live.clock[0], `a run forward cannot go back to ${until} s`, []);
  const tellKnot = () => {
    if (sink.wants.path) sink.knot(live.tick[0] * h, live.poses);
  };
  tellFirstKnots(live, sink, live.clock[0], until, live.tick[0] * h, live.poses);
  report.clear();
  while (live.tick[0] * h < until) {
    if (context.stop()) throw new Stopped();
    takeStep();
    live.clock[0] = Math.min(until, live.tick[0] * h);
    if (live.tick[0] * h <= until) tellKnot();
    context.progress(Math.min(1, (live.tick[0] * h) / model.scene.duration), 'simulating');
  }
  live.clock[0] = until;
  report.finish(model, live);
  if (watch === undefined) return { steps: report.steps, values: report.values };
  watch.noteEnergy(report.values[at.energy], report.values[at.kineticEnergy], until);
  return { steps: report.steps, values: report.values, complaints: watch.take() };
}
