/** Coordinates of an embedding as a table for other programs. */
import type { EmbeddingResult } from '../../core/contract/embeddings.ts';
import { csv } from '../../core/report/csv.ts';
import { tsvField } from '../../core/report/plainText.ts';

/** Facts about an image from the dataset. */
export interface ImageFacts {
  readonly file: string;
  readonly subject: string;
}

type FactsOf = (position: number) => ImageFacts | undefined;

/**
 * One record per image: position in the dataset (from 0), file, subject, all codes, and the posterior means of the fit.
 */
export function coordinatesCsv(result: EmbeddingResult, factsOf: FactsOf): string {
  const { header, records } = coordinates(result, factsOf);
  return csv(header, records);
}

/** As `coordinatesCsv`, for pasting from the clipboard into spreadsheets. */
export function coordinatesTsv(result: EmbeddingResult, factsOf: FactsOf): string {
  const { header, records } = coordinates(result, factsOf);
  return [header, ...records]
    .map((record) => `${record.map((value) => tsvField(String(value))).join('\t')}\n`)
    .join('');
}

function coordinates({ images, axes, codes, means }: EmbeddingResult, factsOf: FactsOf) {
  const kinds = [{ name: 'code', ...codes }, ...(means ? [{ name: 'mean', ...means }] : [])];
  const numbered = (name: string): string[] => Array.from({ length: axes }, (_, n) => `${name}_${n + 1}`);
  return {
    header: ['index', 'file', 'subject', ...kinds.flatMap(({ name }) => numbered(name))],
    records: images.map((position, i) => {
      const { file, subject } = factsOf(position) ?? { file: '', subject: '' };
      return [position, file, subject, ...kinds.flatMap(({ values }) => values.slice(i * axes, (i + 1) * axes))];
    }),
  };
}
