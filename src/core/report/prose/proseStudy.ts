import type { DatasetFacts } from '../../dataset.ts';
import type { StudySpec } from '../../study/spec/spec.ts';

/** A study of a table as its paragraph needs it. */
export interface ProseStudy {
  readonly spec: StudySpec;
  readonly dataset: DatasetFacts;
}
