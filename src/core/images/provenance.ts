/** Provenance of a dataset: what is needed to rebuild its images and to detect changed files. */
import { z } from 'zod';
import { finderSchema } from './preprocess/eyes.ts';
import { importRecipeSchema } from './importRecipe.ts';

const point = z.tuple([z.number(), z.number()]);
const side = z.int().min(1).max(4096);

/** A file that was read, whether or not it became an image. */
const sourceFileSchema = z.object({
  /** Relative to the imported folder, or to the folder of the imported file, with / between folders. */
  file: z.string().min(1),
  bytes: z.int().min(1),
  /** SHA-256 (hex). */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const importSchema = z.object({
  kind: z.literal('import'),
  /** Name of the folder or file, without its path. */
  source: z.string().min(1),
  size: z.object({ rows: side, cols: side }).nullable(),
  /** With the options that pin what the import decided by itself. */
  recipe: importRecipeSchema,
  /** What it decided, and by which evidence: one sentence. Absent: the source or the user stated all of it. */
  decided: z.string().optional(),
  /** Sorted by name. */
  files: z.array(sourceFileSchema),
});

const stageSchema = z.discriminatedUnion('kind', [
  importSchema,
  /** Synthetic images of the program's demo; by default as many subjects as the demo has. */
  z.object({ kind: z.literal('drawn'), subjects: z.int().min(1).optional() }),
  /** Images that were excluded. */
  z.object({ kind: z.literal('exclude'), files: z.array(z.string()).min(1) }),
  z.object({
    kind: z.literal('preprocess'),
    /** Name of the dataset that it was derived from. */
    origin: z.string(),
    /** As text. */
    steps: z.array(z.string()).min(1),
    /** Known eyes: x and y of the left and of the right one, as in the image. */
    eyes: z.array(z.object({ file: z.string(), left: point, right: point })).nullable(),
    /** Detector of the eyes of `images` images; others were marked or imported. Absent: no eyes were detected. */
    finder: finderSchema.extend({ images: z.int().min(1) }).optional(),
  }),
]);

/** Stages in order; empty if not recorded. */
export const provenanceSchema = z.array(stageSchema);

export type SourceFile = z.infer<typeof sourceFileSchema>;
export type ImportStage = z.infer<typeof importSchema>;
export type ProvenanceStage = z.infer<typeof stageSchema>;
export type DatasetProvenance = readonly ProvenanceStage[];

/** Name of the dataset that stage `n` produces: the origin in the next preprocessing, or `name` at the end. */
export function nameInSource(making: DatasetProvenance, n: number, name: string): string {
  const next = making.slice(n + 1).find((stage) => stage.kind === 'preprocess');
  return next?.origin ?? name;
}

/** The import that a dataset starts with; null if there is none. */
export function importStage(making: DatasetProvenance): ImportStage | null {
  const [first] = making;
  return first?.kind === 'import' ? first : null;
}
