import { DEFAULT_CLASSIFIER } from '../../core/classify/classifiers/registry.ts';
import { listPerturbations } from '../../core/perturbations/registry.ts';
import { perturbationOf } from './perturbationDraft.ts';
import { classifierOf } from './recognitionDraft.ts';
import { startReading } from '../parameters/reading.ts';
import { plural } from '../words/format.ts';
import type { StudyDraft } from './draft.ts';

/** What the parts of the form that can be folded say, in a few words, and whether that is not what a new study says. */
export function partSummaries({ subset, perturbations, features, classifier, measures }: StudyDraft) {
  const narrowed = Object.values(subset).some((text) => text.trim() !== '');
  const groups = perturbations.map((row, index) => perturbationOf(row, `perturbations.${index}`, startReading()));
  const images = [
    narrowed ? 'some of the images' : 'all images',
    perturbations.length > 0 ? plural(listPerturbations(groups).length, 'condition') : 'as they are',
    ...(features.length > 0 ? [plural(features.length, 'feature step')] : []),
  ];
  const plain = JSON.stringify(classifierOf(classifier, startReading())) === JSON.stringify(DEFAULT_CLASSIFIER);
  const more = measures.groups.length + (measures.regions.trim() === '' ? 0 : 1);
  const measured = more > 0 ? `error rate and ${plural(more, 'more measure')}` : 'error rate';
  return {
    images: images.join(', '),
    imagesChanged: narrowed || perturbations.length + features.length > 0,
    recognition: `${plain ? 'nearest neighbour' : 'another classifier'}, ${measured}`,
    recognitionChanged: !plain || more > 0,
  };
}
