/** The methods of a study with a rule of their own, which do not use its classifier. */
import { subjectModels } from '../../classify/classifiers/registry.ts';
import { findMethod } from '../../methods/registry.ts';
import { declarationOf } from '../../protocols/registry.ts';
import { plannedMethods } from '../plan/plan.ts';
import type { StudySpec } from './spec.ts';

/** How they decide, with their labels. `scoring`: those whose rule gives the scores that measures take. */
export function ownRules(spec: StudySpec, scoring = false): Map<string, string[]> {
  const found = new Map<string, string[]>();
  // A model of other subjects, or one per subject, leaves its rule aside.
  if (declarationOf(spec.protocol).trainsOnOthers) return found;
  for (const { label, methodId, settings, classifier = spec.classifier } of plannedMethods(spec)) {
    if (subjectModels(classifier)) continue;
    const rule = findMethod(methodId)?.ownRule;
    if (!rule?.applies(settings) || (scoring && !rule.score)) continue;
    found.set(rule.sentence, [...(found.get(rule.sentence) ?? []), label]);
  }
  return found;
}
