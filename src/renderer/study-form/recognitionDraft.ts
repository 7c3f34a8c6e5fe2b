/** Features, classifier and measures of a study as the form holds them. */
import { kernelNames, type KernelName } from '../../core/classify/leastSquaresSvm.ts';
import { metricNames, type MetricName } from '../../core/classify/metrics.ts';
import { featureNames, type FeatureName, type FeatureStep } from '../../core/study/spec/features.ts';
import { measureGroups, type MeasureGroup, type MeasureRequest } from '../../core/measures/measures.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { parseRegion, parseRegions, regionText } from './listText.ts';
import type { Reading } from './reading.ts';

type Classifier = StudySpec['classifier'];

export interface FeatureDraft {
  /** Keeps the rows apart; not part of the spec. */
  readonly key: number;
  step: FeatureName | 'region';
  region: string;
}

export interface ClassifierDraft {
  kind: Classifier['kind'];
  k: string;
  metric: MetricName;
  kernel: KernelName;
}

export interface MeasuresDraft {
  groups: MeasureGroup[];
  /** Regions of interest in which the reconstruction is measured besides. */
  regions: string;
}

let lastKey = 0;

export function newFeature(step: FeatureDraft['step'] = featureNames[0]): FeatureDraft {
  return { key: ++lastKey, step, region: '' };
}

export function featureDraft(step: FeatureStep): FeatureDraft {
  return typeof step === 'string' ? newFeature(step) : { ...newFeature('region'), region: regionText(step.region) };
}

export function featureOf({ step, region }: FeatureDraft, path: string, { take }: Reading): FeatureStep {
  if (step !== 'region') return step;
  return { region: take(path, parseRegion(region), { rows: [0, 1], cols: [0, 1] }) };
}

export function classifierDraft(classifier: Classifier = { kind: '1nn' }): ClassifierDraft {
  return {
    kind: classifier.kind,
    k: classifier.kind === 'knn' ? String(classifier.k) : '3',
    metric: ('metric' in classifier ? classifier.metric : undefined) ?? metricNames[0],
    kernel: classifier.kind === 'ls-svm' ? classifier.kernel : kernelNames[0],
  };
}

export function classifierOf({ kind, k, metric, kernel }: ClassifierDraft, { whole }: Reading): Classifier {
  const distance = metric === metricNames[0] ? {} : { metric };
  switch (kind) {
    case 'likelihood':
      return { kind };
    case 'ls-svm':
      return { kind, kernel };
    case 'knn':
      return { kind, k: whole('classifier.k', k, 1), ...distance };
    default:
      return { kind, ...distance };
  }
}

export function measuresDraft(measures: readonly MeasureRequest[] = []): MeasuresDraft {
  return {
    groups: measures.filter((request) => typeof request === 'string'),
    regions: measures
      .flatMap((request) => (typeof request === 'string' ? [] : [regionText(request.region)]))
      .join('; '),
  };
}

/** Empty: nothing beside the error rate. */
export function measuresOf({ groups, regions }: MeasuresDraft, { take }: Reading): MeasureRequest[] {
  const wanted = measureGroups.filter((group) => groups.includes(group));
  if (regions.trim() === '') return wanted;
  return [...wanted, ...take('measures', parseRegions(regions), []).map((region) => ({ region }))];
}
