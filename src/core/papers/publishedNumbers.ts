/** Published results from the papers that match the dataset and protocol of a study. */
import type { Condition } from '../protocols/split.ts';
import type { StudySpec, StudySpecInput } from '../study/spec/spec.ts';
import { DEFAULT_CLASSIFIER } from '../classify/classifiers/registry.ts';
import { findMethod } from '../methods/registry.ts';
import type { PublishedNumber } from '../study/table/publishedNumber.ts';
import { facesOfAr, facesOfXm2vts } from './bilinearPpca/faces.ts';
import { iris } from './bilinearPpca/iris.ts';
import { recognise, type DatasetIdentity } from './databases.ts';
import type { StudyExperiment } from './experiment.ts';
import { facesOfPieByMvfa, facesOfXm2vtsByMvfa } from './matrixFactor/faces.ts';
import { PAPERS } from './papers.ts';

/** The experiments with published tables. The full registry would make the page load their computations as well. */
export const withNumbers: readonly StudyExperiment[] = [
  facesOfXm2vts,
  facesOfAr,
  iris,
  facesOfXm2vtsByMvfa,
  facesOfPieByMvfa,
];

export interface SuggestedNumbers {
  /** "Zhao, Yu, Kwok (2012), Table IV, page 501" */
  readonly source: string;
  /** "k = 2, 3, 4, 20 splits": the protocol of the numbers. */
  readonly protocol: string;
  /** Numbers for methods and conditions of the study, in per cent; empty if none match. */
  readonly numbers: readonly PublishedNumber[];
  /** Why there are none, or caveats, as sentences. */
  readonly remarks: readonly string[];
}

export interface SuggestionTarget {
  readonly dataset: DatasetIdentity;
  readonly spec: StudySpec;
  readonly conditions: readonly Pick<Condition, 'key'>[];
}

/** One suggestion per table whose database matches the dataset. */
export function suggestedNumbers(study: SuggestionTarget): SuggestedNumbers[] {
  return withNumbers.flatMap((experiment) => {
    const { numbers: table } = experiment;
    const matchedBy = table && recognise(table.database, study.dataset);
    return table && matchedBy ? [offerOf(experiment, table, matchedBy, study)] : [];
  });
}

function offerOf(
  { paper, published, sizes, spec: specOf }: StudyExperiment,
  table: NonNullable<StudyExperiment['numbers']>,
  matchedBy: 'hash' | 'counts',
  { spec, conditions }: SuggestionTarget,
): SuggestedNumbers {
  const { authors, year } = PAPERS[paper];
  const source = `${authors} (${year}), ${published[0].where}${table.from ? ` (${table.from})` : ''}`;
  const paperSpec = specOf('full', table.database);
  const refused = unlike(spec, paperSpec.protocol);
  const conditionKeys = new Set(conditions.map(({ key }) => key));
  const ofMethods = Object.entries(table.rows).flatMap(([name, row]) => {
    const entry = spec.methods.find((each) => nameOf(each) === name);
    // A different method of the same name, or one with other settings in the study, does not match the publication.
    const meant = paperSpec.methods.some((each) => each.method === entry?.method && nameOf(each) === name);
    return meant && entry?.features === undefined && entry?.classifier === undefined ? [{ name, row }] : [];
  });
  const fitting = ofMethods.flatMap(({ name, row }) =>
    table.conditions.flatMap((condition, c): PublishedNumber[] => {
      if (!conditionKeys.has(condition) || !row[c]) return [];
      const [value, deviation] = row[c];
      // Papers print one decimal.
      const rounded = Number(value.toFixed(1));
      return [{ method: name, condition, value: rounded, ...(deviation !== undefined && { deviation }), source }];
    }),
  );
  const numbers = refused === null ? fitting : [];
  const remarks = [
    ...(refused === null ? [] : [refused]),
    ...(refused === null && ofMethods.length === 0 ? ['None of its methods is in this study.'] : []),
    ...(refused === null && ofMethods.length > 0 && fitting.length === 0
      ? ['None of its conditions is in this study.']
      : []),
    ...(numbers.length > 0 && matchedBy === 'counts'
      ? ['The database is recognised by its counts; crops may differ.']
      : []),
  ];
  return { source, protocol: sizes.full, numbers, remarks };
}

/** The name of a study's method in tables. */
function nameOf({ method, label }: StudySpecInput['methods'][number]): string | undefined {
  return label ?? findMethod(method)?.title;
}

/** Why the protocol differs from that of the numbers, as a sentence; null if it is the same. */
function unlike(spec: StudySpec, protocol: { readonly kind: string }): string | null {
  if (spec.protocol.kind !== protocol.kind) return 'This study has another protocol.';
  if (spec.subset !== undefined) return 'This study uses a part of the images.';
  if (spec.features !== undefined && spec.features.length > 0) return 'This study prepares its images otherwise.';
  if (JSON.stringify(spec.classifier) !== JSON.stringify(DEFAULT_CLASSIFIER)) return 'This study classifies otherwise.';
  return null;
}
