import { DEFAULT_CLASSIFIER } from '../../../core/classify/classifiers/registry.ts';
import { listPerturbations } from '../../../core/perturbations/registry.ts';
import { perturbationOf } from './perturbationDraft.ts';
import { classifierOf } from './recognitionDraft.ts';
import { startReading } from '../../parameters/formReader.ts';
import { plural } from '../../words/format.ts';
import type { StudyDraft } from './draft.ts';

/** What parts of the form say in a few words, and of folded ones whether a new study says something else. */
export function partSummaries({ subset, perturbations, features, classifier, measures }: StudyDraft) {
  const narrowed = Object.values(subset).some((text) => text.trim() !== '');
  const groups = perturbations.map((row, index) => perturbationOf(row, `perturbations.${index}`, startReading()));
  const conditions = [
    perturbations.length > 0 ? plural(listPerturbations(groups).length, 'condition') : 'Images as they are',
    ...(features.length > 0 ? [plural(features.length, 'feature step')] : []),
  ];
  const plain =
    JSON.stringify(classifierOf(classifier, 'classifier', startReading())) === JSON.stringify(DEFAULT_CLASSIFIER);
  const more = measures.groups.length + (measures.regions.trim() === '' ? 0 : 1);
  const measured = more > 0 ? `error rate and ${plural(more, 'more measure')}` : 'error rate';
  return {
    images: narrowed ? 'some of the images' : 'all images',
    narrowed,
    conditions: `${conditions.join(', ')}.`,
    recognition: `${plain ? 'nearest neighbour' : 'another classifier'}, ${measured}`,
    recognitionChanged: !plain || more > 0,
  };
}
