/**
 * Facts about the methods of a study: whether they receive missing pixels, and whether they decide by their own rule.
 */
import { subjectModels, type Classifier } from '../../classify/classifiers/registry.ts';
import { type Method, type Settings, acceptsMissing } from '../../methods/method.ts';
import type { StudySpec } from './spec.ts';
import { decisionRuleOf } from '../../classify/decisionRule.ts';
import { findMethod } from '../../methods/registry.ts';
import { plannedMethods } from '../plan/plan.ts';
import { comparisonTarget } from './comparedWith.ts';
import { declarationOf, type Protocol } from '../../protocols/registry.ts';

/**
 * Whether missing pixels reach a method as NaN, to be estimated or skipped. Feature steps need whole images, and so
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

/**
 * Methods of a study that decide by their own rule instead of the classifier: labels by the sentence of the rule.
 * `scoring`: only methods whose rule gives the scores of measures.
 */
export function decisionRulesByMethod(spec: StudySpec, scoring = false): Map<string, string[]> {
  const labelsByRule = new Map<string, string[]>();
  const compared = comparisonTarget(spec.protocol);
  for (const { label, methodId, settings, classifier = spec.classifier } of plannedMethods(spec)) {
    // Models per subject replace the method's rule.
    if (subjectModels(classifier)) continue;
    const method = findMethod(methodId);
    const rule = method && decisionRuleOf(method, settings, compared);
    if (!rule || (scoring && !rule.score)) continue;
    const sentence = compared.pairs ? rule.scoresPairs! : rule.sentence;
    labelsByRule.set(sentence, [...(labelsByRule.get(sentence) ?? []), label]);
  }
  return labelsByRule;
}

/** Whether the study tests on its training images. */
export function testsTrainingImages(protocol: Protocol): boolean {
  return declarationOf(protocol).testsTraining?.(protocol) ?? false;
}
