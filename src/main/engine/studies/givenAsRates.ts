import type { StudySpec } from '../../../core/study/spec/spec.ts';

/** Why nothing is known of single images of one of these methods (labels), as a sentence; null where it is. */
export function noPredictionsReason(
  { methods }: Pick<StudySpec, 'methods'>,
  ...labels: readonly string[]
): string | null {
  const found = methods.find(({ label, elsewhere }) => labels.includes(label ?? '') && elsewhere?.holds === 'errors');
  return found
    ? `Of "${found.label}" only error rates are known, computed elsewhere: it is not known which images are misclassified.`
    : null;
}
