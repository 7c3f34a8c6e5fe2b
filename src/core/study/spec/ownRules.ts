/** Methods of a study that decide by their own rule instead of the classifier. */
import { decisionRuleOf } from '../../classify/ownRule.ts';
import { subjectModels } from '../../classify/classifiers/registry.ts';
import { findMethod } from '../../methods/registry.ts';
import { plannedMethods } from '../plan/plan.ts';
import { comparisonTarget } from './compared.ts';
import type { StudySpec } from './spec.ts';

/** How they decide, or score pairs, with their labels. `scoring`: those whose rule gives the scores of measures. */
export function decisionRulesByMethod(spec: StudySpec, scoring = false): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const compared = comparisonTarget(spec.protocol);
  for (const { label, methodId, settings, classifier = spec.classifier } of plannedMethods(spec)) {
    // A model per subject leaves its rule aside.
    if (subjectModels(classifier)) continue;
    const method = findMethod(methodId);
    const rule = method && decisionRuleOf(method, settings, compared);
    if (!rule || (scoring && !rule.score)) continue;
    const sentence = compared.pairs ? rule.scoresPairs! : rule.sentence;
    found.set(sentence, [...(found.get(sentence) ?? []), label]);
  }
  return found;
}
