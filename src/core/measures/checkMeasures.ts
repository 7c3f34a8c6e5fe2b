/** Checks that dataset, protocol and classifier support the measures of a study. */
import { subjectModels, type Classifier } from '../classify/classifiers/registry.ts';
import type { Problem } from '../methods/problems.ts';
import { includedImages, type DatasetFacts } from '../dataset.ts';
import type { ProtocolDeclaration } from '../protocols/protocol.ts';
import { declarationOf, type Protocol } from '../protocols/registry.ts';
import { restrict, type Subset } from '../protocols/subset.ts';
import { checkRegion } from '../region.ts';
import { groupOf, type MeasureRequest } from './measures.ts';

/** The part of a study that its measures depend on. */
interface MeasureContext {
  readonly measures?: readonly MeasureRequest[];
  /** Classifiers of all rows. */
  readonly classifiers: readonly Pick<Classifier, 'kind'>[];
  readonly subset?: Subset;
  readonly protocol: Protocol;
}

/** Problems by field; `shape`: image size as seen by the methods. */
export function checkMeasures(
  { measures = [], classifiers, subset, protocol }: MeasureContext,
  dataset: DatasetFacts,
  shape: { readonly rows: number; readonly cols: number },
): Problem[] {
  return measures.flatMap((request, index): Problem[] => {
    const path = `measures[${index}]`;
    const text = JSON.stringify(request);
    if (measures.findIndex((other) => JSON.stringify(other) === text) < index) {
      return [{ path, message: `${path}: ${text} is listed twice.` }];
    }
    const { needs, twoSubjects, of } = groupOf(request);
    if (of !== undefined && !suits(of, declarationOf(protocol))) {
      return [{ path, message: `${path}: ${text} needs ${PROTOCOLS[of]}.` }];
    }
    if (needs === 'model' && classifiers.some((classifier) => subjectModels(classifier))) {
      const what = typeof request === 'object' ? 'a region' : `"${request}"`;
      return [
        {
          path,
          message: `${path}: ${what} needs one model of all training images, but this classifier fits one to every subject; use a classifier of codes.`,
        },
      ];
    }
    if (typeof request === 'object' && measures.findIndex((other) => typeof other === 'object') < index) {
      return [{ path, message: `${path}: a study measures one region of interest, found a second one.` }];
    }
    if (typeof request === 'object') return checkRegion(request.region, `${path}.region`, shape);
    if (!twoSubjects) return [];
    const source = restrict(dataset, subset);
    // Predefined splits name their images; the others are ignored.
    const named = declarationOf(protocol).namedImages?.(protocol);
    const among = named && new Set(named);
    const images = includedImages(source).filter((image) => !among || among.has(image));
    const subjects = new Set(images.map((image) => source.labels[image])).size;
    if (subjects === 2) return [];
    return [{ path, message: `${path}: "${request}" needs images of exactly 2 subjects, found ${subjects}.` }];
  });
}

const PROTOCOLS = {
  recognition: 'a protocol that recognises every test image',
  verification: 'a protocol that compares pairs',
  'open set': 'a protocol with subjects to be rejected',
} as const;

function suits(of: keyof typeof PROTOCOLS, { comparesPairs, openSet }: ProtocolDeclaration): boolean {
  if (of === 'open set') return openSet === true;
  if (of === 'verification') return comparesPairs !== undefined;
  return comparesPairs === undefined && !openSet;
}
