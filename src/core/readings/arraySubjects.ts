/** Which vector of a file holds the subjects of its images. */
import { FormatError } from '../formats/formatError.ts';
import type { NamedArray, NamedText } from '../formats/namedArray.ts';
import type { ImportRecipe } from '../images/importRecipe.ts';
import { plural } from '../text/phrases.ts';
import { byName, firstNames, lastName, MOST_CHOICES, type ArrayContents } from './arrayContents.ts';
import {
  asLabelVector,
  countsOf,
  labelNameKind,
  neighboursAgree,
  numbersAsLabels,
  oneHotLabels,
  sameParts,
} from './labels.ts';
import type { Decision, Doubt, Judgement, ReadingChoice } from './reading.ts';
import { setOfName } from './sets.ts';
import type { Vectors } from './vectors.ts';

/** Names that always mean labels, whatever the counts: `gnd`, `y`, `label`, `subjects`, … */
const CERTAIN = /^(gnd|gt|y|labels?|subjects?|targets?|class(es)?|identit(y|ies)|persons?)$/i;

/** A vector that may hold the subjects, by the number of its entries. */
export interface Labels {
  readonly name: string;
  readonly values: readonly string[];
  /** 'certain': named so in the file, or by the recipe. */
  readonly kind: 'certain' | ReturnType<typeof labelNameKind>;
}

/**
 * The vectors that may hold the subjects of the array `images`: those that the recipe names, else those of its own
 * structure, of the file, or of files beside it. Throws FormatError for a name that does not exist.
 */
export function labelCandidates(
  images: string,
  joined: readonly NamedText[],
  contents: ArrayContents,
  { labels: wanted }: ImportRecipe,
): readonly Labels[] {
  if (wanted === 'none' || wanted === 'cells' || wanted === 'first-column' || wanted === 'last-column') return [];
  const { apart = () => false } = contents;
  const texts = [...joined, ...contents.texts, ...asTexts(contents.arrays)].filter(({ name }) => !apart(name));
  if (wanted !== undefined) {
    const named = byName([...texts, ...(contents.beside ?? [])], wanted);
    if (named === null) {
      const there = texts.length === 0 ? 'none' : firstNames(texts.map(({ name }) => name));
      throw new FormatError(
        `--labels ${wanted}: there is no such vector of whole numbers or texts; there is ${there}: name one, or --labels none`,
      );
    }
    const alike = [...texts, ...(contents.beside ?? [])].filter(({ name }) => name === named.name);
    const likely = alike.filter(isLabels);
    return (likely.length > 0 ? likely : alike).map((vector) => ({ ...vector, kind: 'certain' }));
  }
  const labels = texts.filter(isLabels);
  const alongside = labels.filter(({ name }) => structureOf(name) === structureOf(images));
  const vectors = [alongside, labels, (contents.beside ?? []).filter(isLabels)].find(({ length }) => length > 0) ?? [];
  return vectors.map((vector) => ({ ...vector, kind: kindOf(vector) }));
}

/** "data." of "data.fea". */
function structureOf(name: string): string {
  return name.slice(0, name.length - lastName(name).length);
}

function kindOf({ name }: NamedText): Labels['kind'] {
  return isCertain(name) ? 'certain' : labelNameKind(name);
}

/** `gnd` and the like, also of sets ("y_train+y_test") and of files ("y.npy"). */
function isCertain(name: string): boolean {
  const [first] = name.replace(/\.(npy|csv|txt)$/i, '').split('+');
  return CERTAIN.test(lastName(first)) || CERTAIN.test(setOfName(lastName(first)).base);
}

function isLabels({ name, values }: NamedText): boolean {
  return asLabelVector(values) !== null || (isCertain(name) && values.length > 0);
}

/** Vectors of whole numbers, and one-hot matrices, as texts. */
export function asTexts(arrays: readonly NamedArray[]): readonly NamedText[] {
  return arrays.flatMap(({ name, dims, data, fastest }): NamedText[] => {
    const long = dims.filter((size) => size !== 1);
    if (long.length === 1) {
      const values = numbersAsLabels(data);
      return values === null ? [] : [{ name, values }];
    }
    const oneHot = long.length === 2 && dims.length === 2 ? oneHotLabels(dims, data, fastest) : null;
    return oneHot === null ? [] : [{ name, values: oneHot.labels }];
  });
}

export interface Subjects extends Judgement {
  readonly labels: readonly string[] | null;
  readonly labelName: string | null;
}

/** The subjects of images by vectors of their number. Throws FormatError if the recipe names one of another number. */
export function subjectsOf(
  vectors: Vectors,
  candidates: readonly Labels[],
  pictures: boolean,
  recipe: ImportRecipe,
): Subjects {
  const { count } = vectors;
  const fitting = candidates.filter(({ values }) => values.length === count);
  if (recipe.labels === 'none') return { labels: null, labelName: null, decisions: [], doubts: [] };
  if (recipe.labels !== undefined) {
    if (fitting.length === 0) throw unfitting(recipe.labels, candidates, count);
    return { labels: fitting[0].values, labelName: fitting[0].name, decisions: [], doubts: [] };
  }
  const use = (one: Labels, judgement: Judgement): Subjects => ({
    labels: one.values,
    labelName: one.name,
    ...judgement,
  });
  const decide = (one: Labels, basis: Decision['basis'], reason = ''): Subjects =>
    use(one, { decisions: [labelsDecision(one, basis, reason)], doubts: [] });
  const ask = (choices: readonly Labels[]): Subjects =>
    use(choices[0], { decisions: [], doubts: [labelsDoubt(choices, vectors, pictures)] });
  const distinct = fitting.filter(
    (one, n) => !fitting.slice(0, n).some((earlier) => sameParts(earlier.values, one.values)),
  );
  const sorted = [...fitting].sort((a, b) => certainty(b) - certainty(a));
  if (distinct.length === 1) {
    const [best] = sorted;
    if (certainty(best) >= HINTED) return decide(best, 'stated');
    const isShared = best.kind === 'plain' && neighboursAgree(vectors, best.values) >= AGREED;
    return isShared ? decide(best, 'evident', ', judged from look-alikes') : ask([best]);
  }
  if (distinct.length > 1) {
    const likely = (least: number): readonly Labels[] =>
      distinct.filter((one) =>
        fitting.some((other) => certainty(other) >= least && sameParts(one.values, other.values)),
      );
    const only = [likely(HINTED), likely(CERTAINLY)].find(({ length }) => length === 1)?.[0];
    if (only !== undefined)
      return decide(
        sorted.find((one) => sameParts(one.values, only.values))!,
        'stated',
      );
    const agreements = new Map(distinct.map((one) => [one, neighboursAgree(vectors, one.values)]));
    return ask([...distinct].sort((a, b) => certainty(b) - certainty(a) || agreements.get(b)! - agreements.get(a)!));
  }
  const misfit = candidates.find(({ kind }) => kind === 'certain');
  if (misfit !== undefined) {
    throw new FormatError(
      `${misfit.name} has ${misfit.values.length} entries, but there are ${count} images; --labels none imports them without subjects`,
    );
  }
  return { labels: null, labelName: null, decisions: [withoutSubjects(count)], doubts: [] };
}

/** Why the vectors that the recipe names cannot be the labels of `count` images. */
function unfitting(wanted: string, candidates: readonly Labels[], count: number): FormatError {
  if (candidates.length === 0) {
    return new FormatError(
      `--labels ${wanted} does not apply to these images; name a vector of ${count} entries, or --labels none`,
    );
  }
  const lengths = candidates.map(({ values }) => values.length).join(' or ');
  return new FormatError(
    `--labels ${wanted} has ${lengths} entries, but there are ${count} images: name another vector, or --labels none`,
  );
}

/** The decision that nothing names the subjects of the images. */
export function withoutSubjects(count: number): Decision {
  const text = `${plural(count, 'image')} without subjects: --labels names them`;
  return { aspect: 'subjects', recipe: { labels: 'none' }, basis: 'assumed', text };
}

/** Least agreement of look-alikes of a label vector without a telling name. */
export const AGREED = 0.2;

const [CERTAINLY, HINTED] = [3, 2];

function certainty({ kind }: Labels): number {
  return { certain: CERTAINLY, hinted: HINTED, plain: 1, other: 0 }[kind];
}

function labelsDecision({ name, values }: Labels, basis: Decision['basis'], reason: string): Decision {
  const text = `${plural(new Set(values).size, 'subject')} by "${name}"${reason}`;
  return { aspect: 'subjects', recipe: { labels: name }, basis, text };
}

function labelsDoubt(candidates: readonly Labels[], { count }: Vectors, pictures: boolean): Doubt {
  const [{ name, values }] = candidates;
  const reason = pictures ? ', but look-alikes rarely share one' : '';
  return {
    aspect: 'subjects',
    title: 'Who is the subject of an image?',
    text:
      candidates.length === 1
        ? `"${name}" has ${new Set(values).size} values${reason}: are these the subjects?`
        : `${plural(candidates.length, 'vector')} could be the subjects.`,
    choices: [...candidates.slice(0, MOST_CHOICES).map(labelsChoice), noSubjectsChoice(count)],
  };
}

export function labelsChoice({ name, values }: Labels): ReadingChoice {
  const counts = [...countsOf(values).values()];
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return {
    recipe: { labels: name },
    title: `By ${name.replace(/^(first|last)-column$/, 'the $1 column')}: ${plural(counts.length, 'subject')}`,
    detail: `${least === most ? least : `${least} to ${most}`} images each.`,
    images: values.length,
    subjects: counts.length,
    evidence: [],
    concerns: [],
  };
}

export function noSubjectsChoice(count: number): ReadingChoice {
  return {
    recipe: { labels: 'none' },
    title: 'No subjects',
    detail: 'All images belong to one subject.',
    images: count,
    subjects: 1,
    evidence: [],
    concerns: ['A study of recognition needs subjects.'],
  };
}

/** One subject per cell, named by a vector of texts of as many entries if there is one. */
export function cellSubjects(name: string, cells: readonly number[], { texts }: ArrayContents): Subjects {
  const titles = texts.filter(({ values }) => values.length === cells.length && new Set(values).size === cells.length);
  const subjectNames = titles.length === 1 ? titles[0].values : cells.map((_, n) => String(n + 1));
  const named = titles.length === 1 ? `, named by "${titles[0].name}"` : '';
  const text = `one subject per cell of "${name}"${named}`;
  return {
    labels: cells.flatMap((count, n) => new Array<string>(count).fill(subjectNames[n])),
    labelName: `cells of ${name}`,
    decisions: [{ aspect: 'subjects', recipe: { labels: 'cells' }, basis: 'assumed', text }],
    doubts: [],
  };
}
