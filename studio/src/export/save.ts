// Where exported bytes go: straight into a file of the user's where the browser can, else into a download.

/** What a browser that can write files adds to the page. */
interface SavePicker {
  showSaveFilePicker?(options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }): Promise<FileSystemFileHandle>;
}

export interface Target {
  /** The file itself, where parts of it may be written in any order. */
  readonly stream?: FileSystemWritableFileStream;
  write(piece: Uint8Array | string): Promise<void>;
  /** Only now is there a file. */
  close(): Promise<void>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

/** Pieces are handed to the browser in portions of this many bytes, which it may put on disk. */
const PORTION = 1 << 25;

/**
 * Asks where to save. Must follow a click.
 * @returns undefined where the user thought better of it
 */
export async function askTarget(name: string, type: string): Promise<Target | undefined> {
  const picker = globalThis as SavePicker;
  if (picker.showSaveFilePicker === undefined) return download(name, type);
  const ending = name.slice(name.lastIndexOf('.'));
  let handle: FileSystemFileHandle;
  try {
    handle = await picker.showSaveFilePicker({
      suggestedName: name,
      types: [{ description: ending.slice(1).toUpperCase(), accept: { [type]: [ending] } }],
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined;
    // Frames of other pages may not ask, though they could.
    return download(name, type);
  }
  const stream = await handle.createWritable();
  return {
    stream,
    write: (piece) => stream.write(piece as Uint8Array<ArrayBuffer> | string),
    close: () => stream.close(),
    abort: () => stream.abort(),
  };
}

function download(name: string, type: string): Target {
  const portions: Blob[] = [];
  let parts: (Uint8Array<ArrayBuffer> | string)[] = [];
  let size = 0;
  const gather = () => {
    portions.push(new Blob(parts));
    parts = [];
    size = 0;
  };
  return {
    async write(piece) {
      parts.push(piece as Uint8Array<ArrayBuffer> | string);
      size += piece.length;
      if (size >= PORTION) gather();
    },
    async close() {
      gather();
      const address = URL.createObjectURL(new Blob(portions, { type }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    async abort() {
      portions.length = 0;
      parts = [];
    },
  };
}
