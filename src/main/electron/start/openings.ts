/** What the system asks this application to open: by a second start, or macOS by an event of its own. */
import { app } from 'electron';
import { z } from 'zod';

export interface OpenRequest {
  /** Null: the one that is open. */
  readonly workspace: string | null;
  /** A study of that workspace to show; null: none. */
  readonly study: number | null;
}

export interface Openings {
  /** The workspace that was asked for before the application was ready; null: none. */
  readonly first: () => string | null;
  /** Calls back from now on; a second start that names neither workspace nor study only wants the window. */
  readonly onAsked: (listener: (asked: OpenRequest) => void) => void;
}

/** What a second start says of itself: its command line reaches the first one reordered. */
const secondStart = z.object({
  workspace: z.string().nullable(),
  study: z.int().positive().nullable().default(null),
});

/** Must run before the app is ready: macOS asks early. */
export function openRequests(): Openings {
  let first: string | null = null;
  let asked = ({ workspace }: OpenRequest): void => {
    first = workspace ?? first;
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    asked({ workspace: path, study: null });
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const parsed = secondStart.safeParse(data);
    asked(parsed.success ? parsed.data : { workspace: null, study: null });
  });
  return {
    first: () => first,
    onAsked: (listener) => {
      asked = listener;
    },
  };
}
