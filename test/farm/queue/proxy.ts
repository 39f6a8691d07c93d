// A network between a worker and Redis that can be cut: connections torn, or bytes swallowed without a word.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TestProxy {
  readonly url: string;
  /** Tears every connection and takes no new one. */
  cut(): void;
  /** Keeps connections, loses what they carry. */
  swallow(): void;
  /** What was swallowed stays lost. */
  mend(): void;
  close(): Promise<void>;
}

export async function startProxy(port: number): Promise<TestProxy> {
  let state: 'open' | 'cut' | 'swallow' = 'open';
  const sockets = new Set<Socket>();
  const pipe = (from: Socket, to: Socket): void => {
    sockets.add(from);
    // what was lost on the way cannot be gone on from
    let isBroken = false;
    from.on('data', (data) => {
      if (state === 'swallow') isBroken = true;
      if (!isBroken) to.write(data);
    });
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('error', () => undefined);
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    pipe(near, far);
    pipe(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tear = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut() {
      state = 'cut';
      tear();
    },
    swallow() {
      state = 'swallow';
    },
    mend() {
      state = 'open';
    },
    async close() {
      tear();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
