// Two items that may not be where they are, as what looks for such finds them.

/** What is wrong between two items, each named by an owner of it. */
export interface Meeting {
  readonly one: number;
  readonly other: number;
  /** What the first does: "goes through", and after the other's name where. */
  readonly does: string;
  readonly where?: string;
  readonly value?: string;
}
