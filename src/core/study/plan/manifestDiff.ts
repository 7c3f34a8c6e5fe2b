/** Differences between two manifests, in sentences. */
import { canonicalJson } from '../../hash.ts';
import { provenanceDifferences } from '../../images/provenanceCommands.ts';
import { plural } from '../../text/phrases.ts';
import type { RecordedManifest } from './manifestFile.ts';

/** One topic and its sentences. */
export interface DiffSection {
  readonly title: string;
  readonly sentences: readonly string[];
}

type Cell = RecordedManifest['cells'][number];

/** Fields of a spec that are not compared: names, and methods, which are compared row by row. */
const NAMES: ReadonlySet<string> = new Set(['name', 'dataset', 'methods']);

/**
 * Differences between two manifests: images, program, spec, rows, splits, and, of the cells that both have finished,
 * labels, errors and numbers. `names`: names of the manifests in sentences. Sections without a difference are omitted;
 * none: the manifests agree except for the names of study and dataset.
 */
export function manifestDiff(
  a: RecordedManifest,
  b: RecordedManifest,
  names: readonly [string, string],
): readonly DiffSection[] {
  const sections: DiffSection[] = [
    { title: 'Images', sentences: imageSentences(a.dataset, b.dataset, names) },
    { title: 'Program', sentences: fieldSentences(a.engine, b.engine, names) },
    { title: 'Spec', sentences: fieldSentences(withoutNames(a.spec), withoutNames(b.spec), names) },
    { title: 'Rows', sentences: rowSentences(a, b, names) },
    { title: 'Splits', sentences: splitSentences(a, b, names) },
    { title: 'Cells', sentences: cellSentences(a, b, names) },
  ];
  return sections.filter(({ sentences }) => sentences.length > 0);
}

type Names = readonly [string, string];
type Dataset = RecordedManifest['dataset'];

function imageSentences(a: Dataset, b: Dataset, names: Names): string[] {
  const facts = ({ images, subjects, rows, cols, hash }: Dataset): string =>
    `${plural(images, 'image')} of ${plural(subjects, 'subject')}, ${rows} × ${cols}, hash ${hash.slice(0, 12)}…`;
  const [{ hash: ofA, name: nameA, making: madeA, ...moreA }, { hash: ofB, name: nameB, making: madeB, ...moreB }] = [
    a,
    b,
  ];
  const { images: _a, subjects: _b, rows: _c, cols: _d, identities: namesA, ...restA } = moreA;
  const { images: _e, subjects: _f, rows: _g, cols: _h, identities: namesB, ...restB } = moreB;
  const other =
    ofA === ofB
      ? nameA === nameB
        ? []
        : [`The same images: "${nameA}" in ${names[0]}, "${nameB}" in ${names[1]}.`]
      : [`Other images: "${nameA}", ${facts(a)}, in ${names[0]}; "${nameB}", ${facts(b)}, in ${names[1]}.`];
  if (ofA === ofB && namesA !== namesB) {
    other.push(`The images have other names in ${names[0]} than in ${names[1]}; splits are drawn by them.`);
  }
  return [...other, ...fieldSentences(restA, restB, names), ...provenanceDifferences(madeA, madeB, names)];
}

function withoutNames(spec: RecordedManifest['spec']): unknown {
  return Object.fromEntries(Object.entries(spec).filter(([field]) => !NAMES.has(field)));
}

/** One sentence per differing field, the deepest that both have. */
function fieldSentences(a: unknown, b: unknown, [nameA, nameB]: Names, before = ''): string[] {
  return differingFields(a, b).map(([path, inA, inB]) => {
    return `${before}${path}: ${shortJson(inA)} in ${nameA}, ${shortJson(inB)} in ${nameB}.`;
  });
}

function differingFields(a: unknown, b: unknown, path = ''): [path: string, a: unknown, b: unknown][] {
  if (canonicalJson(a ?? null) === canonicalJson(b ?? null)) return [];
  if (!isRecord(a) || !isRecord(b)) return [[path, a, b]];
  const fields = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return fields.flatMap((field) => differingFields(a[field], b[field], path === '' ? field : `${path}.${field}`));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** JSON, shortened. */
function shortJson(value: unknown): string {
  if (value === undefined || value === null) return 'not there';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function rowSentences(a: RecordedManifest, b: RecordedManifest, names: Names): string[] {
  const [rowsA, rowsB] = [a, b].map(({ methods }) => new Map(methods.map((row) => [row.label, row])));
  const only = (mine: typeof rowsA, other: typeof rowsA, name: string): string[] => {
    const labels = [...mine.keys()].filter((label) => !other.has(label));
    return labels.length === 0 ? [] : [`Only in ${name}: ${labels.map((label) => `"${label}"`).join(', ')}.`];
  };
  const changed = [...rowsA.values()].flatMap((row) => {
    const other = rowsB.get(row.label);
    return other ? fieldSentences(row, other, names, `"${row.label}", `) : [];
  });
  return [...only(rowsA, rowsB, names[0]), ...only(rowsB, rowsA, names[1]), ...changed];
}

function splitSentences(a: RecordedManifest, b: RecordedManifest, [nameA, nameB]: Names): string[] {
  const place = ({ condition, repeat }: { condition: string; repeat: number }): string => `${condition}, ${repeat}`;
  const [ofA, ofB] = [a, b].map(({ splits }) => new Map(splits.map((split) => [place(split), split.hash])));
  const both = [...ofA].filter(([at]) => ofB.has(at));
  const other = both.filter(([at, hash]) => ofB.get(at) !== hash).length;
  const extra = (mine: typeof ofA, theirs: typeof ofA, name: string): string[] => {
    const count = [...mine.keys()].filter((at) => !theirs.has(at)).length;
    return count === 0 ? [] : [`${plural(count, 'split')} only in ${name}.`];
  };
  return [
    ...(other > 0 ? [`${other} of ${plural(both.length, 'common split')} train or test on other images.`] : []),
    ...extra(ofA, ofB, nameA),
    ...extra(ofB, ofA, nameB),
  ];
}

/** By row and condition: cells finished in only one of them, different labels, errors or numbers. */
function cellSentences(a: RecordedManifest, b: RecordedManifest, names: Names): string[] {
  const place = ({ label, condition, repeat }: Cell): string => `${label} ${condition} ${repeat}`;
  const ofB = new Map(b.cells.map((cell) => [place(cell), cell]));
  const pairs = a.cells.flatMap((cell): [Cell, Cell][] => {
    const other = ofB.get(place(cell));
    return other ? [[cell, other]] : [];
  });
  const groups = Map.groupBy(pairs, ([{ label, condition }]) => `"${label}", ${condition}`);
  const differences = [...groups].flatMap(([group, cellPairs]) => groupSentences(group, cellPairs, names));
  const [onlyA, onlyB] = [a.cells.length - pairs.length, b.cells.length - pairs.length];
  const extra = [onlyA, onlyB].flatMap((count, i) =>
    count === 0 ? [] : [`${plural(count, 'cell')} only in ${names[i]}.`],
  );
  return [...differences, ...extra];
}

function groupSentences(group: string, pairs: readonly (readonly [Cell, Cell])[], [nameA, nameB]: Names): string[] {
  const states = pairs.filter(([a, b]) => a.status !== b.status);
  const done = pairs.filter(([a, b]) => a.status === 'done' && b.status === 'done');
  const labels = done.filter(([a, b]) => a.predictionHash !== b.predictionHash);
  const same = done.filter(([a, b]) => a.predictionHash === b.predictionHash);
  const errors = same.filter(([a, b]) => canonicalJson(a.errors) !== canonicalJson(b.errors));
  const numbers = same.filter(([a, b]) => !errors.some(([cell]) => cell === a) && a.numberHash !== b.numberHash);
  const count = (cells: typeof done, of: typeof pairs): string => `${cells.length} of ${plural(of.length, 'cell')}`;
  const sums = (side: 0 | 1): number =>
    done.reduce((sum, pair) => sum + (pair[side].errors ?? []).reduce<number>((all, n) => all + (n ?? 0), 0), 0);
  const inAll = `errors over all shapes: ${sums(0)} in ${nameA}, ${sums(1)} in ${nameB}`;
  const sentences = [
    states.length > 0 &&
      `${states[0][0].status} in ${nameA}, ${states[0][1].status} in ${nameB}: ${count(states, pairs)}`,
    labels.length > 0 && `other labels in ${count(labels, done)} (${inAll})`,
    errors.length > 0 && `other errors in ${count(errors, done)} (${inAll})`,
    numbers.length > 0 &&
      `the same labels, other numbers (likelihoods, measures or choices) in ${count(numbers, done)}`,
  ];
  return sentences.flatMap((sentence) => (sentence === false ? [] : [`${group}: ${sentence}.`]));
}
