/** Workspaces that the system asks this application to open: by a second start, or macOS by an event of its own. */
import { app } from 'electron';
import { z } from 'zod';

export interface Openings {
  /** The workspace that was asked for before the application was ready; null: none. */
  readonly first: () => string | null;
  /**
   * Calls back from now on: a workspace to open, or null where a second start named none and only wants the window.
   */
  readonly onAsked: (listener: (workspace: string | null) => void) => void;
}

/** What a second start says of itself: its command line reaches the first one reordered. */
const secondStart = z.object({ workspace: z.string().nullable() });

/** Must run before the app is ready: macOS asks early. */
export function askedWorkspaces(): Openings {
  let first: string | null = null;
  let asked = (workspace: string | null): void => {
    first = workspace ?? first;
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    asked(path);
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const parsed = secondStart.safeParse(data);
    asked(parsed.success ? parsed.data.workspace : null);
  });
  return {
    first: () => first,
    onAsked: (listener) => {
      asked = listener;
    },
  };
}
