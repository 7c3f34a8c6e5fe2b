import { classifierDeclaration } from '../../classify/classifiers/registry.ts';
import { correctionOf } from '../../compare/corrections/registry.ts';
import { DEFAULT_FAMILY } from '../../compare/families.ts';
import { pairTest } from '../../compare/tests/registry.ts';
import { featureTitle } from '../../features/registry.ts';
import { canonicalJson } from '../../identity.ts';
import { measuresOf } from '../../measures/measures.ts';
import { listPerturbations } from '../../perturbations/registry.ts';
import { protocolSummary } from '../../protocols/registry.ts';
import { plural } from '../../text/words.ts';
import { methodRows, plannedMethods } from '../plan/plan.ts';
import type { StudySpec } from '../spec/spec.ts';

export interface ChoiceText {
  readonly title: string;
  readonly text: string;
  /** Equal where the choice is the same, whatever the text leaves out. */
  readonly identity: string;
}

/**
 * What a spec says of each choice of a study, in the order of the form: the same titles for every spec. `datasetHash`
 * tells datasets of one name apart.
 */
export function choiceTexts(spec: StudySpec, datasetHash: string): ChoiceText[] {
  const { dataset, subset, protocol, seed, perturbations, features, classifier, comparison, selection } = spec;
  const conditions = listPerturbations(perturbations).map(({ title }) => title || 'as they are');
  const methods = methodRows(plannedMethods(spec));
  const test = [
    pairTest(comparison.test).title,
    correctionOf(comparison.correction ?? 'none').title,
    ...((comparison.family ?? DEFAULT_FAMILY) === DEFAULT_FAMILY ? [] : ['over the whole table']),
    `α = ${comparison.alpha}`,
    ...(comparison.baseline === undefined ? [] : [`against ${comparison.baseline}`]),
  ];
  const choice = (title: string, text: string, said: unknown): ChoiceText => {
    return { title, text, identity: canonicalJson(said ?? null) };
  };
  return [
    choice('Dataset', `${dataset} (${datasetHash.slice(0, 8)})`, datasetHash),
    choice('Images', subset ? JSON.stringify(subset) : 'all', subset),
    choice('Splits', protocolSummary(protocol), protocol),
    choice('Seed', String(seed), seed),
    choice('Conditions', perturbations ? conditions.join(', ') : 'images as they are', perturbations),
    choice('Features', features?.map(featureTitle).join(', ') || 'grey values', features ?? []),
    choice(
      'Methods',
      methods.map(({ label }) => label).join(', '),
      methods.map(({ label, methods: [{ key }] }) => [label, key]),
    ),
    choice('Classifier', classifierDeclaration(classifier).title, classifier),
    choice(
      'Measures',
      measuresOf(spec)
        .map(({ title }) => title)
        .join(', '),
      spec.measures,
    ),
    choice(
      'Validated shapes',
      selection ? (selection.on ? 'on development pairs' : plural(selection.innerSplits, 'inner split')) : 'no',
      selection,
    ),
    choice('Test', test.join(', '), comparison),
  ];
}
