/** Provenance of a dataset: what is needed to rebuild its images and to detect changed files. */
import { z } from 'zod';
import { finderSchema } from './preprocess/eyes.ts';
import { importRecipeSchema } from './importRecipe.ts';

const point = z.tuple([z.number(), z.number()]);
const side = z.int().min(1).max(4096);

/** A file that was read, whatever became of it. */
const sourceFileSchema = z.object({
  /** Relative to the imported folder, or to the folder of the imported file, with / between folders. */
  file: z.string().min(1),
  bytes: z.int().min(1),
  /** SHA-256 (hex). */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const importSchema = z.object({
  kind: z.literal('import'),
  /** Name of the folder or file, without what leads to it. */
  source: z.string().min(1),
  size: z.object({ rows: side, cols: side }).nullable(),
  recipe: importRecipeSchema,
  /** In order of their names. */
  files: z.array(sourceFileSchema),
});

const stageSchema = z.discriminatedUnion('kind', [
  importSchema,
  /** Images that the program draws for its demo; without a number of subjects as many as the demo has. */
  z.object({ kind: z.literal('drawn'), subjects: z.int().min(1).optional() }),
  /** Images that were taken out. */
  z.object({ kind: z.literal('exclude'), files: z.array(z.string()).min(1) }),
  z.object({
    kind: z.literal('preprocess'),
    /** The dataset that it began from. */
    origin: z.string(),
    /** Each as text. */
    steps: z.array(z.string()).min(1),
    /** Where eyes were known: x and y of the left and of the right one, as they stand in the image. */
    eyes: z.array(z.object({ file: z.string(), left: point, right: point })).nullable(),
    /** What found the eyes of so many images; others were clicked or read. Absent: nothing did. */
    finder: finderSchema.extend({ images: z.int().min(1) }).optional(),
  }),
]);

/** Stages in their order; none where nobody wrote them down. */
export const provenanceSchema = z.array(stageSchema);

export type SourceFile = z.infer<typeof sourceFileSchema>;
export type ImportStage = z.infer<typeof importSchema>;
export type ProvenanceStage = z.infer<typeof stageSchema>;
export type DatasetProvenance = readonly ProvenanceStage[];

/**
 * What the dataset is called that stage `n` gives: as the next preprocessing calls what it begins from, at the end
 * `name`.
 */
export function nameInSource(making: DatasetProvenance, n: number, name: string): string {
  const next = making.slice(n + 1).find((stage) => stage.kind === 'preprocess');
  return next?.origin ?? name;
}

/** The import that a dataset begins with; null where it does not. */
export function importStage(making: DatasetProvenance): ImportStage | null {
  const [first] = making;
  return first?.kind === 'import' ? first : null;
}
