/** Data of a drawn split: the images of some subjects that train or test, or the pairs that are compared. */
import { imagesBySubject, type SplitSource } from '../dataset.ts';
import type { Split } from '../protocols/split.ts';
import { listed, plural } from '../text/phrases.ts';
import type { FacePixels } from './facePixels.ts';

/** Role of an image in a split; 'unused': images of other subjects, or left out. */
export type SplitRole = 'training' | 'gallery' | 'test' | 'unused';

export interface SplitFace {
  readonly image: number;
  /** Several if an image both trains and is tested. */
  readonly roles: readonly SplitRole[];
}

export interface SplitView {
  /** "k = 2, repeat 1, orl" */
  readonly title: string;
  /** Text alternative for the picture. */
  readonly description: string;
  readonly subjects: readonly {
    readonly name: string;
    readonly faces: readonly SplitFace[];
    /** Number of images not shown. */
    readonly more: number;
  }[];
  /** Some of the pairs compared in verification, probe first; null in identification. */
  readonly pairs: Readonly<Record<PairKind, readonly (readonly [probe: number, reference: number])[]>> | null;
  readonly note: string;
}

export type PairKind = 'genuine' | 'impostor';

/** A split view with the pixels that painters need. */
export interface DrawnSplit {
  readonly view: SplitView;
  readonly rows: number;
  readonly cols: number;
  /** By image; missing ones are drawn as background. */
  readonly faces: ReadonlyMap<number, FacePixels>;
}

/** Maximum number of subjects, and of images per subject. */
const SUBJECTS = 3;
const FACES = 10;
/** Maximum number of pairs of each kind. */
const PAIRS = 4;

export interface SplitMembers {
  readonly role: SplitRole;
  readonly images: ReadonlySet<number>;
}

/** The images of each role in a split, in the order in which the roles are drawn. */
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

/** View of the split on the first subjects, and on some pairs. */
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

/** Images shown in a view. */
export function shownImages({ subjects, pairs }: SplitView): number[] {
  const drawn = pairs ? [...pairs.genuine, ...pairs.impostor].flat() : subjects.flatMap(({ faces }) => faces);
  return [...new Set(drawn.map((face) => (typeof face === 'number' ? face : face.image)))];
}

/**
 * The first subjects with images. If none of them has an image of some role, the last ones are replaced by the first
 * subject that has one.
 */
function shownSubjects(groups: readonly (readonly number[])[], members: readonly ReadonlySet<number>[]): number[] {
  const all = groups.map((_, subject) => subject).filter((subject) => groups[subject].length > 0);
  const has = (subject: number, images: ReadonlySet<number>): boolean => groups[subject].some((one) => images.has(one));
  const first = all.slice(0, SUBJECTS);
  const lacking = members.flatMap((images) => {
    if (first.some((subject) => has(subject, images))) return [];
    return all.find((subject) => has(subject, images)) ?? [];
  });
  return [...new Set([...first.slice(0, Math.max(1, SUBJECTS - lacking.length)), ...lacking])].sort((a, b) => a - b);
}

function pairsOf({ test, gallery, pairs }: Split): SplitView['pairs'] {
  if (!pairs || !gallery) return null;
  const { probes, references, genuine } = pairs.evaluation;
  const ofKind = (kind: 0 | 1): (readonly [number, number])[] => {
    const places = Array.from(genuine.keys()).filter((place) => genuine[place] === kind);
    // Evenly spread over the list, because neighbours in it are of the same subject.
    const step = Math.max(1, Math.floor(places.length / PAIRS));
    return places
      .filter((_, n) => n % step === 0)
      .slice(0, PAIRS)
      .map((place) => [test[probes[place]], gallery[references[place]]] as const);
  };
  return { genuine: ofKind(1), impostor: ofKind(0) };
}
