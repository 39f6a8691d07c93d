// Looks into the engine beside the page (looker.ts).

import type { FromLooker, ToLooker } from './look-messages.ts';
import { Looker } from './looker.ts';

/** Who looks, at which moment, and whether somebody is at it. */
const work: { looker: Looker | undefined; wanted: number | undefined; isGoing: boolean } = {
  looker: undefined,
  wanted: undefined,
  isGoing: false,
};

function say(message: FromLooker): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<ToLooker>) => {
  try {
    if (data.kind === 'open') work.looker = new Looker(data.scene, data.inputs);
    else work.wanted = data.time;
    if (!work.isGoing) void go();
  } catch (error) {
    fail(error);
  }
});

/** Frame by frame, hearing between them whether another moment is wanted. */
async function go(): Promise<void> {
  work.isGoing = true;
  try {
    while (work.wanted !== undefined && work.looker !== undefined) {
      const { looker, wanted: time } = work;
      const isThere = looker.goTowards(time);
      if (isThere) {
        say({ kind: 'seen', seen: looker.see() });
        if (work.wanted === time) work.wanted = undefined;
      } else say({ kind: 'going', time: looker.now });
      await new Promise((resolve) => setTimeout(resolve));
    }
  } catch (error) {
    work.wanted = undefined;
    fail(error);
  }
  work.isGoing = false;
}

function fail(error: unknown): void {
  say({ kind: 'failed', what: error instanceof Error ? error.message.split('\n')[0] : String(error) });
}
