/**
 * The publications behind a table: its methods, the classifier, feature steps, the test and its correction, the
 * databases, and the program itself.
 */
import { classifierDeclaration, DEFAULT_CLASSIFIER, type Classifier } from '../classify/classifiers/registry.ts';
import { correctionOf } from '../compare/corrections/registry.ts';
import { pairTest } from '../compare/tests/registry.ts';
import { featureOf, type FeatureStep } from '../features/registry.ts';
import { ELSEWHERE } from '../methods/elsewhere.ts';
import type { Citation } from '../methods/method.ts';
import { findMethod } from '../methods/registry.ts';
import type { StudySpec } from '../study/spec/spec.ts';
import type { StudyTable } from '../study/table/table.ts';
import { bibtex } from './bibtex.ts';
import { databaseCitation } from './databases.ts';

/** What a table rests on besides its methods. */
export interface Cited {
  /** Of the program. */
  readonly version: string;
  readonly comparison: StudySpec['comparison'];
  /** Absent: nearest neighbour. */
  readonly classifier?: Pick<Classifier, 'kind'>;
  /** Feature steps of the study and of single methods. */
  readonly features?: readonly FeatureStep[];
  /** The layouts that its datasets were recognised by, which name databases. */
  readonly layouts: readonly string[];
}

/** How the program is cited; CITATION.cff says the same. */
export function programCitation(version: string): Citation {
  return {
    key: 'eigenbench',
    type: 'software',
    authors: ['The Eigenbench authors'],
    title: 'Eigenbench: A Workbench for Face-Recognition Experiments with Subspace Methods',
    venue: 'Computer software',
    year: 2026,
    version,
  };
}

/** BibTeX of everything a table rests on, each publication once. */
export function studyBibtex(
  { rows }: StudyTable,
  { version, comparison, classifier = DEFAULT_CLASSIFIER, features = [], layouts }: Cited,
): string {
  const { test, correction = 'none' } = comparison;
  const several = rows.length > 1;
  const found: (Citation | undefined)[] = [
    ...rows.map(({ methodId }) => (methodId === ELSEWHERE ? undefined : findMethod(methodId)?.citation)),
    classifierDeclaration(classifier).citation,
    ...features.map((step) => featureOf(step).citation),
    several ? pairTest(test).citation : undefined,
    several ? correctionOf(correction).citation : undefined,
    ...layouts.map(databaseCitation),
    programCitation(version),
  ];
  return bibtex(found.filter((citation) => citation !== undefined));
}
