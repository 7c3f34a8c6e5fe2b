/** The numbers behind a cell's decisions, for other programs: scores of the test images, and codes. */
import { pairScores } from '../../classify/pairScores.ts';
import type { Scores } from '../../classify/scores.ts';
import { selectImages } from '../../images/imageSet.ts';
import type { MatrixStack } from '../../linalg/matrix.ts';
import { FitError } from '../../methods/method.ts';
import { trainingCodes, type LearnedModel, type OpenModel } from './openModel.ts';

export interface CellScores {
  /** Gallery index of the image that represents each candidate. */
  readonly candidates: readonly number[];
  /** Test images × candidates, row-major; larger is more alike. */
  readonly values: Float64Array;
  /** Number of best candidates that vote; 1: the best decides. */
  readonly voters: number;
  /** Verification: the compared pairs, as indices into the gallery and the test images. */
  readonly pairs: {
    readonly references: readonly number[];
    readonly probes: readonly number[];
    readonly values: Float64Array;
  } | null;
}

/** Codes of the images of the split, in their order; `gallery` is null if the training images are the gallery. */
export interface CellCodes {
  readonly train: MatrixStack;
  readonly gallery: MatrixStack | null;
  readonly test: MatrixStack;
}

/** Throws FitError if the method's own rule gives subjects without scores. */
export function cellScores({ scores: scoresOf, split, labels }: OpenModel): CellScores {
  const scores = scoresOf();
  if (!scores) throw new FitError("The method's own rule gives subjects without scores.");
  const { probes, positions, voters } = scores;
  const size = positions.length;
  const values = new Float64Array(probes * size);
  for (let probe = 0; probe < probes; probe++) values.set(scores.of(probe), probe * size);
  return { candidates: Array.from(positions), values, voters, pairs: comparedPairs(scores, split, labels) };
}

export function cellCodes(model: LearnedModel): CellCodes {
  const { method, fit, images, split, codes } = model;
  const { gallery } = split;
  return {
    train: inMemory(trainingCodes(model)),
    gallery: gallery ? inMemory(method.encode(fit, selectImages(images, gallery))) : null,
    test: inMemory(codes),
  };
}

/** Codes without the means to read them on demand: those of no projection are the images, which may be stored so. */
function inMemory({ count, rows, cols, data }: MatrixStack): MatrixStack {
  return { count, rows, cols, data };
}

function comparedPairs(
  scores: Scores,
  { pairs, train, gallery = train }: OpenModel['split'],
  labels: ArrayLike<number>,
): CellScores['pairs'] {
  if (!pairs) return null;
  const owners = Array.from(gallery, (image) => labels[image]);
  const lists = [pairs.evaluation, pairs.development];
  const values = lists.map((list) => pairScores(scores, list, owners, pairs.templates === true));
  return {
    references: lists.flatMap(({ references }) => [...references]),
    probes: lists.flatMap(({ probes }) => [...probes]),
    values: Float64Array.from(values.flatMap((list) => [...list])),
  };
}
