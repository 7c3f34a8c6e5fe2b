import type { DatasetFacts } from '../../dataset.ts';
import type { StudySpec } from '../../study/spec/spec.ts';

/** Input of the methods paragraph: a study of a table. */
export interface ProseStudy {
  readonly spec: StudySpec;
  readonly dataset: DatasetFacts;
}
