/** Evidence in the paths of images of what tells their subjects: folders, or a part of each name. */
import { quantile } from '../stats/describe.ts';
import { plural } from '../text/phrases.ts';
import { countsOf, sameParts } from './labels.ts';

/** The folder, ending in /, that contains all `files`; empty if there is none. */
export function commonFolder(files: readonly string[]): string {
  if (files.length === 0) return '';
  const parts = files[0].split('/').slice(0, -1);
  for (const file of files) {
    const folders = file.split('/').slice(0, -1);
    let same = 0;
    while (same < parts.length && parts[same] === folders[same]) same++;
    parts.length = same;
  }
  return parts.map((part) => `${part}/`).join('');
}

// Words of containers and sets.

/** Predefined sets of a database. */
const SETS: readonly (readonly [set: string, words: string])[] = [
  ['train', 'train(?:ing)?'],
  ['test', 'test(?:ing)?'],
  ['validation', 'val(?:id(?:ation)?)?'],
  ['gallery', 'gallery|galleries'],
  ['probe', 'probes?|query|queries'],
];

const CONTAINER_WORD = [
  ...SETS.map(([, words]) => words),
  '(?:image|picture|photo|face|data|dataset|database|set|result|sample|positive|negative|output)s?',
  'all|raw|cropped',
].join('|');
const CONTAINER = new RegExp(`^(?:${CONTAINER_WORD})+$`);
const SET_WORDS = SETS.map(([set, words]) => [set, new RegExp(`^(?:${words})`)] as const);

/** Words of a name in lower case, split at capitals, digits and marks: "TrainDatabase2" → train, database. */
function wordsOf(name: string): readonly string[] {
  return (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+/gu) ?? []).map((word) => word.toLowerCase());
}

/** True if the name of a folder describes its content, not a subject: "TrainDatabase", "test_images", "faces". */
export function isContainer(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 0 && words.every((word) => CONTAINER.test(word));
}

/** The set that a container's name says: "TrainDatabase" → train; null for other names. */
export function setOf(name: string): string | null {
  if (!isContainer(name)) return null;
  for (const word of wordsOf(name)) {
    const set = SET_WORDS.find(([, expression]) => expression.test(word));
    if (set !== undefined) return set[0];
  }
  return null;
}

/**
 * Attributes of each image by the folders of its path that tell nothing else: `set` (train, test, validation, gallery,
 * probe) if at least two sets are among them, and `folder` for the others. `unused` has the names of these folders.
 */
export function folderAttributes(unused: readonly (readonly string[])[]): readonly Readonly<Record<string, string>>[] {
  const sets = new Set(unused.flat().flatMap((name) => setOf(name) ?? []));
  return unused.map((names) => {
    const set = sets.size < 2 ? undefined : names.find((name) => setOf(name) !== null);
    const folder = names.filter((name) => name !== set).join('/');
    return { ...(set !== undefined && { set: setOf(set)! }), ...(folder !== '' && { folder }) };
  });
}

// Patterns of names.

interface NamePattern {
  readonly title: string;
  /** A regular expression on paths with the group `subject`. */
  readonly pattern: string;
  /** Whether names that begin alike in several folders speak against the folders: not a word with a number. */
  readonly crosses: boolean;
}

const SEPARATOR = '[_. -]';
const FIELD = '[^/_. -]+';
/** The rest of a name. Its ending is no field. */
const REST = String.raw`[^/]*\.\w+$`;

/** A word and a number, such as person12: the only pattern that decides by itself. */
const NUMBERED = String.raw`(?:^|/)(?<subject>(?:subject|person|user|face|s|p|id)${SEPARATOR}?\d+)${REST}`;
const LAST_FIELD = String.raw`${SEPARATOR}(?<subject>${FIELD})\.\w+$`;

const PATTERNS: readonly NamePattern[] = [
  { title: 'The word and number that begin each name', pattern: NUMBERED, crosses: true },
  {
    title: 'The first part of each name',
    pattern: String.raw`(?:^|/)(?<subject>${FIELD})${SEPARATOR}${REST}`,
    crosses: true,
  },
  {
    title: 'The first two parts of each name',
    pattern: String.raw`(?:^|/)(?<subject>${FIELD}${SEPARATOR}${FIELD})${SEPARATOR}${REST}`,
    crosses: true,
  },
  {
    title: 'The words before the number',
    pattern: String.raw`(?:^|/)(?<subject>[^/\d]*[^/\d_. -])${SEPARATOR}*\d+\.\w+$`,
    crosses: false,
  },
  {
    title: 'The letters before the first digit',
    pattern: String.raw`(?:^|/)(?<subject>[^/\d]*\p{L})[^/\p{L}\d]*\d${REST}`,
    crosses: true,
  },
  { title: 'The last part of each name', pattern: LAST_FIELD, crosses: true },
  {
    title: 'The first two of four digits',
    pattern: String.raw`(?:^|/)[^/\d]*(?<subject>\d\d)\d\d[^/\d]*\.\w+$`,
    crosses: true,
  },
  {
    title: 'The letters and digits that begin each name',
    pattern: String.raw`(?:^|/)(?<subject>\p{L}+\d+)\p{L}${REST}`,
    crosses: true,
  },
  {
    title: 'The number before a letter that begins each name',
    pattern: String.raw`(?:^|/)(?<subject>\d+)\p{L}(?:${SEPARATOR}${REST}|\.\w+$)`,
    crosses: false,
  },
];

/** The folder above the last one. */
const OUTER: NamePattern = {
  title: 'The folder above the last',
  pattern: '(?:^|/)(?<subject>[^/]+)/[^/]+/[^/]+$',
  crosses: false,
};

/** Flags of every pattern on paths: copies of databases differ in case. */
export const PATTERN_FLAGS = 'iu';

// Readings.

/** One way to tell subjects. */
export interface NameReading {
  readonly title: string;
  /** A regular expression on paths with the group `subject`; null for the last folder. */
  readonly pattern: string | null;
  /** Subject of each file; null if its path does not fit. */
  readonly subjects: readonly (string | null)[];
  /** Sentences for and against it. */
  readonly evidence: readonly string[];
  readonly concerns: readonly string[];
}

export interface NameJudgement {
  /** What may tell the subjects, the most plausible first; empty if nothing does. */
  readonly readings: readonly NameReading[];
  /** Whether the first one is without doubt. */
  readonly settled: boolean;
  /** Whether the first one is less plausible than that no part of the paths tells subjects. */
  readonly containers: boolean;
  /** What leaves it open; empty if `settled`, or without readings. */
  readonly text: string;
}

/** Maximum share of images in containers. */
const IN_CONTAINERS = 0.1;
/** Least share of images in groups of two or more. */
const BALANCED = 0.9;
/** Least shares of files that fit a pattern that is proposed, and one that speaks against the folders. */
const PROPOSED = 0.8;
const CROSSING = 0.9;
/** Share of groups in several folders that speaks against the folders. */
const IN_SEVERAL = 0.3;
/** Largest group of a pattern that decides, in medians. */
const LARGEST = 4;

/**
 * How the paths of images tell their subjects. The last folder does without doubt if all images are at one depth, at
 * most 10% of them in containers, in at least three groups (or below sets), 90% of them in groups of two or more with
 * a median of two or more, no name of a folder is in several places (except below sets) and no part of the names has
 * groups that cross the folders. In a flat folder a word with a number decides if it fits all files and no group
 * exceeds four medians.
 */
export function judgeNames(files: readonly string[]): NameJudgement {
  const common = commonFolder(files);
  const paths = files.map((file) => file.slice(common.length).split('/').slice(0, -1));
  const names = PATTERNS.map((pattern) => ({ ...pattern, subjects: subjectsBy(pattern.pattern, files) })).filter(
    ({ subjects }) => isProposed(subjects),
  );
  return paths.every((path) => path.length === 0) ? flatJudgement(names) : folderJudgement(files, paths, names);
}

interface Candidate extends NamePattern {
  readonly subjects: readonly (string | null)[];
}

/** Subject of each path by a pattern; null if it does not fit. */
function subjectsBy(pattern: string, files: readonly string[]): readonly (string | null)[] {
  const expression = new RegExp(pattern, PATTERN_FLAGS);
  return files.map((file) => expression.exec(file)?.groups?.['subject'] ?? null);
}

function partsAlike(a: readonly (string | null)[], b: readonly (string | null)[]): boolean {
  return sameParts(
    a.map((subject) => subject ?? ''),
    b.map((subject) => subject ?? ''),
  );
}

const fitting = (subjects: readonly (string | null)[]): readonly string[] =>
  subjects.filter((subject) => subject !== null);

/** Numbers of images of the subjects, ascending. */
function groupSizes(subjects: readonly string[]): readonly number[] {
  return [...countsOf(subjects).values()].sort((a, b) => a - b);
}

function isBalanced(subjects: readonly string[]): boolean {
  const sizes = groupSizes(subjects);
  const single = sizes.filter((size) => size === 1).length;
  return subjects.length > 0 && subjects.length - single >= BALANCED * subjects.length && quantile(sizes, 0.5) >= 2;
}

function isProposed(subjects: readonly (string | null)[]): boolean {
  const fit = fitting(subjects);
  const count = new Set(fit).size;
  return fit.length >= PROPOSED * subjects.length && count >= 2 && count <= fit.length / 2 && isBalanced(fit);
}

function flatJudgement(names: readonly Candidate[]): NameJudgement {
  const sorted = byPlausibility(names);
  const numbered = sorted.find(({ pattern }) => pattern === NUMBERED);
  if (numbered !== undefined && numbered.subjects.every((subject) => subject !== null)) {
    const sizes = groupSizes(numbered.subjects);
    if (sizes[sizes.length - 1] <= LARGEST * quantile(sizes, 0.5)) {
      const readings = [numbered, ...sorted.filter((name) => name !== numbered)].map(asReading);
      return { readings, settled: true, containers: false, text: '' };
    }
  }
  const text =
    sorted.length === 0 ? '' : 'There are no folders of subjects, and only a part of each name may tell them.';
  return { readings: sorted.map(asReading), settled: false, containers: false, text };
}

/**
 * The readings, the most plausible first, without those that repeat the groups of an earlier one: three or more
 * subjects before two, then those that fit more files, then in the order of the patterns. Numbers at the end of names
 * come last, since they usually count the images of a subject.
 */
function byPlausibility(names: readonly Candidate[]): readonly Candidate[] {
  const several = ({ subjects }: Candidate): number => Number(new Set(fitting(subjects)).size > 2);
  const counts = ({ pattern, subjects }: Candidate): number =>
    Number(pattern === LAST_FIELD && fitting(subjects).every((subject) => /^\d+$/.test(subject)));
  return [...names]
    .sort(
      (a, b) =>
        counts(a) - counts(b) || several(b) - several(a) || fitting(b.subjects).length - fitting(a.subjects).length,
    )
    .filter(({ subjects }, at, all) => !all.slice(0, at).some((earlier) => partsAlike(earlier.subjects, subjects)));
}

/** Numbers of images per subject that differ by more than this ratio are a concern. */
const UNEQUAL = 3;

function asReading({ title, pattern, subjects }: Candidate): NameReading {
  return { title, pattern, subjects, ...pros(subjects, 'names') };
}

/** What speaks for and against any reading. */
function pros(
  subjects: readonly (string | null)[],
  what: 'names' | 'paths',
): Pick<NameReading, 'evidence' | 'concerns'> {
  const fit = fitting(subjects);
  const sizes = groupSizes(fit);
  const [least, most] = [sizes[0], sizes[sizes.length - 1]];
  const all = fit.length === subjects.length;
  const missing = subjects.length - fit.length;
  return {
    evidence: [
      ...(all && what === 'names'
        ? [`${fit.length === 2 ? 'Both' : `All ${fit.length.toLocaleString('en-GB')}`} names fit.`]
        : []),
      ...(least === most ? [`Every subject has ${plural(least, 'image')}.`] : []),
    ],
    concerns: [
      ...(all ? [] : [`${plural(missing, 'file does', 'files do')} not fit and would be left out.`]),
      ...(most > UNEQUAL * least ? [`Subjects have ${least} to ${plural(most, 'image')}.`] : []),
    ],
  };
}

function folderJudgement(
  files: readonly string[],
  paths: readonly (readonly string[])[],
  names: readonly Candidate[],
): NameJudgement {
  const subjects = paths.map((path) => path.at(-1) ?? null);
  const fit = fitting(subjects);
  const groups = new Set(fit).size;
  const containers = [...new Set(fit)].filter(isContainer);
  const contained = fit.filter((folder) => containers.includes(folder)).length;
  const belowSets = paths.every((path) => path.length === 0 || (path.length > 1 && setOf(path[0]) !== null));
  const crossing = byPlausibility(names.filter((name) => isCrossing(name, paths))).at(0);
  const isRepeated =
    !belowSets && new Set(paths.map((path) => path.join('/')).filter((path) => path !== '')).size > groups;

  const doubts: { readonly text: string; readonly concern: string }[] = [];
  const isContained = contained > IN_CONTAINERS * files.length;
  if (isContained) {
    const one = containers.length === 1;
    doubts.push({
      text: `${examplesOf(containers)} ${one ? 'looks like a set, not a person' : 'look like sets, not persons'}.`,
      concern: one
        ? `A folder called ${examplesOf(containers)} usually holds a part of a database, not a person.`
        : `Folders called ${examplesOf(containers)} usually hold parts of a database, not people.`,
    });
  }
  if (crossing !== undefined) {
    const named = new Set(fitting(crossing.subjects)).size;
    doubts.push({
      text: `Folders give ${plural(groups, 'subject')}, names ${named}.`,
      concern: 'The same names are in several folders, as if these were poses, sessions or sets.',
    });
  }
  if (isRepeated) {
    doubts.push({
      text: 'Folders of the same name are in several places.',
      concern: 'Folders of the same name are in several places, and would be one subject.',
    });
  }
  if (new Set(paths.map((path) => path.length)).size > 1) {
    doubts.push({ text: 'The images are at several depths.', concern: 'The images are at several depths of folders.' });
  }
  if (groups < 3 && !belowSets) {
    const text =
      groups === 1
        ? 'There is one folder, which may be a person or the whole database.'
        : `There are only ${groups} folders, which may be persons or parts of the database.`;
    doubts.push({ text, concern: `There ${groups === 1 ? 'is one folder' : `are only ${groups} folders`}.` });
  }
  if (!isBalanced(fit)) {
    const text = 'Many folders hold a single image.';
    doubts.push({ text, concern: text });
  }

  const { evidence, concerns } = pros(subjects, 'paths');
  const folders: NameReading = {
    title: paths.some((path) => path.length > 1) ? 'The last folder' : 'The folder',
    pattern: null,
    subjects,
    evidence,
    concerns: [...doubts.map(({ concern }) => concern), ...concerns],
  };
  const outer = paths.some((path) => path.length > 1) ? [{ ...OUTER, subjects: subjectsBy(OUTER.pattern, files) }] : [];
  const others = [...outer.filter(({ subjects: above }) => new Set(fitting(above)).size > 1), ...byPlausibility(names)]
    .filter((one) => !partsAlike(one.subjects, subjects))
    .map(asReading);
  if (isContained)
    return { readings: [...others, folders], settled: false, containers: others.length === 0, text: doubts[0].text };
  // What crosses the folders comes before them if it gives more subjects, as poses and sessions are few.
  const rival = others.find(
    (one) =>
      ((crossing && partsAlike(one.subjects, crossing.subjects)) || (isRepeated && one.pattern === OUTER.pattern)) &&
      new Set(fitting(one.subjects)).size > groups,
  );
  const readings = [...(rival ? [rival] : []), folders, ...others.filter((one) => one !== rival)];
  return { readings, settled: doubts.length === 0, containers: false, text: doubts[0]?.text ?? '' };
}

/** Whether more than 30% of more than two groups, which at least 90% of the files fit, are in several folders. */
function isCrossing({ pattern, crosses, subjects }: Candidate, paths: readonly (readonly string[])[]): boolean {
  const fit = fitting(subjects);
  // A number that ends each name counts the images of any folder.
  if (!crosses || (pattern === LAST_FIELD && fit.every((subject) => /^\d+$/.test(subject)))) return false;
  const foldersOf = new Map<string, Set<string>>();
  subjects.forEach((subject, n) => {
    if (subject === null) return;
    const folders = foldersOf.get(subject) ?? new Set();
    foldersOf.set(subject, folders.add(paths[n].at(-1) ?? ''));
  });
  const inSeveral = [...foldersOf.values()].filter((folders) => folders.size > 1).length;
  return fit.length >= CROSSING * subjects.length && foldersOf.size > 2 && inSeveral > IN_SEVERAL * foldersOf.size;
}

/** The first two names, quoted. */
function examplesOf(names: readonly string[]): string {
  const quoted = names.slice(0, 2).map((name) => `"${name}"`);
  return names.length > 2 ? `${quoted.join(', ')} …` : quoted.join(' and ');
}
