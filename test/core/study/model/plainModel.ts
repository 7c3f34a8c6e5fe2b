/** Models of which all is known: the code of an image is the image, and a code is its own reconstruction. */
import { matrixStack, type MatrixStack } from '../../../../src/core/linalg/matrix.ts';
import type { LatentShape } from '../../../../src/core/methods/method.ts';
import type { LearnedModel, OpenModel } from '../../../../src/core/study/model/openModel.ts';

interface Given {
  readonly rows: number;
  readonly cols: number;
  readonly train: readonly (readonly number[])[];
  readonly test?: readonly (readonly number[])[];
  readonly kind?: 'vector' | 'matrix';
  readonly shape?: LatentShape;
  /** In place of what its method has. */
  readonly method?: object;
  readonly takesMissing?: boolean;
}

export function plainModel({ rows, cols, train, test = train, kind = 'matrix', shape, ...given }: Given): LearnedModel {
  const stack = (images: readonly (readonly number[])[]): MatrixStack =>
    matrixStack(images.length, rows, cols, Float64Array.from(images.flat()));
  const known = new Map<string, unknown>();
  const same = (_: unknown, images: MatrixStack): MatrixStack => images;
  const method = {
    ...{ title: 'Plain', latentKind: kind, latentNames: ['q_c', 'q_r'].slice(0, kind === 'matrix' ? 2 : 1) },
    ...{ encode: same, reconstruct: same },
    ...given.method,
  };
  return {
    method,
    task: { datasetHash: 'h' },
    shape: shape ?? [rows, cols],
    fit: { imageShape: { rows, cols }, parameters: {}, logLikelihood: null },
    codes: stack(test),
    images: stack([...train, ...test]),
    split: {
      train: Int32Array.from(train.keys()),
      test: Int32Array.from(test, (_, n) => train.length + n),
    },
    takesMissing: given.takesMissing ?? false,
    once: (name: string, compute: () => unknown) => {
      if (!known.has(name)) known.set(name, compute());
      return known.get(name);
    },
  } as unknown as LearnedModel;
}

/** An open cell of nothing but scores: probes × candidates, whose subjects are those of the gallery. */
export function scoredCell(scores: readonly (readonly number[])[] | null, split: object, labels: number[]): OpenModel {
  const { gallery } = split as { readonly gallery: readonly number[] };
  const subjects = gallery.map((image) => labels[image]);
  return {
    learned: null,
    scores: () =>
      scores && {
        ...{ probes: scores.length, subjects, positions: [...gallery.keys()], voters: 1 },
        of: (probe: number) => scores[probe],
      },
    split: { train: gallery, ...split },
    labels,
  } as unknown as OpenModel;
}
