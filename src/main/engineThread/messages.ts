/**
 * Messages between a host (Electron's main process, the loopback host) and the engine's thread. The page's calls are
 * separate: they travel over ports that the host sends with `port`.
 *
 * To the thread:
 * - `open`: the first message; answered by `ready` or `failed`. `resume` and `restart` are set if the engine replaces
 *   one that ended.
 * - `port`: answer the contract over this port, until it closes.
 * - `chosen`: the answer to `choose`; null if the dialog was dismissed.
 * - `printed`: the answer to `print`: whether the document was printed, or why it cannot be.
 * - `close`: stop all work, close the workspace, end. Answered by the end of the thread.
 *
 * From the thread:
 * - `ready`: calls are answered. `theme` is the stored one, for the frame of the window.
 * - `failed`: the workspace cannot be opened, with the reason in one sentence. The thread ends.
 * - `choose`: open the native dialog.
 * - `print`: print this document by the native dialog.
 * - `busy`: current work of the engine, sent on every change: a host keeps the machine awake while `studies` is not
 *   empty, shows `share` on its icon, and asks before it quits.
 * - `ended`: a study has stopped; the text of a notification.
 * - `theme`: the user has chosen another theme.
 */
import { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { activitySchema, resumeSchema, studyEndSchema, themeSchema } from '../../core/contract/activity.ts';
import { printing } from '../../core/contract/desktopShell.ts';

const openSchema = z.object({
  kind: z.literal('open'),
  workspacePath: z.string(),
  host: z.enum(['desktop', 'browser']),
  /** Folders that `files.list` may list and imports may read. */
  roots: z.array(z.string()).readonly(),
  /** The host can open native dialogs. */
  dialogs: z.boolean(),
  workers: z.int().min(0).optional(),
  /** Log of unexpected errors. @default standard error */
  logFile: z.string().optional(),
  /** Studies that the previous engine was computing, in their order. */
  resume: z.array(resumeSchema).readonly(),
  /** Why this engine replaces another one, as a sentence for the user; null for the first. */
  restart: z.string().nullable(),
});

export type OpenMessage = z.infer<typeof openSchema>;

export const toThreadSchema = z.discriminatedUnion('kind', [
  openSchema,
  z.object({ kind: z.literal('port'), port: z.instanceof(MessagePort) }),
  z.object({ kind: z.literal('chosen'), id: z.int(), path: z.string().nullable() }),
  z.object({ kind: z.literal('printed'), id: z.int(), done: z.boolean(), failure: z.string().nullable() }),
  z.object({ kind: z.literal('close') }),
]);

export type ToThread = z.infer<typeof toThreadSchema>;

export const fromThreadSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    path: z.string(),
    notices: z.array(z.string()).readonly(),
    theme: themeSchema,
  }),
  z.object({ kind: z.literal('failed'), sentence: z.string() }),
  z.object({ kind: z.literal('choose'), id: z.int(), what: z.enum(['folder', 'file', 'dropped']) }),
  z.object({ kind: z.literal('print'), id: z.int(), document: printing }),
  z.object({ kind: z.literal('busy'), activity: activitySchema }),
  z.object({ kind: z.literal('ended'), study: studyEndSchema }),
  z.object({ kind: z.literal('theme'), theme: themeSchema }),
]);

export type FromThread = z.infer<typeof fromThreadSchema>;

export const threadDataSchema = z.object({ pulse: z.instanceof(SharedArrayBuffer) });
