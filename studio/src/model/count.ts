// Numbers that tell things apart, and whether a number is another one than last time.

export class Counter {
  private last = 0;

  next(): number {
    return ++this.last;
  }
}

export class Seen {
  private last = 0;

  isNew(number: number): boolean {
    const isOther = number !== this.last;
    this.last = number;
    return isOther;
  }
}
