/** Sentences under a table on what its numbers are: measure, classifier, images, and external rows. */
import { choiceOf } from '../../choice.ts';
import type { MetricDeclaration } from '../../classify/metrics/metric.ts';
import { DEFAULT_METRIC, metrics } from '../../classify/metrics/registry.ts';
import { featureTitle, withVectors } from '../../features/registry.ts';
import { importedKinds } from '../../methods/importedMethod.ts';
import { trainedOn, type VectorOrigin } from '../../networks/provenance.ts';
import { decisionRulesByMethod, estimatingMethods, rowName, type Study } from '../study.ts';
import { isScoreBased, type Measure } from '../../measures/measures.ts';
import { classifierPhrase } from '../spec/classifierGrid.ts';
import type { StudySpec } from '../spec/spec.ts';
import { listPerturbations, losesPixels, perturbationSentences } from '../../perturbations/registry.ts';
import { listed, uncapitalised } from '../../text/phrases.ts';

/** Meaning of the numbers: the measure, the classifier, the number of repeats. */
export function numberSentences(study: Study, measure: Measure, spread: string): string[] {
  const { spec, protocol } = study;
  const { id, title, unit, meaning } = measure;
  const rule =
    ownClassifiers(spec).length === spec.methods.length ? 'classifier of each row' : classifierPhrase(spec.classifier);
  const rate = id === 'error-rate' || id === 'accuracy';
  const units = unit === '' ? '' : ` (${unit})`;
  const name = rate && protocol.testsTraining ? `Resubstitution ${uncapitalised(title)}` : title;
  const { compares } = protocol;
  if (compares) {
    const pairs = { 'error-rate': 'Wrongly decided pairs', accuracy: 'Correctly decided pairs' }[id as string];
    const scored =
      rate || isScoreBased(measure) ? [pairScore(spec.classifier, rule, compares), ...ownRuleSentences(study)] : [];
    return [`${pairs ?? name}${units}, ${spread}.`, ...(rate ? [] : [meaning]), ...scored];
  }
  const what = `${name}${rate ? ` of the ${rule}` : ''}${units}`;
  return [
    `${what}, ${spread}.`,
    ...(rate ? ownRuleSentences(study) : [meaning]),
    ...(isScoreBased(measure) ? [`The classifier is the ${rule}.`, ...ownRuleSentences(study, true)] : []),
  ];
}

/** Rows with a classifier of their own. */
function ownClassifiers({ methods }: StudySpec): string[] {
  return methods.flatMap((entry) =>
    entry.classifier ? [`${rowName(entry)}: ${classifierPhrase(entry.classifier)}`] : [],
  );
}

/** Names the rows with a classifier of their own. */
export function otherClassifiers(spec: StudySpec): string[] {
  const rows = ownClassifiers(spec);
  return rows.length === 0 ? [] : [`Rows with their own classifier: ${rows.join('; ')}.`];
}

/** How pairs are scored; of nearest neighbours only the distance is used. */
function pairScore(classifier: StudySpec['classifier'], rule: string, compares: 'images' | 'templates'): string {
  const isDistance = classifier.kind === '1nn' || classifier.kind === 'knn';
  if (!isDistance || Array.isArray(classifier.metric)) return `Pairs are scored by the ${rule}.`;
  const { title, squares } = choiceOf<MetricDeclaration>(metrics, classifier.metric ?? DEFAULT_METRIC);
  const distance = `${squares ? 'squared ' : ''}distance`;
  return compares === 'images'
    ? `Pairs are scored by the negative ${distance} between their codes: ${title}.`
    : `Pairs are scored by the negative ${distance} to the nearest image of the template: ${title}.`;
}

/** Methods with a rule of their own do not use the classifier of the study. */
function ownRuleSentences(study: Study, scoring = false): string[] {
  const does = study.protocol.compares ? 'score' : 'decide';
  const what = does === 'score' ? ' pairs' : '';
  return [...decisionRulesByMethod(study, scoring)].map(
    ([sentence, labels]) =>
      `${listed(labels)} ${labels.length === 1 ? `${does}s` : `each ${does}`}${what} ${sentence} instead.`,
  );
}

/** Rows with imported results, which have no fit. */
export function computedElsewhere({ methods, selection }: StudySpec): string[] {
  const files = methods.flatMap(({ label, elsewhere }) =>
    elsewhere
      ? [
          `${label} (${importedKinds[elsewhere.holds]} of ${elsewhere.source}, SHA-256 ${elsewhere.sha256.slice(0, 12)}…)`,
        ]
      : [],
  );
  if (files.length === 0) return [];
  const choice = selection ? ' Their settings were fixed before import, so both columns show one result.' : '';
  return [`External results on the same splits, not verified here: ${files.join('; ')}.${choice}`];
}

/** The origin of attached vectors by name. */
export type VectorOrigins = Readonly<Record<string, VectorOrigin>>;

/** Rows on vectors of networks, with the other faces that these were trained on. */
export function trainedElsewhere({ methods, features, perturbations }: StudySpec, vectors: VectorOrigins): string[] {
  const rows = Map.groupBy(methods, (entry) => {
    const { vectors: name } = withVectors(entry.features ?? features);
    return name !== null && Object.hasOwn(vectors, name) ? trainedOn(vectors[name]) : null;
  });
  rows.delete(null);
  const sentences = [...rows].map(
    ([training, group]) =>
      `${listed(group.map(rowName))} ${group.length === 1 ? 'uses' : 'use'} the descriptors of ${training}.`,
  );
  const perturbs = listPerturbations(perturbations).some(({ perturbation }) => perturbation !== null);
  return rows.size > 0 && perturbs ? [...sentences, OF_PERTURBED] : sentences;
}

const OF_PERTURBED = 'Networks receive the perturbed pixels, aligned by the landmarks of the clean image.';

/** Methods with other features than those of the study, unless `trainedElsewhere` says what they are. */
function methodFeatures({ methods }: StudySpec, vectors: VectorOrigins): string[] {
  return methods.flatMap((entry) => {
    const { features } = entry;
    if (!features) return [];
    const { vectors: name } = withVectors(features);
    const described = name !== null && Object.hasOwn(vectors, name) && trainedOn(vectors[name]) !== null;
    if (described && features.length === 1) return [];
    const steps = features.length === 0 ? 'the raw grey values' : features.map(featureTitle).join(', ');
    return [`${rowName(entry)} uses ${steps}.`];
  });
}

/** Feature steps and perturbations of the images; `vectors`: the origin of attached vectors. */
export function treatment(study: Study, vectors: VectorOrigins): string[] {
  const { spec } = study;
  const { features = [] } = spec;
  const sentences: string[] = [];
  const featureSentences = methodFeatures(spec, vectors);
  if (features.length > 0) {
    const others = featureSentences.length > 0 ? ' (unless stated otherwise)' : '';
    sentences.push(`Preprocessing: ${features.map(featureTitle).join(', ')}${others}.`);
  }
  sentences.push(...featureSentences);
  const missing = listPerturbations(spec.perturbations).some(({ perturbation }) => losesPixels(perturbation));
  if (missing) sentences.push(missingPixels(study));
  sentences.push(...perturbationSentences(spec.perturbations));
  return sentences;
}

function missingPixels(study: Study): string {
  const fill = "the mean of the image's other pixels";
  const estimating = estimatingMethods(study);
  if (estimating.length === 0) return `Missing pixels are filled with ${fill}.`;
  const names = estimating.map(({ label }) => label).join(', ');
  const all = estimating.length === study.methods.length;
  return `Missing pixels are estimated by ${names}${all ? '' : `; for the other methods they are filled with ${fill}`}.`;
}
