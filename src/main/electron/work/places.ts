/** Where dialogs begin: where the last of their kind ended. Electron itself begins in Downloads every time. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { privateFolder } from '../../disk/folders.ts';
import { OWN_FILE } from '../../disk/privateFile.ts';
import { writeFile } from '../../disk/writeFile.ts';

const KINDS = ['folder', 'file', 'workspace'] as const;
export type PlaceKind = (typeof KINDS)[number];

const schema = z.partialRecord(z.enum(KINDS), z.string());

/**
 * Answers how to ask for a path of a kind: `ask` gets the folder to begin in, `first` where none is remembered in
 * `profile`; the folder of what it answers is remembered.
 */
export function rememberPlaces(profile: string) {
  const file = join(profile, 'places.json');
  const read = (): z.infer<typeof schema> => {
    try {
      return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return {};
    }
  };
  return async (kind: PlaceKind, first: string, ask: (from: string) => Promise<string | null>) => {
    const path = await ask(read()[kind] ?? first);
    if (path !== null) {
      privateFolder(profile);
      writeFile(file, JSON.stringify({ ...read(), [kind]: dirname(path) }), { mode: OWN_FILE });
    }
    return path;
  };
}
