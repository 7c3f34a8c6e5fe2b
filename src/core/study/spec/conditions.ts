/** The columns of a study's table and their repeats, as the protocol lists them. */
import { attributeValues, includedImages, restrict, type SplitSource } from '../../dataset.ts';
import { ofFittedImages } from './fittedImages.ts';
import { listPerturbations, SEPARATOR, type Perturbation } from './perturbations.ts';
import { drawsPerSplit } from '../splits/draws.ts';
import type { Condition } from '../../protocols/condition.ts';
import type { Protocol, StudySpec } from './spec.ts';

/** Conditions in the order of the spec: those of the protocol, each at every level of the perturbations. */
export function conditionsOf(protocol: Protocol, perturbations?: StudySpec['perturbations']): Condition[] {
  const levels = listPerturbations(perturbations);
  return protocolConditions(protocol).flatMap(({ key, title }) =>
    levels.map((level) => ({
      key: key + level.suffix,
      title: level.suffix === '' ? title : `${title}, ${level.title}`,
      ...(levels.length > 1 && { parts: { training: title, perturbation: level.title } }),
    })),
  );
}

/** How the images of a condition are perturbed; null: not at all. */
export function perturbationOf(perturbations: StudySpec['perturbations'], condition: string): Perturbation | null {
  const levels = listPerturbations(perturbations).filter(({ suffix }) => suffix !== '' && condition.endsWith(suffix));
  return levels[0]?.perturbation ?? null;
}

function protocolConditions(protocol: Protocol): Condition[] {
  switch (protocol.kind) {
    case 'random':
      return protocol.trainPerSubject.map((k) => ({ key: `k=${k}`, title: `k = ${k}` }));
    case 'explicit':
      return [{ key: 'explicit', title: ofFittedImages(protocol) ? 'fitted images' : 'given splits' }];
    case 'first':
      return protocol.trainPerSubject.map((k) => ({ key: `first=${k}`, title: `first ${k}` }));
    case 'attribute':
      return protocol.splits.map(({ train, test }) => ({
        key: `${protocol.attribute}=${train.join(',')}->${test?.join(',') ?? '*'}`,
        title: `${protocol.attribute} ${train.join(', ')} → ${test?.join(', ') ?? 'others'}`,
      }));
    case 'leave-one-value-out':
      return [{ key: `leave-out=${protocol.attribute}`, title: `one ${protocol.attribute} left out` }];
    case 'k-fold':
      return [{ key: `folds=${protocol.folds}`, title: `${protocol.folds}-fold` }];
    case 'leave-one-out':
      return [{ key: 'leave-one-out', title: 'leave one out' }];
    case 'gallery':
      return protocol.galleryPerSubject.map((k) => ({
        key: `world=${protocol.worldSubjects},gallery=${k}`,
        title: `gallery ${k}`,
      }));
  }
}

/** The place of a condition, perturbed or not, in the protocol's list. Throws RangeError for a key it does not have. */
export function conditionIndex(protocol: Protocol, condition: string): number {
  const index = protocolConditions(protocol).findIndex(
    ({ key }) => key === condition || condition.startsWith(key + SEPARATOR),
  );
  if (index < 0) throw new RangeError(`The protocol has no condition "${condition}"`);
  return index;
}

/** Number of repeats, from the first, whose splits may differ: draws of predefined splits repeat them. */
export function splitCount(spec: Pick<StudySpec, 'protocol' | 'subset'>, dataset?: SplitSource): number {
  return spec.protocol.kind === 'explicit' ? spec.protocol.splits.length : repeatCount(spec, dataset);
}

/**
 * Number of repeats of every condition. Repeats are numbered from 1. Two protocols take theirs from the dataset; throws
 * RangeError where it is not given to them.
 */
export function repeatCount(spec: Pick<StudySpec, 'protocol' | 'subset'>, dataset?: SplitSource): number {
  const { protocol } = spec;
  switch (protocol.kind) {
    case 'random':
    case 'gallery':
      return protocol.repeats;
    case 'explicit':
      return protocol.splits.length * drawsPerSplit(protocol);
    case 'first':
    case 'attribute':
      return 1;
    case 'k-fold':
      return protocol.folds * protocol.repeats;
    case 'leave-one-out':
    case 'leave-one-value-out': {
      if (!dataset) throw new RangeError(`The repeats of ${protocol.kind} depend on the dataset`);
      const source = restrict(dataset, spec.subset);
      return protocol.kind === 'leave-one-out'
        ? includedImages(source).length
        : attributeValues(source, protocol.attribute).length;
    }
  }
}
