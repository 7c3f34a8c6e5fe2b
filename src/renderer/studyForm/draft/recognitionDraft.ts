/** Features, classifier and measures of a study as the form holds them. */
import {
  classifierDeclaration,
  classifiers,
  DEFAULT_CLASSIFIER,
  type Classifier,
} from '../../../core/classify/classifiers/registry.ts';
import {
  featureOf as featureDeclaration,
  featureOfKind,
  features,
  writtenStep,
  type FeatureStep,
} from '../../../core/features/registry.ts';
import type { StudyClassifier } from '../../../core/study/spec/classifierGrid.ts';
import { namedGroups, type MeasureGroup, type MeasureRequest } from '../../../core/measures/measures.ts';
import { fieldsOf, textsOf, type FieldTexts } from '../../parameters/fieldTexts.ts';
import { parseRegions, regionText } from '../../parameters/listText.ts';
import { parsedTextOrList } from '../../parameters/parameterText.ts';
import type { Reading } from '../../parameters/formReader.ts';
import { nextKey } from './perturbationDraft.ts';

export interface FeatureDraft {
  /** Keeps the rows apart; not part of the spec. */
  readonly key: number;
  /** The kind of a declaration. */
  step: string;
  texts: FieldTexts;
}

export interface ClassifierDraft {
  kind: Classifier['kind'];
  /** Of all classifiers, by name: what two of them share stays where one is changed for the other. */
  texts: FieldTexts;
}

export interface MeasuresDraft {
  groups: MeasureGroup[];
  /** Regions of interest in which the reconstruction is measured besides. */
  regions: string;
}

export function newFeature(step: string = features[0].kind): FeatureDraft {
  return { key: nextKey(), step, texts: textsOf(featureOfKind(step).parameters, {}) };
}

export function featureDraft(step: FeatureStep): FeatureDraft {
  const { kind, parameters } = featureDeclaration(step);
  return { ...newFeature(kind), texts: textsOf(parameters, fieldsOfStep(kind, step)) };
}

/** Attached vectors are their name. */
function fieldsOfStep(kind: string, step: FeatureStep): object {
  if (typeof step !== 'string') return step;
  return kind === 'attached' ? { name: step } : {};
}

export function featureOf({ step, texts }: FeatureDraft, path: string, reading: Reading): FeatureStep {
  const { parameters } = featureOfKind(step);
  const fields = fieldsOf(parameters, texts, path, reading);
  return step === 'attached' ? (fields as { name: string }).name : writtenStep(step, fields);
}

export function classifierDraft(classifier: StudyClassifier = DEFAULT_CLASSIFIER): ClassifierDraft {
  const parameters = classifiers.flatMap((declaration) => declaration.parameters);
  return { kind: classifier.kind, texts: textsOf(parameters, classifier) };
}

/** `path`: where the spec has it. */
export function classifierOf({ kind, texts }: ClassifierDraft, path: string, reading: Reading): StudyClassifier {
  const { parameters } = classifierDeclaration({ kind });
  // The schema is what the engine parses by; the fields are those of its declaration.
  return { kind, ...fieldsOf(parameters, texts, path, reading, {}, parsedTextOrList) } as StudyClassifier;
}

export function measuresDraft(measures: readonly MeasureRequest[] = []): MeasuresDraft {
  return {
    groups: measures.filter((request) => typeof request === 'string'),
    regions: measures
      .flatMap((request) => (typeof request === 'string' ? [] : [regionText(request.region)]))
      .join('; '),
  };
}

/** Empty: nothing in addition to the error rate. */
export function measuresOf({ groups, regions }: MeasuresDraft, { take }: Reading): MeasureRequest[] {
  const measures = namedGroups.map(({ kind }) => kind).filter((kind) => groups.includes(kind));
  if (regions.trim() === '') return measures;
  return [...measures, ...take('measures', parseRegions(regions), []).map((region) => ({ region }))];
}
