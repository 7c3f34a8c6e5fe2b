/** What the calls of every domain share. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { Progress } from '../progress.ts';

/** Errors every call may answer with; `message` is one sentence for the user. */
export const base = oc.errors({
  NOT_FOUND: { status: 404 },
  INVALID: {
    status: 422,
    data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  CONFLICT: { status: 409 },
});

/**
 * Calls that only read: their services work on any connection to the workspace, also in a thread that only reads.
 * `quick`: what the user waits for while the page stays usable; these wait for each other, and not for the long ones.
 */
export const quickRead = base.$meta<{ readonly reads: 'quick' }>({ reads: 'quick' });
export const longRead = base.$meta<{ readonly reads: 'long' }>({ reads: 'long' });

export const id = z.int().min(1);
export const byId = z.strictObject({ id });
/** Stands for a path that the client never sees. */
export const token = z.string().min(1).max(200);
/** Where eye positions come from: a token of a file or folder, or those that were marked in the dataset itself. */
export const eyeSource = z.union([token, z.strictObject({ marked: z.literal(true) })]);
export type EyeChoice = z.infer<typeof eyeSource>;

// Fits that are followed while they go on.

export type FitEvent<R> =
  /** `done` counts iterations, of `total` at most; 0 for closed forms. */
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'failed'; readonly reason: string };
