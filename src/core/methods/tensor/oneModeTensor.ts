import { matrixStack, type MatrixStack } from '../../linalg/index.ts';
import { oneModeOf, oneModePhopca } from '../bilinear/oneModePhopca.ts';
import { rearrangedMethod } from '../bilinear/rearranged.ts';
import { FitError, type LatentShape, type Parameter } from '../method.ts';
import { planesParameter, tensorsOf, fold, unfold } from './tensor.ts';
import type { SettingsOf } from '../typedSettings.ts';

/** The modes of a tensor rows × planes × width, in this order. */
const MODES: readonly OneModeSettings['mode'][] = ['rows', 'planes', 'columns'];

type OneModeSettings = SettingsOf<typeof parameters>;
const parameters = [
  planesParameter,
  {
    name: 'mode',
    title: 'Mode',
    help: 'The mode that is reduced: the rows of the images (left), their planes (the colours of each pixel, the frames), or the columns of a plane (right).',
    kind: 'choice',
    default: 'columns',
    source: { neutral: 'which mode is reduced is what the row is about' },
    choices: [
      { value: 'rows', title: 'Rows' },
      { value: 'planes', title: 'Planes' },
      { value: 'columns', title: 'Columns' },
    ],
  },
  ...oneModePhopca.parameters,
] as const satisfies readonly Parameter[];

/**
 * One-mode PHOPCA of third order at any mode, X = M + Z ×_j U_j + E (Yu, Bi, Ye 2010, section 4.3): one PPCA of all
 * mode-j fibres, in closed form by Theorem 1 with the matricised scatter, or by EM. It is second-order one-mode PHOPCA
 * of the images unfolded along the mode. With one plane, mode `columns` is the right one, mode `rows` the left one.
 * Parameters: mean M (rows × columns), U (length of the mode × q_j), sigma2, V (U with orthonormal columns),
 * eigenvalues. Codes hold one row of q_j numbers for every fibre, in the order of the other indices.
 */
export const oneModeTensorPhopca = rearrangedMethod(
  oneModeOf({ title: 'One-mode PHOPCA (tensor)', vectors: 'fibres' }),
  {
    id: 'phopca-1-tensor',
    title: 'One-mode PHOPCA (tensor)',
    fullName: 'one-mode probabilistic higher-order principal component analysis',
    family: 'tensor',
    appearance: { index: 18, marker: 'triangle' },
    formula: 'X = M + Z ×_j U_j + E, vec Z ~ N(0, I), vec E ~ N(0, σ² I)',
    description:
      'PPCA of the fibres along one mode of images made of several planes: of their rows, their columns, or the colours of a pixel. Codes are the posterior means E[Z | X], one row of q_j numbers per fibre.',
    parameters,
    latentNames: ['q_j'],
    // The length of the mode depends on the settings; shapes beyond it fail individually.
    largestLatent: (rows, cols, count): LatentShape => [count < 2 ? 0 : Math.max(rows, cols) - 1],
  },
  {
    rearrange: unfolded,
    back: (images, { rows, cols }, settings) => {
      const { dims } = tensorsOf(matrixStack(0, rows, cols), settings);
      const fibres = { rows: images.count * images.rows, cols: images.cols, data: images.data };
      return matrixStack(images.count, rows, cols, fold(fibres, images.count, dims, modeOf(settings)).data);
    },
    names: { R: 'U', Ur: 'V' },
    sweep: (sweep, input, settings) => {
      const { images } = input;
      const most = unfolded(matrixStack(0, images.rows, images.cols), settings).cols - 1;
      const shapes = input.shapes.filter(([q]) => q <= most);
      const result = sweep({ ...input, shapes: shapes.length > 0 ? shapes : [[most]] });
      return (
        result && {
          ...result,
          failure: (shape) =>
            shape[0] > most
              ? `One-mode PHOPCA (tensor): q_j = ${shape[0]} exceeds ${most}, one less than the length of the mode. Reduce the latent dimension.`
              : (result.failure?.(shape) ?? null),
        }
      );
    },
  },
);

function modeOf({ mode }: OneModeSettings): number {
  return MODES.indexOf(mode);
}

/** The fibres along the mode as rows of one matrix per image. Throws FitError for a mode of one entry. */
function unfolded(images: MatrixStack, settings: OneModeSettings): MatrixStack {
  const tensors = tensorsOf(images, settings);
  const { cols, data } = unfold(tensors, modeOf(settings));
  if (cols < 2)
    throw new FitError(`One-mode PHOPCA (tensor): the mode "${settings.mode}" has one entry. Choose another mode.`);
  return matrixStack(images.count, (images.rows * images.cols) / cols, cols, data);
}
