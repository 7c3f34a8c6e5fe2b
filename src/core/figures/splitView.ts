/** One split of a study as it is drawn: which images of some subjects train or test, or which pairs are compared. */
import { imagesBySubject, type SplitSource } from '../dataset.ts';
import type { Split } from '../protocols/split.ts';
import { listed, plural } from '../text/phrases.ts';
import type { FacePixels } from './facePixels.ts';

/** What images may do in a split; those of other subjects, or left out, do nothing. */
export type SplitRole = 'training' | 'gallery' | 'test' | 'unused';

export interface SplitFace {
  readonly image: number;
  /** Some train and are tested. */
  readonly roles: readonly SplitRole[];
}

export interface SplitView {
  /** "k = 2, repeat 1, orl" */
  readonly title: string;
  /** The same in words, for readers who do not see it. */
  readonly description: string;
  readonly subjects: readonly {
    readonly name: string;
    readonly faces: readonly SplitFace[];
    /** Images beyond those that are shown. */
    readonly more: number;
  }[];
  /** Some that verification compares, probe first; null where test images are recognised. */
  readonly pairs: Readonly<Record<PairKind, readonly (readonly [probe: number, reference: number])[]>> | null;
  readonly note: string;
}

export type PairKind = 'genuine' | 'impostor';

/** What painters need in addition. */
export interface DrawnSplit {
  readonly view: SplitView;
  readonly rows: number;
  readonly cols: number;
  /** By image; of those that are not there yet the ground is drawn. */
  readonly faces: ReadonlyMap<number, FacePixels>;
}

/** Subjects and images of a subject that are shown. */
const SUBJECTS = 3;
const FACES = 10;
/** Pairs of each kind that are shown. */
const PAIRS = 4;

export interface SplitMembers {
  readonly role: SplitRole;
  readonly images: ReadonlySet<number>;
}

/** The images of each role that a split gives, in the order in which roles mark an image. */
export function splitMembers(split: {
  readonly train: Iterable<number>;
  readonly gallery?: Iterable<number> | null;
  readonly test: Iterable<number>;
}): SplitMembers[] {
  return [
    { role: 'training', images: new Set(split.train) },
    { role: 'gallery', images: new Set(split.gallery) },
    { role: 'test', images: new Set(split.test) },
  ];
}

export function rolesOf(image: number, members: readonly SplitMembers[]): SplitRole[] {
  const roles = members.filter(({ images }) => images.has(image)).map(({ role }) => role);
  return roles.length === 0 ? ['unused'] : roles;
}

/** The split on the first subjects, and on some pairs. */
export function splitView(split: Split, dataset: Pick<SplitSource, 'labels' | 'subjects'>, title: string): SplitView {
  const members = splitMembers(split);
  const groups = imagesBySubject(dataset);
  const subjects = shownSubjects(
    groups,
    members.map(({ images }) => images),
  ).map((subject) => ({
    name: dataset.subjects[subject],
    faces: groups[subject].slice(0, FACES).map((image) => ({ image, roles: rolesOf(image, members) })),
    more: Math.max(0, groups[subject].length - FACES),
  }));
  const counts = members
    .filter(({ images }) => images.size > 0)
    .map(({ role, images }) => plural(images.size, `${role} image`));
  const pairs = pairsOf(split);
  const compared = split.pairs
    ? ` ${plural(split.pairs.evaluation.genuine.length, 'pair')} of test and gallery images are compared.`
    : '';
  const isPart = !pairs && subjects.length < groups.filter(({ length }) => length > 0).length;
  const some = isPart ? ` The picture shows ${plural(subjects.length, 'subject')}.` : '';
  const note = `${listed(counts)}.${compared}${some}`;
  return { title, description: `${title}: ${note}`, subjects, pairs, note };
}

/** Those that are shown of a view. */
export function shownImages({ subjects, pairs }: SplitView): number[] {
  const shown = pairs ? [...pairs.genuine, ...pairs.impostor].flat() : subjects.flatMap(({ faces }) => faces);
  return [...new Set(shown.map((face) => (typeof face === 'number' ? face : face.image)))];
}

/** The first with images; where none of them has an image of some role, the last give way to the first that has. */
function shownSubjects(groups: readonly (readonly number[])[], members: readonly ReadonlySet<number>[]): number[] {
  const all = groups.map((_, subject) => subject).filter((subject) => groups[subject].length > 0);
  const has = (subject: number, images: ReadonlySet<number>): boolean => groups[subject].some((one) => images.has(one));
  const shown = all.slice(0, SUBJECTS);
  const lacking = members.flatMap((images) => {
    if (shown.some((subject) => has(subject, images))) return [];
    return all.find((subject) => has(subject, images)) ?? [];
  });
  return [...new Set([...shown.slice(0, Math.max(1, SUBJECTS - lacking.length)), ...lacking])].sort((a, b) => a - b);
}

function pairsOf({ test, gallery, pairs }: Split): SplitView['pairs'] {
  if (!pairs || !gallery) return null;
  const { probes, references, genuine } = pairs.evaluation;
  const ofKind = (kind: 0 | 1): (readonly [number, number])[] => {
    const places = Array.from(genuine.keys()).filter((place) => genuine[place] === kind);
    // From all over the list: neighbours in it are of one subject.
    const step = Math.max(1, Math.floor(places.length / PAIRS));
    return places
      .filter((_, n) => n % step === 0)
      .slice(0, PAIRS)
      .map((place) => [test[probes[place]], gallery[references[place]]] as const);
  };
  return { genuine: ofKind(1), impostor: ofKind(0) };
}
