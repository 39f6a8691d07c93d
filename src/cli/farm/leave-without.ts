// Connections that wait for a Redis which is out of reach keep a process alive.

const SOON_MS = 500;

/** All is said and written: whatever still waits is left behind. */
export function leaveWithout(): void {
  setTimeout(() => process.exit(), SOON_MS).unref();
}
