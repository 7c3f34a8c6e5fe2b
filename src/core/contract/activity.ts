/** What the engine tells its host of its work, besides what the page asks for; validated where it arrives. */
import { z } from 'zod';

const shardSchema = z.object({
  index: z.int().positive(),
  count: z.int().positive(),
  condition: z.string().optional(),
});

/** A study that runs or waits for its turn. */
const activeStudySchema = z.object({
  id: z.int(),
  name: z.string(),
  /** The part of it that is computed; null: all of it. */
  shard: shardSchema.nullable(),
  /** It begins no further cell. */
  pausing: z.boolean(),
});

export const activitySchema = z.object({
  /** In the order in which they are computed; the first one runs. */
  studies: z.array(activeStudySchema).readonly(),
  /** Names of the datasets that are being imported or preprocessed. */
  imports: z.array(z.string()).readonly(),
  /** Share of the cells of the running study that are finished; null where none runs. */
  share: z.number().min(0).max(1).nullable(),
});

/** What the engine works at. Quitting ends it; cells of studies stay, imports are lost. */
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
  /** Why it ended early, the end of a sentence; null: by itself, or the user stopped it. */
  fault: z.string().nullable(),
});

/** A study runs no longer. */
export type StudyEnd = z.infer<typeof studyEndSchema>;

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type ThemeChoice = z.infer<typeof themeSchema>;

/** A study, or a part of it, to go on with. */
export const resumeSchema = z.object({ study: z.int(), shard: shardSchema.nullable() });
export type Resume = z.infer<typeof resumeSchema>;
