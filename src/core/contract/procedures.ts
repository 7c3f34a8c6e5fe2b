/** Shared definitions of the calls of all domains. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { Progress } from '../progress.ts';

/** Errors of every call; `message` is one sentence for the user. */
export const base = oc.errors({
  NOT_FOUND: { status: 404 },
  INVALID: {
    status: 422,
    data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  CONFLICT: { status: 409 },
});

/**
 * Read-only calls: they work on any connection to the workspace, also in a read-only thread. `quick`: the user waits
 * for the reply; quick calls queue behind each other, never behind long ones.
 */
export const quickRead = base.$meta<{ readonly reads: 'quick' }>({ reads: 'quick' });
export const longRead = base.$meta<{ readonly reads: 'long' }>({ reads: 'long' });
/** Calls that store something in the workspace: refused before any work if it is read-only. */
export const writing = base.$meta<{ readonly writes: true }>({ writes: true });

export const id = z.int().min(1);
export const byId = z.strictObject({ id });
/** Stands for a path that the client never sees. */
export const token = z.string().min(1).max(200);
/** Source of eye positions: the token of a file or folder, or the marks in the dataset itself. */
export const eyeSource = z.union([token, z.strictObject({ marked: z.literal(true) })]);
export type EyeChoice = z.infer<typeof eyeSource>;

// Progress and results of fits that a client follows.

export type FitEvent<R> =
  /** `done` counts iterations, of at most `total`; 0 for closed forms. */
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'failed'; readonly reason: string };
