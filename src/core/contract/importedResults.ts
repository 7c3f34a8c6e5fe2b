/** Calls and data of the contract: external results of a study: rows of its table, or published numbers. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import type { ImportedKind } from '../methods/importedMethod.ts';
import type { PublishedNumber } from '../study/table/publishedNumber.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hiddenCharacters.ts';
import { base, byId, id, writing } from './procedures.ts';
import { sentFile } from './files.ts';
import type { StudyDetails } from './studies.ts';

/** Imported results: one file, or score files of one split each. */
const files = z.array(sentFile).min(1).max(10_000);
const elsewhereLabel = z.string().trim().min(1).max(60).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);

/** Imported results as a row of a study's table. */
export interface ImportedResultsSummary {
  readonly label: string;
  readonly source: string;
  readonly sha256: string;
  readonly holds: ImportedKind;
  readonly cells: { readonly total: number; readonly done: number };
}

/** Preview of imported results. */
export interface ImportedResultsPreview {
  readonly holds: ImportedKind;
  readonly source: string;
  readonly sha256: string;
  /** Number of splits with results in the files, out of all. */
  readonly splits: number;
  readonly planned: number;
  /** Missing splits, as "k=2, repeat 3"; the first 20. */
  readonly lacking: readonly string[];
  /** Mean error rate over the repeats of each condition in per cent; null without results. */
  readonly conditions: readonly { readonly key: string; readonly repeats: number; readonly error: number | null }[];
  /** How the files were read and which analyses they do not support; one sentence each. */
  readonly remarks: readonly string[];
}

/** Rows and published numbers that were not computed here. */
export const importedResults = {
  /** Previews files of imported results; INVALID with everything that does not fit the splits of the study. */
  previewElsewhere: base.input(z.strictObject({ id, files })).output(type<ImportedResultsPreview>()),
  /**
   * Adds imported results as a row of the study's table. CONFLICT if it already has the label or the file and `replace`
   * is not set.
   */
  addElsewhere: writing
    .input(z.strictObject({ id, files, label: elsewhereLabel, replace: z.boolean().default(false) }))
    .output(type<StudyDetails>()),
  listElsewhere: base.input(byId).output(type<readonly ImportedResultsSummary[]>()),
  removeElsewhere: writing.input(z.strictObject({ id, label: z.string() })).output(type<StudyDetails>()),
  /** Adds published numbers from a file, CSV or JSON, and returns them. */
  addPublished: writing
    .input(z.strictObject({ id, file: sentFile, replace: z.boolean().default(false) }))
    .output(type<readonly PublishedNumber[]>()),
  listPublished: base.input(byId).output(type<readonly PublishedNumber[]>()),
  removePublished: writing
    .input(z.strictObject({ id, source: z.string() }))
    .output(type<{ readonly removed: number }>()),
};
