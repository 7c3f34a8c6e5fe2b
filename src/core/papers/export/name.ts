import { slug } from '../../report/fileName.ts';
import type { ExperimentRecord } from '../record.ts';

/** What the file of a result is called, before its ending. */
export function resultName({ experiment, size, data }: Pick<ExperimentRecord, 'experiment' | 'size' | 'data'>): string {
  return slug([experiment, ...(data ? [data.database] : []), size].join(' '));
}
