/** Sentences of a paper on how the images of a dataset were made from the files that were imported. */
import { formatWeights } from '../../images/grey.ts';
import { parseStep, type Step } from '../../images/preprocess/steps.ts';
import type { DatasetProvenance, ProvenanceStage } from '../../images/provenance.ts';
import { countProse, listedProse, math, prose, type Prose } from '../../text/proseTags.ts';
import { listed } from '../../text/phrases.ts';

/** What is known of the images of a dataset: the stages that made them, and the files left out by the last stage. */
export interface DatasetHistory {
  readonly making: DatasetProvenance;
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
}

/** In the order of the stages; empty if the images are as in their files. */
export function preprocessingSentences({ making, problems }: DatasetHistory): Prose[] {
  return [...making.flatMap(stageSentences), ...leftOutSentences(problems)];
}

function stageSentences(stage: ProvenanceStage): Prose[] {
  switch (stage.kind) {
    case 'drawn':
      return [['The images are synthetic faces, drawn by the program']];
    case 'exclude': {
      const { files } = stage;
      return [[`${imagesWere(files.length)} left out by hand${named(files)}`]];
    }
    case 'import':
      return importSentences(stage);
    case 'preprocess':
      return preprocessSentences(stage);
  }
}

/** Conversions that an import made by request: those that change pixels or leave images out. */
function importSentences({ size, recipe }: Extract<ProvenanceStage, { kind: 'import' }>): Prose[] {
  const { grey, fit, filter = 'area', dropDuplicates, minPerSubject } = recipe;
  const done: Prose[] = [
    ...(grey === undefined ? [] : [[`converted to grey values with the weights ${formatWeights(grey)}`]]),
    ...(size === null ? [] : [prose`resized to ${sizeOf(size)} by ${FILTERS[filter]}`]),
    ...(fit === 'pad' ? [['set on one black canvas with their proportions kept']] : []),
  ];
  const images: Prose[] = done.length === 0 ? [] : [prose`Images were ${listedProse(done)}`];
  const copies = {
    exact: 'Identical',
    near: 'Nearly identical',
    recropped: 'Identical, nearly identical and recropped',
  };
  return [
    ...images,
    ...(dropDuplicates === undefined ? [] : [[`${copies[dropDuplicates]} copies of images were left out`]]),
    ...(minPerSubject === undefined
      ? []
      : [[`Subjects with fewer than ${countProse(minPerSubject)} images were left out`]]),
  ];
}

function preprocessSentences(stage: Extract<ProvenanceStage, { kind: 'preprocess' }>): Prose[] {
  const { finder, eyes } = stage;
  const steps = stage.steps.map(parseStep).filter((step) => step !== null);
  const aligned = steps.some(({ kind }) => kind === 'align');
  const others = finder && eyes && finder.images < eyes.length ? `, in ${finder.images} of ${eyes.length} images` : '';
  const located: Prose[] = !aligned
    ? []
    : finder
      ? [[`Faces and eyes were located by a face detector and a network for landmarks${others}`]]
      : [['The positions of the eyes were known']];
  const done = steps.flatMap(stepProse);
  return done.length === 0 ? located : [...located, prose`Images were ${listedProse(done)}`];
}

const FILTERS = {
  area: 'area averaging',
  bilinear: 'bilinear interpolation',
  bicubic: 'bicubic interpolation',
} as const;

const NORMALISED = {
  standard: 'mean 0 and standard deviation 1',
  mean: 'mean 0',
  length: 'length 1',
  range: 'the range 0 to 255',
} as const;

/** A step as a participle after "Images were". */
function stepProse(step: Step): Prose[] {
  switch (step.kind) {
    case 'grey':
      return [[`converted to grey values with the weights ${formatWeights(step.weights)}`]];
    case 'crop':
      return [prose`cropped to ${sizeOf(step)}`];
    case 'align': {
      const point = ({ x, y }: { readonly x: number; readonly y: number }): string => `(${x}, ${y})`;
      return [
        prose`rotated and scaled to ${sizeOf(step)} with the eyes at ${math(`(x, y) = ${point(step.left)}`)} and ${math(point(step.right))}`,
      ];
    }
    case 'resize':
      return [prose`resized to ${sizeOf(step)} by ${FILTERS[step.filter]}`];
    case 'ellipse':
      return [['set to zero outside a central ellipse']];
    case 'equalise':
      return [['equalised in their histogram']];
    case 'normalise':
      return [[`normalised to ${NORMALISED[step.to]} each`]];
    case 'round':
      return [['rounded to integers']];
  }
}

function sizeOf({ rows, cols }: { readonly rows: number; readonly cols: number }): Prose {
  return prose`${math(`${rows} × ${cols}`)} pixels`;
}

/** More files than this are counted, not named. */
const MOST_NAMED = 3;

/** The images that the last stage could not make, by reason. */
function leftOutSentences(problems: DatasetHistory['problems']): Prose[] {
  const byReason = Map.groupBy(problems, ({ reason }) => reason);
  if (byReason.size > MOST_NAMED) return [[`${imagesWere(problems.length)} left out because they could not be read`]];
  return [...byReason].map(([reason, group]) => [
    `${imagesWere(group.length)} left out${named(group.map(({ file }) => file))}: ${reason.replace(/\.$/, '')}`,
  ]);
}

function named(files: readonly string[]): string {
  return files.length > MOST_NAMED ? '' : ` (${listed([...files])})`;
}

/** "one image was", "12 images were" */
function imagesWere(count: number): string {
  return `${countProse(count)} ${count === 1 ? 'image was' : 'images were'}`;
}
