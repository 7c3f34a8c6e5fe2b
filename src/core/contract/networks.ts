/** Calls and data of the contract: vectors that networks compute. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import { attachmentName } from '../features/attached.ts';
import type { Progress } from '../progress.ts';
import { base, id, token } from './base.ts';
import type { AttachmentSummary } from './datasets.ts';

/** Sent while a network looks at the images: how many it has seen, then what was attached. */
export type EmbedEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly attached: AttachmentSummary }
  | { readonly kind: 'failed'; readonly reason: string };

export const networks = {
  /**
   * Attaches a network's vectors to the images: of the built-in one, or of an ONNX file with its recipe alongside.
   * INVALID for a recipe or images that do not fit; a name in use is told when the vectors are there. Ending the stream
   * cancels.
   */
  embed: base
    .input(z.strictObject({ id, name: attachmentName, model: token.optional(), replace: z.boolean().default(false) }))
    .output(eventIterator(type<EmbedEvent>())),
};
