/** The result of an audit, arranged for reading: findings with their images, the worst first, and what is clean. */
import type { DatasetAudit, FaceAudit } from '../../core/contract/audits.ts';
import type { DatasetSubject } from '../../core/contract/datasets.ts';
import type { Point } from '../../core/images/preprocess/steps.ts';
import { integer, listed, plural } from '../words/format.ts';

interface FindingImage {
  readonly index: number;
  readonly file: string;
  readonly subject: string;
}

export interface FindingGroup {
  readonly images: readonly FindingImage[];
  /** Description of these images, e.g. "correlation 0.9995"; may be empty. */
  readonly note: string;
  /** True if the labels themselves are doubtful. */
  readonly serious: boolean;
  /** Points to mark on the first image, in its pixels. */
  readonly marks: readonly Point[];
}

type FaceFinding = 'contradicted' | 'without face' | 'several faces' | 'doubtful faces';
type Kind =
  | 'exact'
  | 'near'
  | 'recropped'
  | 'constant'
  | 'truncated'
  | 'sizes'
  | 'single'
  | 'eyes'
  | 'swapped'
  | FaceFinding;

export interface Finding {
  readonly key: Kind;
  readonly title: string;
  readonly help: string;
  /** Says that labels are doubtful; empty if none are. */
  readonly warning: string;
  readonly groups: readonly FindingGroup[];
  /** Groups in all; the audit lists a limited number of near-duplicates. */
  readonly total: number;
  /** Images to leave out so that the defect disappears: all but the first of each group of duplicates. */
  readonly surplus: readonly number[];
  /** Whether it is one of the things to check, rather than a remark. */
  readonly counts: boolean;
}

/** A finding as its rule states it; the rest follows from the groups. */
type Draft = Pick<Finding, 'key' | 'title' | 'help' | 'groups'> & Partial<Finding>;

/** Findings with at least one image; a clean audit has none. `subjects`: of the audited dataset. */
export function findingsOf(audit: DatasetAudit, subjects: readonly DatasetSubject[]): readonly Finding[] {
  const { exact, near, recropped, constant, truncated, sizes, counts, eyes, faces } = audit;
  const { usual } = sizes;
  const imageAt = (index: number): FindingImage => ({ index, ...audit.images[index] });
  const alone = (index: number, note: string, marks: readonly Point[] = []): FindingGroup => ({
    images: [imageAt(index)],
    note,
    serious: false,
    marks,
  });
  const duplicates = (images: readonly number[], sameSubject: boolean, correlation?: number): FindingGroup => {
    const parts = [
      ...(sameSubject ? [] : ['different subjects: at least one label is wrong']),
      ...(correlation === undefined ? [] : [`correlation ${correlation.toFixed(4)}`]),
    ];
    return { images: images.map(imageAt), note: parts.join(', '), serious: !sameSubject, marks: [] };
  };
  const pairsOnly = exact.every(({ images }) => images.length === 2);
  const twiceCropped = distinct(recropped.pairs.map(({ images }) => images[1]));
  const single = new Set(counts.single);
  const drafts: Draft[] = [
    {
      key: 'exact',
      title: pairsOnly
        ? plural(exact.length, 'pair of identical images', 'pairs of identical images')
        : plural(exact.length, 'group of identical images', 'groups of identical images'),
      help: 'Pixel for pixel. If one trains and the other is tested, every method scores a free hit.',
      groups: exact.map(({ images, sameSubject }) => duplicates(images, sameSubject)),
      surplus: exact.flatMap(({ images }) => images.slice(1)),
    },
    {
      key: 'near',
      title: plural(near.count, 'pair of nearly identical images', 'pairs of nearly identical images'),
      help: 'The same picture apart from brightness, contrast or slight noise.',
      groups: near.pairs.map(({ images, sameSubject, correlation }) => duplicates(images, sameSubject, correlation)),
      total: near.count,
      surplus: distinct(near.pairs.map(({ images }) => images[1])),
    },
    {
      key: 'recropped',
      title: plural(twiceCropped.length, 'picture that may be cropped twice', 'pictures that may be cropped twice'),
      help: 'The pairs match once rotated, scaled and shifted. Look closely: two shots of a still pose match too.',
      groups: recropped.pairs.map(({ images, sameSubject, correlation }) =>
        duplicates(images, sameSubject, correlation),
      ),
      surplus: twiceCropped,
    },
    {
      key: 'constant',
      title: plural(constant.length, 'blank image'),
      help: 'All pixels have one grey value.',
      groups: constant.map(({ image, value }) => alone(image, `grey value ${value}`)),
    },
    {
      key: 'truncated',
      title: plural(truncated.length, 'image seems truncated', 'images seem truncated'),
      help: 'The lower rows hold a single grey value, which is how readers fill in what a broken file lacks.',
      groups: truncated.map(({ image, rows }) => alone(image, `the last ${plural(rows, 'row')} of one value`)),
    },
    {
      key: 'sizes',
      title: plural(sizes.odd.length, 'image had another size', 'images had another size'),
      help: usual === null ? '' : `Most files have ${usual.rows} rows × ${usual.cols} columns; these were resized.`,
      groups: sizes.odd.map(({ image, rows, cols }) => alone(image, `${rows} × ${cols} in the file`)),
    },
    {
      key: 'single',
      title: plural(counts.single.length, 'subject has one image', 'subjects have one image'),
      help: 'It can train or be tested, not both: such subjects are never recognised.',
      groups: subjects
        .filter(({ subject }) => single.has(subject))
        .map(({ subject, images: [{ index, file }] }) => ({
          images: [{ index, file, subject }],
          note: 'the only image',
          serious: false,
          marks: [],
        })),
    },
    {
      key: 'eyes',
      title: plural(
        eyes?.suspicious.length ?? 0,
        'image has doubtful eye positions',
        'images have doubtful eye positions',
      ),
      help: 'Alignment skips them.',
      groups: eyes?.suspicious.map(({ image, reason, left, right }) => alone(image, reason, [left, right])) ?? [],
    },
    {
      key: 'swapped',
      title: plural(
        eyes?.swapped.length ?? 0,
        'image has left and right eye swapped',
        'images have left and right eye swapped',
      ),
      help: 'The first eye of the file lies to the right of the second; they are sorted by x.',
      groups: eyes?.swapped.map((image) => alone(image, 'left and right swapped')) ?? [],
      surplus: [],
      counts: false,
    },
    ...(faces ? faceFindings(faces, alone) : []),
  ];
  return drafts
    .filter(({ groups }) => groups.length > 0)
    .map((draft) => ({
      total: draft.groups.length,
      surplus: draft.groups.map(({ images }) => images[0].index),
      counts: true,
      warning: labelWarning(draft.groups),
      ...draft,
    }));
}

/** Findings of the search for faces. */
function faceFindings(
  { none, several, doubtful, contradicted }: FaceAudit,
  alone: (index: number, note: string, marks?: readonly Point[]) => FindingGroup,
): Draft[] {
  return [
    {
      key: 'contradicted',
      title: `${plural(contradicted.length, 'image has eyes', 'images have eyes')} that contradict the detected ones`,
      help: 'They are more than a tenth of the eye distance away from the detected eyes. The marked eyes are drawn.',
      groups: contradicted.map(({ image, by, left, right }) =>
        alone(image, `by ${Math.round(100 * by)}% of the eye distance`, [left, right]),
      ),
    },
    {
      key: 'without face',
      title: `No face was detected in ${plural(none.length, 'image')}`,
      help: 'Their eyes can be marked by clicks; alignment skips images without eyes.',
      groups: none.map((image) => alone(image, 'no face')),
    },
    {
      key: 'several faces',
      title: plural(several.length, 'image shows several faces', 'images show several faces'),
      help: 'The eyes of the largest face are marked.',
      groups: several.map(({ image, faces }) => alone(image, plural(faces, 'face'))),
    },
    {
      key: 'doubtful faces',
      title: plural(doubtful.length, 'image has a doubtful face', 'images have a doubtful face'),
      help: 'Small, tilted, turned to a side or unsure, the most doubtful first, with the detected eyes.',
      groups: doubtful.map(({ image, concerns, doubt, left, right }) =>
        alone(image, `${concerns.join(', ')} (${doubt.toFixed(2)})`, [left, right]),
      ),
    },
  ];
}

function labelWarning(groups: readonly FindingGroup[]): string {
  const count = groups.filter(({ serious }) => serious).length;
  if (count === 0) return '';
  return count === groups.length
    ? 'Their subjects differ: at least one label is wrong.'
    : `The subjects of ${integer(count)} differ: at least one label is wrong.`;
}

function distinct(images: readonly number[]): readonly number[] {
  return [...new Set(images)];
}

/** One thing that the audit checks, with the outcome. */
export interface Check {
  readonly name: string;
  readonly outcome: string;
  /** What to say if it is clean, e.g. "no odd size"; null if it is not, or was not checked. */
  readonly clean: string | null;
}

/** All checks of an audit in the order of the findings, with what was left out of them. */
export function checksOf(audit: DatasetAudit): readonly Check[] {
  const { exact, near, recropped, constant, truncated, sizes, counts, eyes, faces } = audit;
  const check = (name: string, amount: string | null, clean: string, note = ''): Check => ({
    name,
    outcome: [amount ?? 'none', note].filter((part) => part !== '').join('; '),
    clean: amount === null ? clean : null,
  });
  const unchecked = (name: string, outcome: string): Check => ({ name, outcome, clean: null });
  const number = (count: number, one: string, many?: string): string | null =>
    count === 0 ? null : plural(count, one, many);
  return [
    check('Identical images', number(exact.length, 'group'), 'no identical images'),
    near.searched
      ? check(
          'Nearly identical images',
          number(near.count, 'pair'),
          'no near-duplicates',
          near.threshold === null ? '' : `correlation of at least ${near.threshold}`,
        )
      : unchecked(
          'Nearly identical images',
          near.threshold === null
            ? 'not searched for'
            : 'not searched for: the dataset is too large, or holds feature vectors',
        ),
    recropped.searched
      ? check(
          'Pictures cropped twice',
          number(recropped.pairs.length, 'pair'),
          'no picture cropped twice',
          recropped.skipped.length === 0
            ? ''
            : `not searched for in subjects with many images: ${shortList(recropped.skipped)}`,
        )
      : unchecked('Pictures cropped twice', 'not searched for'),
    check('Blank images', number(constant.length, 'image'), 'no blank image'),
    check('Truncated images', number(truncated.length, 'image'), 'no truncated image'),
    {
      ...check('Sizes in the files', number(sizes.odd.length, 'image'), 'no odd size'),
      ...(sizes.odd.length === 0 && { outcome: 'all equal' }),
    },
    { name: 'Images per subject', outcome: countsText(counts), clean: evenly(counts) ? 'equal counts' : null },
    unchecked(
      'Eye positions',
      eyes === null
        ? 'none given'
        : `${plural(eyes.known, 'image')} with eyes, ${integer(eyes.missing.length)} without`,
    ),
    unchecked('Faces', faces === null ? 'not searched for' : 'searched for'),
  ];
}

/** The clean checks in one sentence; empty if none is clean. */
export function cleanSentence(checks: readonly Check[]): string {
  const clean = checks.flatMap((check) => check.clean ?? []);
  const text = clean.join(', ');
  return text === '' ? '' : `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** Whether all subjects have equally many images. */
export function evenly({ least, most }: DatasetAudit['counts']): boolean {
  return least === most;
}

/** The numbers of images per subject, e.g. "10 each, except s4 with 9". */
export function countsText(counts: DatasetAudit['counts']): string {
  const { usual, unusual, least, most } = counts;
  if (evenly(counts)) return `${integer(least)} each`;
  if (usual === null) return `${integer(least)} to ${integer(most)}`;
  return `${integer(usual)} each, except ${shortList(unusual.map(({ subject, count }) => `${subject} with ${count}`))}`;
}

const MOST_NAMED = 12;

/** The first names, and the number of the others. */
function shortList(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${integer(more)} more` : listed(names);
}
