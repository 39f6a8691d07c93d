// Serves the page of one sweep: the studio, with the folder of the sweep and nothing beside it, on loopback.

import { serveStudio } from './serve-studio.node.ts';

export interface SweepServer {
  /** Of the page. */
  readonly address: string;
  close(): Promise<void>;
}

/** @param port  0: any that is free */
export async function serveSweep(folder: string, port = 0): Promise<SweepServer> {
  const server = await serveStudio({ folder, port });
  return { address: `${server.address}#sweep`, close: () => server.close() };
}
