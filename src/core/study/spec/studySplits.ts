/** The splits of another study, as those of a spec: its images are found by subject and name. */
import { identitiesOf, type DatasetFacts } from '../../dataset.ts';
import type { Problem } from '../../methods/problems.ts';
import { declarationOf, type Protocol } from '../../protocols/registry.ts';
import { listed, plural } from '../../text/phrases.ts';
import { splitOf } from '../plan/splits.ts';
import { conditionsOf, splitCount } from './conditions.ts';
import type { StudySpec } from './spec.ts';

/** The study whose splits are taken, with all images of its dataset. */
export interface SplitStudy {
  readonly spec: StudySpec;
  readonly facts: DatasetFacts;
}

type OfStudy = Extract<Protocol, { kind: 'of-study' }>;

/** Missing images that a sentence names. */
const NAMED = 5;

/**
 * The protocol with the splits of `from`, in all its conditions and repeats, as indices in `dataset`; or why these
 * cannot be the splits of a study of that dataset.
 */
export function studySplits(
  protocol: OfStudy,
  from: SplitStudy,
  dataset: DatasetFacts,
): { readonly protocol: OfStudy } | { readonly problems: readonly Problem[] } {
  const refuse = (message: string) => ({
    problems: [{ path: 'protocol.study', message: `protocol.study: ${message}` }],
  });
  const declared = declarationOf(from.spec.protocol);
  if (declared.comparesPairs?.(from.spec.protocol) || declared.openSet) {
    const kind = declared.openSet ? 'has an open set' : 'compares pairs';
    return refuse(`"${protocol.study}" ${kind}; give the study its protocol and seed, which draw the same splits.`);
  }
  const { placeOf, nameOf } = matchedImages(from.facts, dataset);
  const missing = new Set<number>();
  const placed = (images: Int32Array): number[] => {
    const places = Array.from(images, (image) => placeOf(image) ?? (missing.add(image), -1));
    return places.sort((a, b) => a - b);
  };
  const conditions = conditionsOf(from.spec.protocol).map(({ key, title }) => ({
    key,
    title,
    splits: Array.from({ length: splitCount(from.spec, from.facts) }, (_, index) => {
      const { train, test, gallery } = splitOf(from.spec, from.facts, key, index + 1);
      return { train: placed(train), test: placed(test), ...(gallery && { gallery: placed(gallery) }) };
    }),
  }));
  if (missing.size === 0) return { protocol: { ...protocol, conditions } };
  const names = [...missing].sort((a, b) => a - b).map(nameOf);
  const others = names.length > NAMED ? [`${names.length - NAMED} more`] : [];
  return refuse(
    `"${dataset.name}" lacks ${plural(names.length, 'image')} of "${protocol.study}", by subject and name: ` +
      `${listed([...names.slice(0, NAMED), ...others])}. Choose a dataset that has them, or another study.`,
  );
}

/** Finds the images of one dataset in another by subject and name. */
function matchedImages(from: DatasetFacts, to: DatasetFacts) {
  const nameIn = (facts: DatasetFacts) => {
    const { names } = identitiesOf(facts);
    return (image: number): readonly [string, string] => [
      facts.subjects[facts.labels[image]].normalize('NFC'),
      names[image],
    ];
  };
  const [nameFrom, nameTo] = [nameIn(from), nameIn(to)];
  const places = new Map(Array.from(to.labels, (_, image) => [JSON.stringify(nameTo(image)), image]));
  return {
    placeOf: (image: number): number | undefined => places.get(JSON.stringify(nameFrom(image))),
    nameOf: (image: number): string => nameFrom(image).join('/'),
  };
}
