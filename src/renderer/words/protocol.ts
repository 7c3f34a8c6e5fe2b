import type { Protocol } from '../../core/study/spec/spec.ts';
import { drawsPerSplit } from '../../core/study/splits/draws.ts';
import { listed, plural } from './format.ts';

/** How the images of a study become train and test, in a few words. */
export function protocolText(protocol: Protocol): string {
  switch (protocol.kind) {
    case 'random':
      return `k = ${numbers(protocol.trainPerSubject)} at random, ${plural(protocol.repeats, 'repeat')}`;
    case 'first':
      return `the first k = ${numbers(protocol.trainPerSubject)} of every subject`;
    case 'k-fold':
      return `${protocol.folds}-fold cross-validation, ${plural(protocol.repeats, 'repeat')}`;
    case 'leave-one-out':
      return 'leave one image out';
    case 'leave-one-value-out':
      return `leave one value of ${protocol.attribute} out`;
    case 'attribute':
      return `${plural(protocol.splits.length, 'split')} by ${protocol.attribute}`;
    case 'gallery':
      return (
        `gallery of k = ${numbers(protocol.galleryPerSubject)}, ` +
        `${plural(protocol.worldSubjects, 'subject')} for the model, ${plural(protocol.repeats, 'repeat')}`
      );
    case 'explicit':
      return (
        plural(protocol.splits.length, 'given split') +
        (drawsPerSplit(protocol) > 1 ? `, ${plural(drawsPerSplit(protocol), 'draw')} of each` : '')
      );
  }
}

function numbers(values: readonly number[]): string {
  return listed(values.map(String));
}
