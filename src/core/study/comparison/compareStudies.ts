/** Studies side by side: choices that differ, and the results of methods and conditions that they share. */
import { canonicalJson } from '../../hash.ts';
import type { LatentShape } from '../../methods/method.ts';
import { plural } from '../../text/phrases.ts';
import { rowSettings, type MethodRow, type Study } from '../study.ts';
import type { StudySpec } from '../spec/spec.ts';
import type { StudyTable, TableEntry } from '../table/table.ts';
import { classifierDeclaration } from '../../classify/classifiers/registry.ts';
import { correctionOf } from '../../compare/corrections.ts';
import { DEFAULT_FAMILY } from '../../compare/testFamilies.ts';
import { pairTest } from '../../compare/tests/registry.ts';
import { featureTitle } from '../../features/registry.ts';
import { measuresOf, type Measure } from '../../measures/measures.ts';
import { listPerturbations } from '../../perturbations/registry.ts';
import { protocolSummary } from '../../protocols/registry.ts';
import { averageRanks } from '../../stats/ranks.ts';

export interface ChoiceText {
  readonly title: string;
  readonly text: string;
  /** Equal if the choice is the same, whatever the text omits. */
  readonly identity: string;
}

/**
 * Text of each choice of a study, in the order of the form: the same titles for every spec. `datasetHash` distinguishes
 * datasets of one name.
 */
export function choiceTexts({ spec, rows }: Study, datasetHash: string): ChoiceText[] {
  const { dataset, subset, protocol, seed, perturbations, features, classifier, comparison, selection } = spec;
  const conditions = listPerturbations(perturbations).map(({ title }) => title || 'as they are');
  const test = [
    pairTest(comparison.test).title,
    correctionOf(comparison.correction ?? 'none').title,
    ...((comparison.family ?? DEFAULT_FAMILY) === DEFAULT_FAMILY ? [] : ['over the whole table']),
    `α = ${comparison.alpha}`,
    ...(comparison.baseline === undefined ? [] : [`against ${comparison.baseline}`]),
  ];
  const choice = (title: string, text: string, said: unknown): ChoiceText => {
    return { title, text, identity: canonicalJson(said ?? null) };
  };
  return [
    choice('Dataset', `${dataset} (${datasetHash.slice(0, 8)})`, datasetHash),
    choice('Images', subset ? JSON.stringify(subset) : 'all', subset),
    choice('Splits', protocolSummary(protocol), protocol),
    choice('Seed', String(seed), seed),
    choice('Conditions', perturbations ? conditions.join(', ') : 'images as they are', perturbations),
    choice('Features', features?.map(featureTitle).join(', ') || 'grey values', features ?? []),
    choice(
      'Methods',
      rows.map(({ label }) => label).join(', '),
      rows.map(({ label, methods: [{ key }] }) => [label, key]),
    ),
    choice('Classifier', classifierDeclaration(classifier).title, classifier),
    choice(
      'Measures',
      measuresOf(spec)
        .map(({ title }) => title)
        .join(', '),
      spec.measures,
    ),
    choice(
      'Validated shapes',
      selection ? (selection.on ? 'on development pairs' : plural(selection.innerSplits, 'inner split')) : 'no',
      selection,
    ),
    choice('Test', test.join(', '), comparison),
  ];
}

export interface ComparedStudy {
  readonly study: Study;
  readonly datasetHash: string;
  /** Table of error rates. */
  readonly table: StudyTable;
  /** Key of the identities of the images: equal for forms of the same images with the same subjects and names. */
  readonly identities: string;
  /** Hash of the split of a condition (key) and repeat, by the places of its images or by their names. */
  readonly splitHash: (condition: string, repeat: number, by: 'place' | 'name') => string;
}

/** A choice, and its text in each study. */
export interface ComparedChoice {
  readonly title: string;
  readonly texts: readonly string[];
  readonly same: boolean;
}

export interface ComparedValue {
  readonly mean: number;
  readonly std: number | null;
  readonly repeats: number;
  readonly shape: LatentShape | null;
  /** Rank of the mean among the methods that the studies share in this condition; 1 is the lowest. */
  readonly rank: number;
  /** Relative to the first study that has the entry; null in that one. */
  readonly difference: StudyDifference | null;
}

export interface StudyDifference {
  /**
   * Percentage points, the mean over the common repeats; null if their images or splits are not the same: such error
   * rates cannot be subtracted.
   */
  readonly points: number | null;
  /** Possible causes other than chance, such as "other seed"; empty: none, the same was computed twice. */
  readonly reasons: readonly string[];
}

/** A method (label) in a condition that at least two studies have; null if a study does not have it. */
export interface ComparedEntry {
  readonly label: string;
  readonly condition: string;
  readonly values: readonly (ComparedValue | null)[];
}

export interface StudiesComparison {
  /** Of all entries. */
  readonly measure: Measure;
  readonly choices: readonly ComparedChoice[];
  readonly entries: readonly ComparedEntry[];
}

/** Two studies or more, with tables of one measure. Methods are the same by label, conditions by key. */
export function compareStudies(studies: readonly ComparedStudy[]): StudiesComparison {
  const texts = studies.map(({ study, datasetHash }) => choiceTexts(study, datasetHash));
  const choices = texts[0].map(({ title }, at): ComparedChoice => {
    const perStudy = texts.map((choices) => choices[at]);
    const identities = [...new Set(perStudy.map(({ identity }) => identity))];
    const words = perStudy.map(({ text }) => text);
    // Choices that differ only in what the texts omit are numbered.
    const numbered = identities.length > new Set(words).size;
    const displayTexts = perStudy.map(({ text, identity }) =>
      numbered ? `${text} [${identities.indexOf(identity) + 1}]` : text,
    );
    return { title, texts: displayTexts, same: identities.length === 1 };
  });
  return { measure: studies[0].table.measure, choices, entries: sharedEntries(studies) };
}

function sharedEntries(studies: readonly ComparedStudy[]): ComparedEntry[] {
  const methods = studies.map(({ study }) => new Map(study.rows.map((row) => [row.label, row])));
  const labels = [...new Set(studies.flatMap(({ table }) => table.rows.map(({ label }) => label)))];
  const conditions = new Map(studies.flatMap(({ table }) => table.conditions.map(({ key, title }) => [key, title])));
  const shared = [...conditions.keys()].map((key) => {
    const rows = labels
      .map((label) => ({ label, entries: studies.map(({ table }) => entryAt(table, label, key)) }))
      .filter(({ entries }) => entries.filter((entry) => entry !== null).length > 1);
    const ranks = studies.map((_, at) => ranksOf(rows.map(({ entries }) => entries[at])));
    return { key, rows, ranks };
  });
  return labels.flatMap((label) =>
    shared.flatMap(({ key, rows, ranks }): ComparedEntry[] => {
      const row = rows.findIndex((other) => other.label === label);
      if (row < 0) return [];
      const { entries } = rows[row];
      const first = entries.findIndex((entry) => entry !== null);
      const values = entries.map((entry, at): ComparedValue | null => {
        if (entry === null) return null;
        const sides = [first, at].map((n) => ({
          study: studies[n],
          method: methods[n].get(label),
          entry: entries[n]!,
        }));
        return {
          mean: entry.mean!,
          std: entry.std,
          repeats: entry.repeats.length,
          shape: entry.shape,
          rank: ranks[at][row],
          difference: at === first ? null : differenceOf(sides[0], sides[1], key),
        };
      });
      return [{ label, condition: conditions.get(key)!, values }];
    }),
  );
}

/** Ranks by mean; NaN without an entry. */
function ranksOf(entries: readonly (TableEntry | null)[]): number[] {
  const ranks = averageRanks(entries.flatMap((entry) => entry?.mean ?? []));
  let next = 0;
  return entries.map((entry) => (entry === null ? NaN : ranks[next++]));
}

/** Null if nothing has finished. */
function entryAt({ rows, conditions }: StudyTable, label: string, key: string): TableEntry | null {
  const column = conditions.findIndex((condition) => condition.key === key);
  const entry = rows.find((row) => row.label === label)?.entries[column];
  return entry === undefined || entry.mean === null ? null : entry;
}

interface Side {
  readonly study: ComparedStudy;
  readonly method: MethodRow | undefined;
  readonly entry: TableEntry;
}

function differenceOf(first: Side, second: Side, condition: string): StudyDifference {
  const [a, b] = [first.study, second.study];
  const sameImages = a.datasetHash === b.datasetHash;
  const common = first.entry.repeats.filter((repeat) => second.entry.repeats.includes(repeat));
  const sameNames = a.identities === b.identities;
  const by = sameImages ? 'place' : 'name';
  const sameSplits =
    (sameImages || sameNames) &&
    common.length > 0 &&
    common.every((repeat) => a.splitHash(condition, repeat, by) === b.splitHash(condition, repeat, by));
  const reasons = [
    sameImages ? null : sameNames ? 'another form of the images' : 'other images',
    (sameImages || sameNames) && !sameSplits ? 'other splits' : null,
    a.study.spec.seed === b.study.spec.seed ? null : 'other seed',
    same(a, b, ({ features }) => features ?? []) ? null : 'other features',
    same(a, b, ({ classifier }) => classifier) ? null : 'other classifier',
    // The key of a shared condition holds all of its perturbation.
    first.method?.methodId === second.method?.methodId ? null : 'other method of that name',
    canonicalJson(settingsOf(first)) === canonicalJson(settingsOf(second)) ? null : 'other settings',
    canonicalJson(latentOf(first)) === canonicalJson(latentOf(second)) ? null : 'other latent shapes',
    first.entry.repeats.join() === second.entry.repeats.join()
      ? null
      : `${plural(second.entry.repeats.length, 'repeat')} instead of ${first.entry.repeats.length}`,
  ].filter((reason) => reason !== null);
  const points = sameSplits ? meanOver(second.entry, common) - meanOver(first.entry, common) : null;
  return { points, reasons };
}

function settingsOf({ method }: Side): unknown {
  return method ? rowSettings(method) : null;
}

function latentOf({ method }: Side): unknown {
  return method?.methods[0].latent ?? null;
}

function same(a: ComparedStudy, b: ComparedStudy, of: (spec: StudySpec) => unknown): boolean {
  return canonicalJson(of(a.study.spec)) === canonicalJson(of(b.study.spec));
}

function meanOver({ repeats, values }: TableEntry, common: readonly number[]): number {
  const sum = common.reduce((total, repeat) => total + values[repeats.indexOf(repeat)], 0);
  return sum / common.length;
}
