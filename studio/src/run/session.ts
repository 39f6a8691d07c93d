// The run of what is open.

export async function leaveRun(): Promise<void> {}

/** Shows, and where it was cut off takes up, the run that was kept for a place. */
export async function takeUpRun(_place: string): Promise<void> {}
