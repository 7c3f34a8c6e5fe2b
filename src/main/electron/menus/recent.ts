/** Workspaces that were opened last: for the menu here, and for the system's own lists (dock, task bar, jump list). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { z } from 'zod';
import { OWN_FILE } from '../../disk/privateFile.ts';
import { writeFile } from '../../disk/writeFile.ts';

const MOST = 8;

export interface Recent {
  /** The newest first. */
  readonly paths: () => readonly string[];
  readonly add: (path: string) => void;
  readonly clear: () => void;
}

/** @param changed the list is another one */
export function recentWorkspaces(profile: string, changed: () => void): Recent {
  const file = join(profile, 'recent.json');
  const paths = (): string[] => {
    try {
      return z.array(z.string().min(1)).parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return [];
    }
  };
  const keep = (next: readonly string[]): void => {
    writeFile(file, JSON.stringify(next), { mode: OWN_FILE });
    changed();
  };
  return {
    paths,
    add(path) {
      app.addRecentDocument(path);
      keep([path, ...paths().filter((other) => other !== path)].slice(0, MOST));
    },
    clear() {
      app.clearRecentDocuments();
      keep([]);
    },
  };
}
