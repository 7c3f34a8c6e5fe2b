/** What the engine reports to its host about its work, in addition to replies to the page; validated on arrival. */
import { z } from 'zod';

const shardSchema = z.object({
  index: z.int().positive(),
  count: z.int().positive(),
  condition: z.string().optional(),
});

/** A study that is running or queued. */
const activeStudySchema = z.object({
  id: z.int(),
  name: z.string(),
  /** The part that is computed; null: the whole study. */
  shard: shardSchema.nullable(),
  /** Starts no further cells. */
  pausing: z.boolean(),
});

export const activitySchema = z.object({
  /** In the order of computation; the first one is running. */
  studies: z.array(activeStudySchema).readonly(),
  /** Names of the datasets that are being imported or preprocessed. */
  imports: z.array(z.string()).readonly(),
  /** Finished share of the cells of the running study; null if none is running. */
  share: z.number().min(0).max(1).nullable(),
});

/** Current work of the engine. Quitting ends it: cells of studies are kept, imports are lost. */
export type Activity = z.infer<typeof activitySchema>;

export const noActivity: Activity = { studies: [], imports: [], share: null };

export const studyEndSchema = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(['ready', 'stopped', 'finished']),
  /** Cells of the study. */
  done: z.int(),
  failed: z.int(),
  total: z.int(),
  /** Why the study ended early, as the end of a sentence; null if it finished or the user stopped it. */
  fault: z.string().nullable(),
  /** The headline of its verdict; null if it was stopped, if cells failed, or if it has none. */
  headline: z.string().nullable(),
});

/** Reported when a study stops running. */
export type StudyEnd = z.infer<typeof studyEndSchema>;

/** Text of the notification that a study has stopped; null if the user stopped it. */
export function endSentence({ state, fault, done, failed, total, headline }: StudyEnd): string | null {
  if (fault !== null) return `The study stopped: ${fault}`;
  if (state !== 'finished') return null;
  if (failed > 0) return `Finished, but ${failed} of ${total} cells failed.`;
  return headline ?? `Finished: ${done} cells.`;
}

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type ThemeChoice = z.infer<typeof themeSchema>;

/** A study, or a part of it, to resume. */
export const resumeSchema = z.object({ study: z.int(), shard: shardSchema.nullable() });
export type Resume = z.infer<typeof resumeSchema>;
