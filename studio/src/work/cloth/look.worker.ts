// Looks into the engine beside the page (looker.ts).

import type { FromLooker, ToLooker } from './look-messages.ts';
import { Looker } from './looker.ts';

let looker: Looker | undefined;
let wanted: number | undefined;
let isGoing = false;

function say(message: FromLooker): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<ToLooker>) => {
  try {
    if (data.kind === 'open') looker = new Looker(data.scene, data.inputs);
    else wanted = data.time;
    if (!isGoing) void go();
  } catch (error) {
    fail(error);
  }
});

/** Frame by frame, hearing between them whether another moment is wanted. */
async function go(): Promise<void> {
  isGoing = true;
  try {
    while (wanted !== undefined && looker !== undefined) {
      const time = wanted;
      const isThere = looker.goTowards(time);
      if (isThere) {
        say({ kind: 'seen', seen: looker.see() });
        if (wanted === time) wanted = undefined;
      } else say({ kind: 'going', time: looker.now });
      await new Promise((resolve) => setTimeout(resolve));
    }
  } catch (error) {
    wanted = undefined;
    fail(error);
  }
  isGoing = false;
}

function fail(error: unknown): void {
  say({ kind: 'failed', what: error instanceof Error ? error.message.split('\n')[0] : String(error) });
}
