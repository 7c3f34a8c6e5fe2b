/** The splits of a study as a table: one row an image and split, its index counted from 0 and from 1. */
import type { Split } from '../study/result.ts';
import { csv } from './csv.ts';

export interface NamedSplit {
  readonly condition: string;
  readonly repeat: number;
  readonly split: Split;
}

/** CSV; `files` holds the file of every image, in the order of the dataset. */
export function csvSplits(splits: readonly NamedSplit[], files: readonly string[]): string {
  return csv(
    ['condition', 'repeat', 'role', 'index0', 'index1', 'file'],
    splits.flatMap(({ condition, repeat, split }) =>
      (['train', 'gallery', 'test'] as const).flatMap((role) =>
        Array.from(split[role] ?? [], (image) => [condition, repeat, role, image, image + 1, files[image] ?? '']),
      ),
    ),
  );
}
