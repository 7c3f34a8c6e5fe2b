/** Calls and data of the contract: refitted cells of studies, to inspect their models. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { PixelBlock } from '../images/pixelBlock.ts';
import type { BasisImages } from '../study/model/basisImages.ts';
import type { ComponentViews } from '../study/model/componentViews.ts';
import type { Imputation } from '../study/model/imputation.ts';
import type { LatentMap } from '../study/model/latentMap.ts';
import type { ModelSpectrum } from '../study/model/modelSpectrum.ts';
import type { ModelFacts } from '../study/model/openModel.ts';
import type { BlockErrors, RebuiltFaces } from '../study/model/reconstructions.ts';
import { base, type FitEvent } from './procedures.ts';
import { cellAtShape, cellNumbersQuery, type CellNumbers } from './cellNumbers.ts';

/** The model of a cell at one latent shape. */
export interface ModelSummary {
  readonly datasetId: number;
  readonly seconds: number;
  /** null if every subject has its own model, which cannot be queried. */
  readonly facts: ModelFacts | null;
  /** Number of the `tests` test images that are recognised as the same subject as when the study ran. */
  readonly same: number;
  readonly tests: number;
}

/** Signed images on a scale around mid-grey: black and white are ∓ the extent of each. */
export interface ModelBasis extends Pick<BasisImages, 'total' | 'entries' | 'shares'> {
  readonly extents: readonly number[];
  readonly images: PixelBlock;
}

export interface ModelRebuilt extends Pick<RebuiltFaces, 'tests' | 'rmse'> {
  /** Indices in the dataset, and subjects. */
  readonly positions: readonly number[];
  readonly subjects: readonly string[];
  readonly originals: PixelBlock;
  readonly reconstructions: PixelBlock;
}

export interface ModelMap extends LatentMap {
  /** Indices in the dataset, in the order of the coordinates. */
  readonly positions: { readonly train: readonly number[]; readonly test: readonly number[] };
  /** Per test image the index of its match among the training images; null if matches are from another gallery. */
  readonly nearest: readonly (number | null)[];
  /** Whether each test image is misclassified. */
  readonly wrong: readonly boolean[];
}

export interface ModelSamples {
  /** Without the noise of the model; null if the density has no noise term. */
  readonly means: PixelBlock | null;
  readonly images: PixelBlock;
}

export interface ModelImputation extends Pick<Imputation, 'tests' | 'rmse' | 'rmseOfMean'> {
  readonly positions: readonly number[];
  readonly subjects: readonly string[];
  readonly originals: PixelBlock;
  /** White where a pixel is hidden or missing. */
  readonly holes: PixelBlock;
  readonly filled: PixelBlock;
}

export interface ModelComponents extends Omit<ComponentViews, 'means'> {
  readonly positions: readonly number[];
  readonly means: PixelBlock;
}

const tests = z.array(z.int().min(0)).min(1).max(100).nullable().default(null);
const block = z.strictObject({ rows: z.int().min(1), cols: z.int().min(1) });
const seed = z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1);

/**
 * Models stay open for some minutes after the last query; others are refitted first. CONFLICT for queries that a model
 * cannot answer.
 */
export const models = {
  /** Refits a finished cell at one of its shapes; ending the stream cancels. */
  open: base.input(cellAtShape).output(eventIterator(type<FitEvent<ModelSummary>>())),
  basis: base
    .input(
      cellAtShape.extend({
        from: z.int().min(0).default(0),
        count: z.int().min(1).max(200).default(24),
        order: z.enum(['number', 'variance']).default('number'),
      }),
    )
    .output(type<ModelBasis>()),
  /** Test images, and their reconstructions from the leading entries of their codes. */
  rebuilt: base
    .input(cellAtShape.extend({ tests, block: block.nullable().default(null) }))
    .output(type<ModelRebuilt>()),
  /** Reconstruction error by size of the leading block. */
  errors: base.input(cellAtShape).output(type<BlockErrors>()),
  spectra: base.input(cellAtShape).output(type<readonly ModelSpectrum[]>()),
  map: base
    .input(
      cellAtShape.extend({
        axes: z
          .tuple([z.int().min(0), z.int().min(0)])
          .nullable()
          .default(null),
      }),
    )
    .output(type<ModelMap>()),
  samples: base
    .input(cellAtShape.extend({ seed, count: z.int().min(1).max(100).default(12) }))
    .output(type<ModelSamples>()),
  imputation: base
    .input(
      cellAtShape.extend({
        tests,
        hidden: z.enum(['scattered', 'lower-half', 'left-half']).default('scattered'),
        fraction: z.number().gt(0).lt(1).default(0.3),
        seed,
      }),
    )
    .output(type<ModelImputation>()),
  components: base.input(cellAtShape).output(type<ModelComponents>()),
  /** Scores, codes or curves of finished cells as a file; the cells are refitted in turn. */
  numbers: base.input(cellNumbersQuery).output(type<CellNumbers>()),
};
