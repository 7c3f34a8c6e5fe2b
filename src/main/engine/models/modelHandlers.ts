/** Handlers of the `models` calls of the contract. */
import type { Split } from '../../../core/protocols/split.ts';
import type { ModelSummary } from '../../../core/contract/models.ts';
import {
  NO_COMMON_MODEL,
  type ModelQueryResult,
  type ModelQuery,
  type ModelQueryName,
} from '../../../core/study/model/modelQueries.ts';
import type { ModelFacts } from '../../../core/study/model/openModel.ts';
import { ModelRefusal } from '../../workers/modelThread.ts';
import { notFound } from '../errors.ts';
import type { Implementer, Services } from '../services.ts';
import { fitStream } from '../fitStream.ts';
import type { Cell, CellModels } from './refittedCells.ts';
import { cellNumbers, type CellNumbersReply, type CellPlace } from './cellNumbers.ts';
import type { OpenedModel } from './modelStore.ts';
import type { PixelBlock } from '../../../core/images/pixelBlock.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import type { Raster } from '../../../core/images/resample.ts';
import { pixelBlock } from '../pixelBlock.ts';

// Conversion of model images to pixels for the screen.

/** Maximum pixels per side of images sent to clients. */
const MAX_SIDE = 256;

/** Images on the scale of the training images. */
function onScale(images: ImageSet, range: ModelFacts['range']): PixelBlock {
  return pixelBlock(rasters(images), range, MAX_SIDE);
}

/** Signed values on a scale around mid-grey; the largest magnitude of each image becomes black or white. */
function aroundGrey(images: ImageSet): { readonly extents: number[]; readonly images: PixelBlock } {
  const signed = rasters(images);
  const extents = signed.map(({ pixels }) => greatest(pixels));
  const scaled = signed.map(({ pixels, ...size }, n) => {
    const scale = 127.5 / (extents[n] || 1);
    return { ...size, pixels: Float64Array.from(pixels, (value) => 127.5 + scale * value) };
  });
  return { extents, images: pixelBlock(scaled, { low: 0, high: 255 }, MAX_SIDE) };
}

/** White where a pixel is missing (NaN), black elsewhere. */
function holesOf(images: ImageSet): PixelBlock {
  const masks = rasters(images).map(({ pixels, ...size }) => ({
    ...size,
    pixels: Float64Array.from(pixels, (value) => (Number.isNaN(value) ? 255 : 0)),
  }));
  return pixelBlock(masks, { low: 0, high: 255 }, MAX_SIDE);
}

/** Replaces missing pixels by the low end of the scale. */
function withoutMissing({ data, ...size }: ImageSet, low: number): ImageSet {
  return { ...size, data: data.map((value) => (Number.isNaN(value) ? low : value)) };
}

function greatest(pixels: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < pixels.length; i++) most = Math.max(most, Math.abs(pixels[i]));
  return most;
}

function rasters({ count, rows, cols, data }: ImageSet): Raster[] {
  const size = rows * cols;
  return Array.from({ length: count }, (_, n) => ({ rows, cols, pixels: data.subarray(n * size, (n + 1) * size) }));
}

export function modelHandlers(os: Implementer, services: Services, models: CellModels) {
  const { workspace } = services;
  const { store, lookUp, withModel } = models;
  type ResolvedCell = ReturnType<typeof lookUp>;

  const ask = async <N extends ModelQueryName>(cell: Cell, name: N, question: ModelQuery<N>) => {
    const resolved = lookUp(cell);
    return withModel(resolved, async (model) => ({ ...resolved, model, ...(await askModel(model, name, question)) }));
  };

  /** The reply for a cell, and the number of test images whose decisions differ from the stored ones. */
  const askNumbers = async <N extends 'scores' | 'codes'>(
    id: number,
    place: CellPlace,
    name: N,
  ): Promise<CellNumbersReply<N>> => {
    const resolved = lookUp({ id, ...place });
    return withModel(resolved, async (model) => {
      const { same, tests } = summary(model, resolved);
      const answer = await model.thread.ask<N>(name, null as ModelQuery<N>);
      return { answer, split: resolved.split, otherwise: tests - same };
    });
  };

  const subjectsAt = (images: readonly number[], { labels, subjects }: ResolvedCell): string[] =>
    images.map((image) => subjects[labels[image]]);

  return {
    open: os.models.open.handler(({ input, signal }) => {
      const resolved = lookUp(input);
      return fitStream({
        method: resolved.method,
        settings: resolved.planned.settings,
        signal,
        services,
        start: (abort, onProgress) => store.follow(resolved.key, resolved.load, abort, onProgress),
        finish: (model: OpenedModel) => summary(model, resolved),
      });
    }),
    basis: os.models.basis.handler(async ({ input: { from, count, order, ...cell } }) => {
      const { answer } = await ask(cell, 'basis', { from, count, order });
      const { images, ...basis } = answer;
      return { ...basis, ...aroundGrey(images) };
    }),
    rebuilt: os.models.rebuilt.handler(async ({ input: { tests, block, ...cell } }) => {
      const { answer, facts, ...resolved } = await ask(cell, 'rebuilt', { tests, block });
      const positions = answer.tests.map((place) => resolved.split.test[place]);
      return {
        tests: answer.tests,
        rmse: answer.rmse,
        positions,
        subjects: subjectsAt(positions, resolved),
        originals: onScale(withoutMissing(answer.originals, facts.range.low), facts.range),
        reconstructions: onScale(answer.images, facts.range),
      };
    }),
    errors: os.models.errors.handler(async ({ input }) => (await ask(input, 'errors', null)).answer),
    spectra: os.models.spectra.handler(async ({ input }) => (await ask(input, 'spectra', null)).answer),
    map: os.models.map.handler(async ({ input: { axes, ...cell } }) => {
      const { answer, model, split, labels } = await ask(cell, 'map', { axes });
      const gallery = split.gallery ?? split.train;
      const positions = { train: [...split.train], test: [...split.test] };
      // Verification identifies no images.
      if (split.pairs) {
        return {
          ...answer,
          positions,
          nearest: positions.test.map(() => null),
          wrong: positions.test.map(() => false),
        };
      }
      const matched = Array.from(model.nearest, (place) => gallery[place]);
      return {
        ...answer,
        positions,
        nearest: Array.from(model.nearest, (place) => (split.gallery ? null : place)),
        wrong: Array.from(split.test, (image, t) => labels[image] !== labels[matched[t]]),
      };
    }),
    samples: os.models.samples.handler(async ({ input: { seed, count, ...cell } }) => {
      const { answer, facts } = await ask(cell, 'samples', { seed, count });
      return { means: answer.means && onScale(answer.means, facts.range), images: onScale(answer.images, facts.range) };
    }),
    imputation: os.models.imputation.handler(async ({ input: { tests, hidden, fraction, seed, ...cell } }) => {
      const { answer, facts, ...resolved } = await ask(cell, 'imputation', { tests, hidden, fraction, seed });
      const positions = answer.tests.map((place) => resolved.split.test[place]);
      return {
        tests: answer.tests,
        rmse: answer.rmse,
        rmseOfMean: answer.rmseOfMean,
        positions,
        subjects: subjectsAt(positions, resolved),
        originals: onScale(withoutMissing(answer.originals, facts.range.low), facts.range),
        holes: holesOf(answer.holed),
        filled: onScale(answer.filled, facts.range),
      };
    }),
    numbers: os.models.numbers.handler(({ input }) => {
      const study = workspace.studies.get(input.id);
      if (!study) throw notFound('There is no such study.');
      return cellNumbers(workspace, study, input, (place, name) => askNumbers(input.id, place, name));
    }),
    components: os.models.components.handler(async ({ input }) => {
      const { answer, facts, split } = await ask(input, 'components', null);
      const positions = answer.tests.map((place) => split.test[place]);
      return { ...answer, positions, means: onScale(answer.means, facts.range) };
    }),
  };
}

/** Throws ModelRefusal if every subject has its own model. */
async function askModel<N extends ModelQueryName>(
  { facts, thread }: OpenedModel,
  name: N,
  question: ModelQuery<N>,
): Promise<{ facts: ModelFacts; answer: ModelQueryResult<N> }> {
  if (!facts) throw new ModelRefusal(NO_COMMON_MODEL);
  return { facts, answer: await thread.ask(name, question) };
}

function summary(
  { seconds, facts, nearest }: OpenedModel,
  resolved: {
    readonly study: { readonly datasetId: number };
    readonly split: Split;
    readonly nearest: ArrayLike<number>;
    readonly labels: ArrayLike<number>;
  },
): ModelSummary {
  const gallery = resolved.split.gallery ?? resolved.split.train;
  // In verification, `nearest` holds ranks of the pairs' scores.
  const subjectsOf = (places: ArrayLike<number>): number[] =>
    Array.from(places, (place) => (resolved.split.pairs ? place : resolved.labels[gallery[place]]));
  const [before, now] = [resolved.nearest, nearest].map(subjectsOf);
  return {
    datasetId: resolved.study.datasetId,
    seconds,
    facts,
    same: now.filter((subject, t) => subject === before[t]).length,
    tests: now.length,
  };
}
