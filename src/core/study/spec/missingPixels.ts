/** Which methods of a study get missing pixels as missing. */
import { subjectModels, type Classifier } from '../../classify/classifiers/registry.ts';
import { type Method, type Settings, acceptsMissing } from '../../methods/method.ts';
import type { StudySpec } from './spec.ts';

/**
 * Whether lost pixels reach a method as NaN, to be estimated by it or left out. Feature steps need whole images, and so
 * does the likelihood of a probe; these, and all other methods, get the mean of the image's other pixels.
 */
export function acceptsMissingPixels(
  method: Method,
  settings: Settings,
  {
    features = [],
    classifier,
  }: Partial<Pick<StudySpec, 'features'>> & { readonly classifier?: Pick<Classifier, 'kind'> },
): boolean {
  return (
    acceptsMissing(method) &&
    (method.estimatesMissing?.(settings) ?? true) &&
    features.length === 0 &&
    subjectModels(classifier) === null
  );
}
