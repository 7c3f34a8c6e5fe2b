/** What an audit found, arranged for reading: findings of groups of images, the worst first. */
import type { DatasetAudit, FaceAudit } from '../../core/contract/audits.ts';
import type { Point } from '../../core/images/preprocess/steps.ts';
import { integer, listed, plural } from '../words/format.ts';

export interface FindingGroup {
  readonly images: readonly number[];
  /** What these images have, e.g. "one subject, correlation 0.9995". */
  readonly note: string;
  /** True where the labels themselves are doubtful. */
  readonly serious: boolean;
  /** Places to mark on the first image, in its pixels. */
  readonly marks: readonly Point[];
}

type FaceFinding = 'contradicted' | 'without face' | 'several faces' | 'doubtful faces';

export interface Finding {
  readonly key: 'exact' | 'near' | 'recropped' | 'constant' | 'truncated' | 'sizes' | 'eyes' | 'swapped' | FaceFinding;
  readonly title: string;
  readonly help: string;
  readonly groups: readonly FindingGroup[];
  /** Images that can go so that the defect is gone: of duplicates all but the first. */
  readonly surplus: readonly number[];
}

function alone(image: number, note: string, marks: readonly Point[] = []): FindingGroup {
  return { images: [image], note, serious: false, marks };
}

/** Findings with at least one image; an audit without any is clean. */
export function findingsOf({
  exact,
  near,
  recropped,
  constant,
  truncated,
  sizes,
  eyes,
  faces,
}: DatasetAudit): readonly Finding[] {
  const { usual } = sizes;
  const findings: Finding[] = [
    {
      key: 'exact',
      title: plural(exact.length, 'group of identical images', 'groups of identical images'),
      help: 'Identical pixel for pixel. A split that trains on one and tests on the other scores a free hit.',
      groups: exact.map(({ images, sameSubject }) => duplicates(images, sameSubject)),
      surplus: exact.flatMap(({ images }) => images.slice(1)),
    },
    {
      key: 'near',
      title: plural(near.count, 'pair of nearly identical images', 'pairs of nearly identical images'),
      help: 'The same picture apart from brightness, contrast or slight noise.',
      groups: near.pairs.map(({ images, sameSubject, correlation }) =>
        duplicates(images, sameSubject, `correlation ${correlation.toFixed(4)}`),
      ),
      surplus: near.pairs.map(({ images }) => images[1]),
    },
    {
      key: 'recropped',
      title: plural(
        recropped.pairs.length,
        'pair may be one picture cropped twice',
        'pairs may be one picture cropped twice',
      ),
      help: 'They match once one is rotated, scaled and shifted onto the other. Check them: two shots of a motionless pose match too.',
      groups: recropped.pairs.map(({ images, sameSubject, correlation }) =>
        duplicates(images, sameSubject, `correlation ${correlation.toFixed(4)}`),
      ),
      surplus: recropped.pairs.map(({ images }) => images[1]),
    },
    {
      key: 'constant',
      title: plural(constant.length, 'image of one grey value', 'images of one grey value'),
      help: 'These images are blank.',
      groups: constant.map(({ image, value }) => alone(image, `grey value ${value}`)),
      surplus: constant.map(({ image }) => image),
    },
    {
      key: 'truncated',
      title: plural(truncated.length, 'image seems truncated', 'images seem truncated'),
      help: 'The lower rows hold a single grey value, which is how readers fill in what a broken file lacks.',
      groups: truncated.map(({ image, rows }) => alone(image, `the last ${plural(rows, 'row')} of one value`)),
      surplus: truncated.map(({ image }) => image),
    },
    {
      key: 'sizes',
      title: plural(sizes.odd.length, 'image had another size', 'images had another size'),
      help: usual === null ? '' : `Most files have ${usual.rows} rows × ${usual.cols} columns; these were resized.`,
      groups: sizes.odd.map(({ image, rows, cols }) => alone(image, `${rows} × ${cols} in the file`)),
      surplus: sizes.odd.map(({ image }) => image),
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
      surplus: eyes?.suspicious.map(({ image }) => image) ?? [],
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
    },
    ...(faces ? faceFindings(faces) : []),
  ];
  return findings.filter(({ groups }) => groups.length > 0);
}

/** What the search for faces has to say. */
function faceFindings({ none, several, doubtful, contradicted }: FaceAudit): Finding[] {
  return [
    {
      key: 'contradicted',
      title:
        plural(contradicted.length, 'image has eyes that contradict', 'images have eyes that contradict') +
        ' those found',
      help: 'They are further from the eyes that were found than a tenth of the eye distance. The given eyes are shown.',
      groups: contradicted.map(({ image, by, left, right }) =>
        alone(image, `by ${Math.round(100 * by)} % of the eye distance`, [left, right]),
      ),
      surplus: contradicted.map(({ image }) => image),
    },
    {
      key: 'without face',
      title: plural(none.length, 'image has no face', 'images have no face') + ' that was found',
      help: 'Their eyes can be marked by clicks; alignment skips images without eyes.',
      groups: none.map((image) => alone(image, 'no face found')),
      surplus: none,
    },
    {
      key: 'several faces',
      title: plural(several.length, 'image shows several faces', 'images show several faces'),
      help: 'The eyes of the largest face are marked.',
      groups: several.map(({ image, faces }) => alone(image, plural(faces, 'face'))),
      surplus: several.map(({ image }) => image),
    },
    {
      key: 'doubtful faces',
      title: plural(doubtful.length, 'image has a doubtful face', 'images have a doubtful face'),
      help: 'Small, tilted, turned to a side or unsure, the most doubtful first, with the eyes that were found.',
      groups: doubtful.map(({ image, concerns, doubt, left, right }) =>
        alone(image, `${concerns.join(', ')} (${doubt.toFixed(2)})`, [left, right]),
      ),
      surplus: doubtful.map(({ image }) => image),
    },
  ];
}

function duplicates(images: readonly number[], sameSubject: boolean, note?: string): FindingGroup {
  const whose = sameSubject ? 'one subject' : 'different subjects: at least one label is wrong';
  return { images, note: note === undefined ? whose : `${whose}, ${note}`, serious: !sameSubject, marks: [] };
}

/** What the audit says besides, in sentences: numbers of images, and what was not looked for. */
export function notesOf({ counts, near, recropped, eyes }: DatasetAudit): readonly string[] {
  const notes: string[] = [];
  const { usual, unusual, single, least, most } = counts;
  if (usual === null && least !== most) notes.push(`Subjects have ${least} to ${most} images.`);
  if (usual !== null && unusual.length > 0) {
    const named = some(unusual.map(({ subject, count }) => `${subject} has ${count}`));
    notes.push(`Most subjects have ${plural(usual, 'image')}; ${named}.`);
  }
  if (single.length > 0) {
    const have = plural(single.length, 'subject has', 'subjects have');
    notes.push(`${have} one image only (${some(single)}): none is left to test.`);
  }
  if (!near.searched && near.threshold !== null) {
    notes.push('Near-duplicates were not searched for: the dataset is too large, or holds feature vectors.');
  }
  if (recropped.skipped.length > 0) {
    notes.push(
      `Pictures cropped twice were not searched for in subjects with many images: ${some(recropped.skipped)}.`,
    );
  }
  if (eyes !== null) {
    notes.push(
      `The eyes of ${plural(eyes.known, 'image')} are known, those of ${integer(eyes.missing.length)} are not.`,
    );
  }
  return notes;
}

const MOST_NAMED = 12;

/** The first of the words, with the number of the others. */
function some(words: readonly string[]): string {
  const more = words.length - MOST_NAMED;
  return more > 0 ? `${words.slice(0, MOST_NAMED).join(', ')} and ${integer(more)} more` : listed(words);
}
