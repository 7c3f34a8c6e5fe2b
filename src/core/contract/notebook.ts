/** Data of the contract: a researcher's notes on studies and datasets, and their history. */
import { z } from 'zod';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hiddenCharacters.ts';

/** Maximum characters of a note and of a tag; maximum tags per study or dataset. */
const LONGEST_NOTE = 100_000;
export const LONGEST_TAG = 40;
export const MOST_TAGS = 20;

/** Notebook entry of a study or dataset. No result depends on it. */
export interface NotebookEntry {
  /** Markdown, as `core/text/note` reads it; empty: none. */
  readonly note: string;
  readonly tags: readonly string[];
  readonly starred: boolean;
}

const tag = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST_TAG, `must have at most ${LONGEST_TAG} characters`)
  .regex(/^[^,]*$/, 'must not contain a comma')
  .regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);

/** Changed fields of an entry; absent fields stay. */
export const notebookChangeSchema = z
  .strictObject({
    note: z.string().max(LONGEST_NOTE, `must have at most ${LONGEST_NOTE} characters`),
    tags: z
      .array(tag)
      .max(MOST_TAGS, `must be at most ${MOST_TAGS}`)
      .refine((tags) => new Set(tags.map((text) => text.toLowerCase())).size === tags.length, 'must differ'),
    starred: z.boolean(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must change something');

export type NotebookChange = z.infer<typeof notebookChangeSchema>;

/** Events of studies and datasets; the first of each is its creation. */
export type HistoryEvent =
  | 'created'
  | 'renamed'
  | 'extended'
  | 'started'
  | 'resumed'
  | 'paused'
  | 'cancelled'
  | 'stopped'
  | 'finished'
  | 'retried'
  | 'again'
  | 'merged'
  | 'excluded'
  | 'included'
  | 'exported';

export interface HistoryEntry {
  readonly at: string;
  readonly event: HistoryEvent;
  /** Details or a reason, as the end of a sentence ("2 more methods", "the disk is full"); may be empty. */
  readonly detail: string;
}
