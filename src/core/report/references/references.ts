/**
 * Publications behind a table: its methods, the classifier, feature steps, the test and its correction, the databases,
 * and the program.
 */
import { classifierDeclaration, type Classifier } from '../../classify/classifiers/registry.ts';
import { correctionOf } from '../../compare/corrections.ts';
import { pairTest } from '../../compare/tests/registry.ts';
import { featureOf, type FeatureStep } from '../../features/registry.ts';
import { IMPORTED } from '../../methods/importedMethod.ts';
import type { Citation } from '../../methods/method.ts';
import { placeholders, placeholderProblem } from '../../methods/external/externalMethod.ts';
import { findMethod } from '../../methods/registry.ts';
import type { StudySpec } from '../../study/spec/spec.ts';
import type { Study } from '../../study/study.ts';
import { databasesOf, FEWEST_DATABASES } from '../../study/verdict/databases.ts';
import { BUILT_IN, networkFileOf, type VectorOrigin } from '../../networks/provenance.ts';
import type { StudyTable, TableRow } from '../../study/table/table.ts';
import type { DatasetHistory } from '../prose/preprocessing.ts';
import { bibtex } from './bibtex.ts';
import { databaseCitation } from './databases.ts';

/** Cited parts of a table besides its methods. */
export interface Cited {
  /** Version of the program. */
  readonly version: string;
  readonly comparison: StudySpec['comparison'];
  /** Classifiers of its studies. */
  readonly classifiers?: readonly Pick<Classifier, 'kind'>[];
  /** Feature steps of the study and of single methods. */
  readonly features?: readonly FeatureStep[];
  /** Publications of the settings that the paragraph states; see `settingCitations`. @default none */
  readonly settings?: readonly Citation[];
  /** Layouts recognised for its datasets, which identify databases. */
  readonly layouts: readonly string[];
  /** The origin of the attached vectors that rows work on, by label. @default none */
  readonly vectors?: Readonly<Record<string, VectorOrigin>>;
  /** Cells that failed, and why. @default not known */
  readonly failures?: readonly { readonly label: string; readonly condition: string; readonly reason: string }[];
  /** How the images of its datasets were made. @default not known */
  readonly histories?: readonly DatasetHistory[];
}

/** Citation of the program; same as in CITATION.cff. */
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

/** Publications behind a table besides those of its methods. */
export interface EvaluationCitations {
  readonly databases: readonly Citation[];
  /** A part such as "test", with its publication. */
  readonly parts: readonly { readonly what: string; readonly citation: Citation }[];
  readonly program: Citation;
}

const FRIEDMAN: Citation = {
  key: 'friedman1937',
  type: 'article',
  authors: ['Milton Friedman'],
  title: 'The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance',
  venue: 'Journal of the American Statistical Association',
  year: 1937,
  volume: '32',
  number: '200',
  pages: '675–701',
  doi: '10.1080/01621459.1937.10503522',
};

export const DEMSAR: Citation = {
  key: 'demsar2006',
  type: 'article',
  authors: ['Janez Demšar'],
  title: 'Statistical Comparisons of Classifiers over Multiple Data Sets',
  venue: 'Journal of Machine Learning Research',
  year: 2006,
  volume: '7',
  pages: '1–30',
};

/** Publications of the tests over databases; none if there are too few databases, or methods on all of them. */
export function rankCitations({ conditions, rows }: Pick<StudyTable, 'conditions' | 'rows'>): readonly Citation[] {
  const everywhere = rows.filter(({ entries }) => entries.every(({ mean }) => mean !== null));
  return databasesOf(conditions) >= FEWEST_DATABASES && everywhere.length > 1 ? [FRIEDMAN, DEMSAR] : [];
}

/** Whether differences between its methods were tested. */
export function isTested({ rows }: Pick<StudyTable, 'rows'>): boolean {
  const entries = rows.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.validated ? [entry, entry.validated] : [entry])),
  );
  return entries.some(({ p, significant }) => p !== null || significant);
}

export function evaluationCitations(
  table: StudyTable,
  { version, comparison, classifiers = [], features = [], settings = [], layouts }: Cited,
): EvaluationCitations {
  const { test, correction = 'none' } = comparison;
  const tested = isTested(table);
  const parts: [string, Citation | undefined][] = [
    ...classifiers.map((classifier): [string, Citation | undefined] => {
      return ['classifier', classifierDeclaration(classifier).citation];
    }),
    ...features.map((step): [string, Citation | undefined] => {
      const { title, citation } = featureOf(step);
      return [`feature step ${title}`, citation];
    }),
    ...settings.map((citation): [string, Citation] => ['setting', citation]),
    ['test', tested ? pairTest(test).citation : undefined],
    ...rankCitations(table).map((citation): [string, Citation] => ['ranks', citation]),
    ['correction', tested ? correctionOf(correction).citation : undefined],
  ];
  return {
    databases: [...new Set(layouts)].map(databaseCitation).filter((citation) => citation !== undefined),
    parts: parts.flatMap(([what, citation]) => (citation === undefined ? [] : [{ what, citation }])),
    program: programCitation(version),
  };
}

/** Publication of a method; undefined for imported results, and for a missing citation or one with placeholders. */
export function methodCitation(methodId: string): Citation | undefined {
  const citation = methodId === IMPORTED ? undefined : findMethod(methodId)?.citation;
  return citation && placeholders(citation).length === 0 ? citation : undefined;
}

/** Publications of the network behind vectors; of one's own: what its description states. */
function vectorCitations({ source, stated }: VectorOrigin): readonly Citation[] {
  if (networkFileOf(source) === BUILT_IN) return BUILT_IN_CITATIONS;
  return stated?.citation ? [stated.citation] : [];
}

const BUILT_IN_CITATIONS: readonly Citation[] = [
  {
    key: 'king2009dlib',
    type: 'article',
    authors: ['Davis E. King'],
    title: 'Dlib-ml: A Machine Learning Toolkit',
    venue: 'Journal of Machine Learning Research',
    year: 2009,
    volume: '10',
    pages: '1755–1758',
  },
  {
    key: 'he2016residual',
    type: 'inproceedings',
    authors: ['Kaiming He', 'Xiangyu Zhang', 'Shaoqing Ren', 'Jian Sun'],
    title: 'Deep Residual Learning for Image Recognition',
    venue: 'IEEE Conference on Computer Vision and Pattern Recognition (CVPR)',
    year: 2016,
    pages: '770–778',
    doi: '10.1109/CVPR.2016.90',
  },
];

/** Publications of the settings of a study, unless the setting is chosen from a list. */
export function settingCitations({ rows }: Study): Citation[] {
  return rows.flatMap(({ method, methods: [{ settings, tuned }] }) =>
    method.parameters.flatMap(({ name, stated }) => {
      if (typeof stated !== 'object' || !('citations' in stated) || tuned?.values[name] !== undefined) return [];
      return stated.citations?.[`${settings[name]}`] ?? [];
    }),
  );
}

/** The origin of the vectors that a row works on; null if it works on pixels. */
export function vectorsOf(label: string, { vectors = {} }: Pick<Cited, 'vectors'>): VectorOrigin | null {
  return Object.hasOwn(vectors, label) ? vectors[label] : null;
}

/** Publications of a row: of its method, unless that only compares attached vectors, and of their network. */
export function rowCitations(
  { label, methodId }: Pick<TableRow, 'label' | 'methodId'>,
  cited: Pick<Cited, 'vectors'>,
): readonly Citation[] {
  const origin = vectorsOf(label, cited);
  const method = origin !== null && methodId === 'none' ? undefined : methodCitation(methodId);
  return [...(method ? [method] : []), ...(origin === null ? [] : vectorCitations(origin))];
}

/** All publications behind a table. */
function studyCitations(table: StudyTable, cited: Cited): readonly Citation[] {
  const { databases, parts, program } = evaluationCitations(table, cited);
  const methods = table.rows.flatMap((row) => rowCitations(row, cited));
  return [...methods, ...parts.map(({ citation }) => citation), ...databases, program];
}

/** A publication as a sentence. */
export function citationText({ authors, title, venue, volume, number, pages, year }: Citation): string {
  const issue = `${volume === undefined ? '' : ` ${volume}`}${number === undefined ? '' : `(${number})`}`;
  return `${authors.join(', ')}: ${title}. ${venue}${issue}${pages === undefined ? '' : `, ${pages}`}, ${year}.`;
}

/** All publications behind a table, each once, as sentences by key. */
export function referencesByKey(table: StudyTable, cited: Cited): Map<string, string> {
  const texts = new Map(studyCitations(table, cited).map((citation) => [citation.key, citationText(citation)]));
  return new Map([...texts.keys()].sort().map((key) => [key, texts.get(key)!]));
}

/** All publications behind a table as a list for word processors: one per line, by key. */
export function studyReferences(table: StudyTable, cited: Cited): string {
  return [...referencesByKey(table, cited)].map(([key, text]) => `[${key}] ${text}\n`).join('');
}

/**
 * BibTeX of all publications behind a table, without duplicates. Methods without an entry are listed in comments
 * between the entries.
 */
export function studyBibtex(table: StudyTable, cited: Cited): string {
  const notices = table.rows.flatMap((row) => {
    const { label, methodId } = row;
    if (methodId === IMPORTED || rowCitations(row, cited).length > 0) return [];
    if (methodId === 'none') return [`% ${label} has no entry: cite what computed its vectors.\n`];
    const citation = findMethod(methodId)?.citation;
    const reason = citation ? placeholderProblem(placeholders(citation)) : 'its method.json has no "citation".';
    return [`% ${label} has no entry: ${reason}\n`];
  });
  return [...notices, bibtex(studyCitations(table, cited))].join('\n');
}
