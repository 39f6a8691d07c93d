// The version of the package where no manifest can be read; the build puts it in (tsdown.config.ts).

declare const CAROM_VERSION: string | undefined;

/** Of the package. */
export const version = typeof CAROM_VERSION === 'undefined' ? 'source' : CAROM_VERSION;
