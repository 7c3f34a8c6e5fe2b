/**
 * The contract between the engine and any client (page, command line, tests). Inputs are parsed by schemas; outputs are
 * typed data. No typed arrays, no NaN, no Infinity: everything survives JSON.
 */
import { eventIterator, oc, type } from '@orpc/contract';
import { z } from 'zod';
import { embeddingSpecSchema } from '../embedding/spec.ts';
import type { EmbeddingEvent } from './embedding.ts';
import type { FitDetails, FitEvent } from './fit.ts';
import { importRecipeSchema } from './importRecipe.ts';
import { stepsSchema } from '../images/preprocess/steps.ts';
import { figureSpecSchema, rankOptionsSchema } from '../figures/figureSpec.ts';
import { MEASURES } from '../measures/measures.ts';
import { studySpecSchema } from '../study/spec/spec.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hidden.ts';
import { tableOptionsSchema } from '../study/table/tableOptions.ts';
import type {
  AttributeValues,
  DatasetDetails,
  DatasetSummary,
  EigenSpectrum,
  MeanFaces,
  StepsPreview,
} from './datasets.ts';
import type { AuditEvent } from './audits.ts';
import type { FileListing, UserSettings, WorkspaceInfo } from './workspace.ts';
import type { ImportEvent, ImportPreview, ShapeChoice, SourceArray } from './imports.ts';
import type { MethodInfo } from './methods.ts';
import type {
  PairComparison,
  StudyDetails,
  StudyEvent,
  StudyMistakes,
  StudyPreview,
  StudyResults,
  StudySplit,
  StudySummary,
} from './studies.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import type { StudyConfusion } from '../study/table/confusion.ts';
import type { WorkspaceFinding } from './workspace.ts';
import type { RankReport } from '../study/comparison/ranks.ts';

/** Errors every call may answer with; `message` is one sentence for the user. */
const base = oc.errors({
  NOT_FOUND: { status: 404 },
  INVALID: {
    status: 422,
    data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  CONFLICT: { status: 409 },
});

const id = z.int().min(1);
const byId = z.strictObject({ id });
/** One study or several. */
const ids = z.array(id).min(1).max(100);
/** A cell of a study by method (label), condition and repeat, at a latent shape. */
const cellAtShape = z.strictObject({
  id,
  label: z.string(),
  condition: z.string(),
  repeat: z.int().min(1),
  shape: z.array(z.int().min(1)).min(1).max(4),
});
/** A split of a study by condition and repeat. */
const ofSplit = z.strictObject({ id, condition: z.string(), repeat: z.int().min(1) });
const token = z.string().min(1).max(200);
const tableOptions = tableOptionsSchema.prefault({});
const shard = z
  .strictObject({ index: z.int().min(1), count: z.int().min(1).max(10_000) })
  .refine(({ index, count }) => index <= count, 'must not be beyond the last part');
export const datasetName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(60, 'must have at most 60 characters')
  .regex(/^[^/\\]*$/, 'must not contain / or \\')
  .regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);
/** Greatest number of pixels a side of a preview. */
const maxSide = z.int().min(8).max(512);
/** Files that a dataset is exported to. */
export const datasetFormats = ['npz', 'mat', 'png'] as const;
export type DatasetFormat = (typeof datasetFormats)[number];
/** Rows × columns of the stored images. */
export const imageSize = z.strictObject({ rows: z.int().min(1).max(4096), cols: z.int().min(1).max(4096) });
export const tableFormats = [
  'text',
  'csv',
  'csv-long',
  'tsv',
  'latex',
  'markdown',
  'html',
  'typst',
  'methods',
  'bibtex',
  'json',
  'splits',
  'splits-mat',
  'manifest',
  'report',
  'xlsx',
] as const;
export type TableFormat = (typeof tableFormats)[number];

export const contract = {
  workspace: {
    info: base.output(type<WorkspaceInfo>()),
    /** Writes all of the workspace to a new file beside it, named after the time; answers its path. */
    backup: base.output(type<{ path: string }>()),
    /** What is not as it was stored; with `repair`, damaged cells become pending again. Not while studies run. */
    check: base.input(z.strictObject({ repair: z.boolean() })).output(type<readonly WorkspaceFinding[]>()),
    /** Rewrites the file without the room of what was deleted; not while studies run. */
    shrink: base.output(type<WorkspaceInfo>()),
  },
  settings: {
    get: base.output(type<UserSettings>()),
    set: base
      .input(
        z.strictObject({
          workers: z.int().min(0).max(64).optional(),
          theme: z.enum(['system', 'light', 'dark']).optional(),
        }),
      )
      .output(type<UserSettings>()),
  },
  files: {
    /** Folders and files of one use under a token; null lists the roots. Browser host only. @default 'images' */
    list: base
      .input(z.strictObject({ token: token.nullable(), use: z.enum(['images', 'eyes']).optional() }))
      .output(type<FileListing>()),
    /** Opens the native dialog (desktop only); null when dismissed. */
    choose: base
      .input(z.strictObject({ kind: z.enum(['folder', 'file']) }))
      .output(type<{ token: string; name: string } | null>()),
  },
  datasets: {
    list: base.output(type<readonly DatasetSummary[]>()),
    get: base.input(byId).output(type<DatasetDetails>()),
    /** 8-bit previews of the images with these indices, reduced to at most `maxSide` pixels a side. */
    thumbnails: base
      .input(z.strictObject({ id, index: z.array(z.int().min(0)).min(1).max(500), maxSide }))
      .output(type<PixelBlock>()),
    rename: base.input(z.strictObject({ id, name: datasetName })).output(type<DatasetSummary>()),
    /** Hides the dataset; it can be restored for an hour, and until the workspace is opened again after that. */
    delete: base.input(byId).output(type<null>()),
    /** Takes a deletion back. */
    restore: base.input(byId).output(type<DatasetSummary>()),
    /** Takes images (indices) out of the dataset, whose hash changes with that; not while a study uses it. */
    exclude: base
      .input(z.strictObject({ id, index: z.array(z.int().min(0)).min(1).max(100_000) }))
      .output(type<DatasetSummary>()),
    /** Brings excluded images (keys) back to their places. */
    include: base
      .input(z.strictObject({ id, keys: z.array(z.int().min(1)).min(1).max(100_000) }))
      .output(type<DatasetSummary>()),
    attributes: base.input(byId).output(type<readonly AttributeValues[]>()),
    /** The mean image, and that of each subject, reduced to at most `maxSide` pixels a side. */
    means: base.input(z.strictObject({ id, maxSide })).output(type<MeanFaces>()),
    spectrum: base.input(byId).output(type<EigenSpectrum>()),
    /**
     * Twins, constant and truncated images, odd sizes, eyes, unequal counts; `near: null` looks for exact twins only. Ending
     * the stream cancels.
     */
    audit: base
      .input(z.strictObject({ id, near: z.number().min(0.9).max(1).nullable().optional(), eyes: token.optional() }))
      .output(eventIterator(type<AuditEvent>())),
    /** A new dataset from the images of another one; `eyes` is a token for a file of eye positions or a folder of them. */
    preprocess: base
      .input(z.strictObject({ id, name: datasetName, steps: stepsSchema, eyes: token.optional() }))
      .output(eventIterator(type<ImportEvent>())),
    /** Before and after of some images: of a dataset, or of a source that is not imported yet (`size` as in the import). */
    previewSteps: base
      .input(
        z.strictObject({
          of: z.union([
            z.strictObject({ id, index: z.array(z.int().min(0)).min(1).max(24) }),
            z.strictObject({
              token,
              recipe: importRecipeSchema.optional(),
              size: imageSize.nullable().optional(),
              count: z.int().min(1).max(24),
            }),
          ]),
          steps: stepsSchema.or(z.array(z.never()).length(0)),
          eyes: token.optional(),
          maxSide,
        }),
      )
      .output(type<StepsPreview>()),
    /** The dataset as a file: NumPy archive, MATLAB file, or ZIP of a folder of PNG images. */
    export: base.input(z.strictObject({ id, format: z.enum(datasetFormats) })).output(type<File>()),
    /** Arrays of a MATLAB or NumPy file, or columns of a table; none for folders and IDX files. */
    sourceArrays: base.input(z.strictObject({ token })).output(type<readonly SourceArray[]>()),
    /** Shapes for images whose shape nothing says, the smoothest first, each in both orders; none where it is known. */
    shapeChoices: base
      .input(z.strictObject({ token, recipe: importRecipeSchema.optional() }))
      .output(type<readonly ShapeChoice[]>()),
    previewImport: base
      .input(z.strictObject({ token, recipe: importRecipeSchema.optional() }))
      .output(type<ImportPreview>()),
    /** Imports and reports; ending the stream cancels the import and leaves nothing behind. */
    import: base
      .input(
        z.strictObject({
          token,
          name: datasetName,
          size: imageSize.nullable(),
          recipe: importRecipeSchema.optional(),
        }),
      )
      .output(eventIterator(type<ImportEvent>())),
  },
  embeddings: {
    /** Fits one method to the images of a dataset and places them in its latent space; ending the stream cancels. */
    compute: base.input(embeddingSpecSchema.extend({ id })).output(eventIterator(type<EmbeddingEvent>())),
  },
  methods: {
    list: base.output(type<readonly MethodInfo[]>()),
  },
  studies: {
    list: base.output(type<readonly StudySummary[]>()),
    get: base.input(byId).output(type<StudyDetails>()),
    /** Cells and fits of a spec, or INVALID with every problem by field; `extends`: as an extension of this study. */
    preview: base.input(z.strictObject({ spec: studySpecSchema, extends: id.optional() })).output(type<StudyPreview>()),
    create: base.input(z.strictObject({ spec: studySpecSchema })).output(type<StudyDetails>()),
    /** Adds repeats, methods and conditions to a study by a changed spec of its name; finished cells keep their results. */
    extend: base.input(z.strictObject({ id, spec: studySpecSchema })).output(type<StudyDetails>()),
    delete: base.input(byId).output(type<null>()),
    /** Starts or resumes, the whole study or part `index` of `count`; answers as soon as the work is queued. */
    run: base.input(z.strictObject({ id, shard: shard.optional() })).output(type<null>()),
    /**
     * Begins no further cell; those that are running finish and are kept, which `watch` tells. Answers at once. `run` goes
     * on, in this session or after a restart.
     */
    pause: base.input(byId).output(type<null>()),
    /** Stops within a second: the running cells are given up and will be computed anew. */
    cancel: base.input(byId).output(type<null>()),
    retryFailed: base.input(byId).output(type<null>()),
    /** Events until the study stops or the stream is ended; the first comes at once. */
    watch: base.input(byId).output(eventIterator(type<StudyEvent>())),
    /** Table and curves, of the measure and with the comparison that the options ask for. */
    results: base.input(byId.extend({ options: tableOptions })).output(type<StudyResults>()),
    /**
     * What every test says about two methods (labels), in one condition or in all; `rope` in the unit of the measure.
     * McNemar's test looks at the split of `repeat`, by default the first that both have finished.
     */
    compare: base
      .input(
        z.strictObject({
          id,
          first: z.string(),
          second: z.string(),
          condition: z.string().optional(),
          rope: z.number().min(0).default(1),
          measure: z.enum(MEASURES.map((measure) => measure.id)).default('error-rate'),
          selection: z.enum(['oracle', 'validated']).default('oracle'),
          /** Absent: that of the study. */
          alpha: z.number().gt(0).lt(0.5).optional(),
          repeat: z.int().min(1).optional(),
        }),
      )
      .output(type<readonly PairComparison[]>()),
    /** Who is taken for whom by one method (label) at the shape of the table. */
    confusion: base
      .input(z.strictObject({ id, label: z.string(), condition: z.string() }))
      .output(type<StudyConfusion>()),
    /** The mistakes of one finished cell at one of its shapes. */
    mistakes: base.input(cellAtShape).output(type<StudyMistakes>()),
    /** Fits a finished cell again at one of its shapes, to look inside; ending the stream cancels. */
    fitDetails: base.input(cellAtShape).output(eventIterator(type<FitEvent<FitDetails>>())),
    /** Train, test and gallery images of one repeat of a condition, as 0-based indices. */
    split: base.input(ofSplit).output(type<StudySplit>()),
    /** Test images of one split that stand, identical or nearly so, in its training or gallery too. */
    splitTwins: base.input(ofSplit).output(type<readonly number[]>()),
    /** Average ranks of the methods of one study or several, Friedman's test, Nemenyi's and Wilcoxon's of all pairs. */
    ranks: base.input(rankOptionsSchema.extend({ ids })).output(type<RankReport>()),
    /** A study as a file of some format; `beside`: further studies, whose tables are joined to its own. */
    export: base
      .input(
        z.strictObject({
          id,
          format: z.enum(tableFormats),
          options: tableOptions,
          beside: z.array(id).max(100).default([]),
        }),
      )
      .output(type<File>()),
    /** A figure as a file; several studies for ranks only. */
    figure: base
      .input(
        z.strictObject({
          ids,
          figure: figureSpecSchema,
          format: z.enum(['svg', 'png']).default('svg'),
          theme: z.enum(['light', 'dark']).default('light'),
        }),
      )
      .output(type<File>()),
  },
};

export type Contract = typeof contract;
