/// <reference types="vite/client" />

declare module 'virtual:examples' {
  /** One of examples/**, as the studio's build found it. */
  export interface ListedExample {
    readonly name: string;
    /** Below the folder of examples. */
    readonly file: string;
    /** The comment at its top: a title sentence, then more. */
    readonly about: string;
    readonly engine?: string;
    readonly budgetSeconds: number;
    /** Where its picture is, relative to the page. */
    readonly picture?: string;
  }
  export const examples: readonly ListedExample[];
}
