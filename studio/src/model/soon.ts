// Frames may come faster than they can be told of: telling waits a moment, and then tells of all of them at once.

const PAUSE_MS = 80;

export interface Soon {
  /** Acts within a moment; once, however often it was asked. */
  ask(): void;
  /** Acts now if it was asked. */
  flush(): void;
}

export function soon(act: () => void, pauseMs = PAUSE_MS): Soon {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    act();
  };
  return {
    ask() {
      timer ??= setTimeout(run, pauseMs);
    },
    flush() {
      if (timer === undefined) return;
      clearTimeout(timer);
      run();
    },
  };
}
