// Opens files of the user's: any kind that is read, one or many, or a whole folder.

import { useRef } from 'preact/hooks';
import { complain } from '../model/complaints.ts';
import { gatherPicked } from './gather.ts';
import type { Given } from './given.ts';

const ACCEPTED = '.stl,.3mf,.obj,.off,.ply,.glb,.pc2,.json,.zip,.carom';

/** Opens whatever these files are. What reads them is loaded now. */
export function open(files: readonly Given[] | Promise<readonly Given[]>): void {
  import('./opening.ts').then(({ openFiles }) => openFiles(files)).catch(complain);
}

export function OpenButton({ label = 'Open…', folder = false }: { label?: string; folder?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const title = folder
    ? 'Open a scene folder with its meshes'
    : 'Open meshes (STL, 3MF, OBJ, OFF, PLY, GLB), a scene (JSON, ZIP) or a recording (.carom)';
  return (
    <>
      <button type="button" title={title} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        class="open-input"
        type="file"
        multiple
        hidden
        aria-label={title}
        {...(folder ? { webkitdirectory: true } : { accept: ACCEPTED })}
        onChange={({ currentTarget }) => {
          const files = gatherPicked(currentTarget.files ?? []);
          // The same file may be picked again.
          currentTarget.value = '';
          open(files);
        }}
      />
    </>
  );
}
