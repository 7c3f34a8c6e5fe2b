/**
 * How the arrays of a file are read as images and subjects. Every matrix or stack gives a reading; what its numbers
 * settle becomes a decision, what they leave open a doubt.
 */
import { FormatError } from '../formats/formatError.ts';
import type { NamedArray, NamedText } from '../formats/namedArray.ts';
import type { ImportRecipe } from '../images/importRecipe.ts';
import { plural } from '../text/phrases.ts';
import { byName, firstNames, lastName, MOST_CHOICES, type ArrayContents, type ArrayReading } from './arrayContents.ts';
import { asTexts, labelCandidates } from './arraySubjects.ts';
import { areAxes, oneHotLabels } from './labels.ts';
import { readMatrix } from './matrixReading.ts';
import type { Decision, Doubt, ReadingChoice } from './reading.ts';
import { joinSets } from './sets.ts';
import { readStack } from './stackReading.ts';
import { vectorsAlong } from './vectors.ts';

/** Names of image arrays. */
const IMAGE_NAMES = ['fea', 'ff', 'x', 'data', 'images', 'faces', 'features', 'embeddings', 'image', 'img'];

/** Share of the largest array that a candidate must have. */
const LEAST_SHARE = 0.1;

/**
 * The reading of a file of arrays. Throws FormatError, a clause with the next step, if nothing in it can be images or
 * an option contradicts it.
 */
export function readArrays(contents: ArrayContents, recipe: ImportRecipe): ArrayReading {
  const candidates = candidatesOf(contents, recipe);
  if (candidates.length === 0) throw nothingToRead(contents, recipe);
  const readings = readableOf(candidates, (candidate) => readCandidate(candidate, contents, recipe));
  // Other options may make the other candidates readable.
  if (readings.length === 1) {
    return candidates.length === 1 ? readings[0] : decided(readings[0], variableDecision(readings[0]));
  }
  const [first, ...others] = ranked(readings);
  const preferred = preferredOf(readings);
  if (preferred !== null) return decided(preferred, variableDecision(preferred));
  const choices = [first, ...others].slice(0, MOST_CHOICES).map(variableChoice);
  const doubt: Doubt = {
    aspect: 'variable',
    title: 'Which array holds the images?',
    text: `${plural(readings.length, 'array')} could be the images: ${names(readings)}.`,
    choices,
  };
  return { ...first, doubts: [doubt, ...first.doubts] };
}

/** The readings without contradiction. Throws the first FormatError if there is none. */
function readableOf(
  candidates: readonly Candidate[],
  read: (candidate: Candidate) => ArrayReading,
): readonly ArrayReading[] {
  const errors: FormatError[] = [];
  const readings = candidates.flatMap((candidate) => {
    try {
      return [read(candidate)];
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      errors.push(error);
      return [];
    }
  });
  if (readings.length === 0) throw errors[0];
  return readings;
}

function names(readings: readonly ArrayReading[]): string {
  return firstNames(
    readings.map(({ name, dims }) => `${name} (${dims.join(' × ')})`),
    MOST_CHOICES,
  );
}

function decided(reading: ArrayReading, ...decisions: readonly Decision[]): ArrayReading {
  return { ...reading, decisions: [...decisions, ...reading.decisions] };
}

function variableDecision({ name }: ArrayReading): Decision {
  return { aspect: 'variable', recipe: { variable: name }, basis: 'evident', text: `images in "${name}"` };
}

function variableChoice({ name, dims, vectors, rows, cols, labels, labelName, pictures }: ArrayReading): ReadingChoice {
  const subjects = new Set(labels ?? ['1']).size;
  return {
    recipe: { variable: name },
    title: `${name}: ${plural(vectors.count, 'image')}`,
    detail: `${dims.join(' × ')}, images of ${rows} × ${cols}${labelName === null ? '' : `, subjects in ${labelName}`}.`,
    images: vectors.count,
    subjects,
    evidence: pictures ? ['Its numbers look like pictures.'] : [],
    concerns: pictures ? [] : ['No pictures are seen in it.'],
  };
}

/** Fewest doubts first; pictures with labels, pictures, most values. */
function ranked(readings: readonly ArrayReading[]): readonly ArrayReading[] {
  const rank = ({ pictures, labels }: ArrayReading): number => (pictures ? (labels ? 2 : 1) : 0);
  return [...readings].sort(
    (a, b) =>
      rank(b) - rank(a) ||
      a.doubts.length - b.doubts.length ||
      b.vectors.count * b.vectors.length - a.vectors.count * a.vectors.length,
  );
}

/** The reading of the only known name, if it is at least half as large as the largest; else null. */
function preferredOf(readings: readonly ArrayReading[]): ArrayReading | null {
  const largest = Math.max(...readings.map(sizeOf));
  const named = readings.filter(({ name }) => IMAGE_NAMES.includes(lastName(name).toLowerCase()));
  return named.length === 1 && 2 * sizeOf(named[0]) >= largest ? named[0] : null;
}

function sizeOf({ dims }: { readonly dims: readonly number[] }): number {
  return dims.reduce((product, size) => product * size, 1);
}

// Candidates: arrays that may be images.

interface Candidate {
  readonly array: NamedArray;
  readonly sets: readonly string[] | null;
  /** Labels that were joined along with the sets. */
  readonly labels: readonly NamedText[];
}

function candidatesOf(contents: ArrayContents, recipe: ImportRecipe): readonly Candidate[] {
  const { apart = () => false } = contents;
  const arrays = contents.arrays.filter(({ name }) => !apart(name));
  const { variable } = recipe;
  if (variable !== undefined) {
    const exact = byName(arrays, variable);
    if (exact !== null) return [requireImages({ array: exact, sets: null, labels: [] })];
  }
  const images = arrays.filter(mayBeImages);
  const joined = joinSets(images, [...contents.texts, ...asTexts(arrays)]);
  if (variable !== undefined) return joined.filter(({ array }) => array.name === variable);
  const parts = new Set(joined.flatMap(({ parts }) => parts));
  const all: Candidate[] = [
    ...joined,
    ...images.filter(({ name }) => !parts.has(name)).map((array) => ({ array, sets: null, labels: [] })),
  ];
  const largest = Math.max(0, ...all.map(({ array }) => sizeOf(array)));
  const large = all.filter(({ array }) => sizeOf(array) >= LEAST_SHARE * largest);
  // A stack states more than the same numbers as a matrix.
  const sorted = [...large].sort((a, b) => b.array.dims.length - a.array.dims.length);
  const distinct = sorted.filter(({ array }, n) => !sorted.slice(0, n).some((other) => equal(other.array, array)));
  const pictures = distinct.filter(({ array }) => !isAxes(array));
  if (distinct.length > 0 && pictures.length === 0) {
    const { name } = distinct[0].array;
    throw new FormatError(
      `the columns of ${name} are orthonormal, as axes are, not images; --variable ${name} reads them as images all the same`,
    );
  }
  return pictures;
}

function requireImages(candidate: Candidate): Candidate {
  const { name, dims } = candidate.array;
  if (dims.length >= 2 && dims.length <= 4) return candidate;
  throw new FormatError(
    `--variable ${name}: expected a matrix or a stack of images, found ${dims.join(' × ')}; name another array`,
  );
}

/** Images take at least two numbers each, and there are at least two. A matrix of labels is none. */
function mayBeImages({ dims, data, fastest }: NamedArray): boolean {
  if (dims.length < 2 || dims.length > 4 || data.length === 0) return false;
  const long = dims.filter((size) => size > 1);
  if (long.length < 2) return false;
  return dims.length > 2 || oneHotLabels(dims, data, fastest) === null;
}

/** Whether two arrays hold the same numbers in the same order, if in other dimensions. */
function equal(a: NamedArray, b: NamedArray): boolean {
  if (a.data.length !== b.data.length) return false;
  for (let i = 0; i < a.data.length; i++) if (a.data[i] !== b.data[i]) return false;
  return true;
}

function isAxes(array: NamedArray): boolean {
  return array.dims.length === 2 && areAxes(vectorsAlong(array, 'last'));
}

function nothingToRead({ arrays, texts }: ArrayContents, { variable }: ImportRecipe): FormatError {
  const all = [...arrays.map(({ name, dims }) => `${name} (${dims.join(' × ')})`), ...texts.map(({ name }) => name)];
  const there = all.length === 0 ? 'it holds no numbers' : `it holds ${firstNames(all)}`;
  if (variable !== undefined) return new FormatError(`there is no array ${variable}; ${there}: name one of them`);
  return new FormatError(
    `expected a matrix with one image per row or column, or a stack of images; ${there}: save the images as one array`,
  );
}

// Reading one candidate.

function readCandidate(candidate: Candidate, contents: ArrayContents, recipe: ImportRecipe): ArrayReading {
  const squeezed = withoutSingletons(candidate.array);
  const labels = labelCandidates(candidate.array.name, candidate.labels, contents, recipe);
  const reading =
    squeezed.dims.length === 2
      ? readMatrix(squeezed, labels, contents, recipe)
      : readStack(squeezed, labels, contents, recipe);
  const joined = candidate.sets === null ? [] : [setsDecision(candidate)];
  return {
    ...reading,
    name: candidate.array.name,
    dims: candidate.array.dims,
    ...withSets(candidate, reading),
    decisions: [...joined, ...reading.decisions],
  };
}

function setsDecision({ array: { name } }: Candidate): Decision {
  const text = `training and test images of ${name} joined, with the attribute set`;
  return { aspect: 'variable', recipe: { variable: name }, basis: 'evident', text };
}

function withSets({ sets }: Candidate, { vectors }: ArrayReading): Pick<ArrayReading, 'sets'> {
  return { sets: sets !== null && sets.length === vectors.count ? sets : null };
}

/** The array without axes of one entry, as long as two remain; a stack of one image keeps its axis. */
function withoutSingletons(array: NamedArray): NamedArray {
  if (array.dims.length < 3) return array;
  const images = array.fastest === 'first' ? array.dims.length - 1 : 0;
  const dims = array.dims.filter((size, axis) => size !== 1 || axis === images);
  return dims.length >= 2 ? { ...array, dims } : array;
}
