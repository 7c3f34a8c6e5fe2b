import { z } from 'zod';
import {
  blockGrid,
  CLIP,
  EPSILON,
  orientedGradients,
  type GradientCells,
} from '../images/descriptors/orientedGradients.ts';
import type { FeatureDeclaration } from './feature.ts';

const [ORIENTATIONS, BLOCK] = [9, 2];

const schema = z.strictObject({
  hog: z.int().min(1).max(256),
  orientations: z.int().min(2).max(36).optional(),
  block: z.int().min(1).max(16).optional(),
});

/** Histograms of oriented gradients: a row per block. */
export const hog: FeatureDeclaration<typeof schema> = {
  kind: 'hog',
  title: 'Histograms of oriented gradients (HOG)',
  help: 'Directions of gradients in cells, normalised in overlapping blocks (L2-Hys): a row per block. Pixels beyond the last whole cell are left out.',
  details: `Gradients are (I(r, c + 1) − I(r, c − 1))/2 along the rows and (I(r + 1, c) − I(r − 1, c))/2 along the columns, one-sided at the borders. A pixel whose gradient has the length m and the direction θ, 0° ≤ θ < 180° (from right to down), gives m to the two bins of its own cell whose centres (i + ½) 180°/n enclose θ, in linear shares, the last bin next to the first; n is the number of orientations. Blocks of b × b cells lie a cell apart. A block v becomes v/√(‖v‖² + ε²) with ε = ${EPSILON}, its numbers are cut at ${CLIP}, and it is divided in the same way again. Cells of 7 × 7 pixels by default make 28 × 28 pixels 9 × 36 numbers.`,
  schema,
  parameters: [
    { name: 'hog', title: 'Pixels per side of a cell', help: '', kind: 'integer', default: 8, min: 1, max: 256 },
    {
      name: 'orientations',
      title: 'Orientations',
      help: 'Bins over 180°.',
      kind: 'integer',
      optional: true,
      default: ORIENTATIONS,
      min: 2,
      max: 36,
    },
    {
      name: 'block',
      title: 'Cells per side of a block',
      help: '',
      kind: 'integer',
      optional: true,
      default: BLOCK,
      min: 1,
      max: 16,
    },
  ],
  citation: {
    key: 'dalal2005hog',
    type: 'inproceedings',
    authors: ['Navneet Dalal', 'Bill Triggs'],
    title: 'Histograms of oriented gradients for human detection',
    venue: 'IEEE Computer Society Conference on Computer Vision and Pattern Recognition',
    year: 2005,
    volume: '1',
    pages: '886–893',
    doi: '10.1109/CVPR.2005.177',
  },
  shape(step, { rows, cols }) {
    const form = formOf(step);
    const blocks = blockGrid(rows, cols, form);
    return { rows: Math.max(0, blocks.rows) * Math.max(0, blocks.cols), cols: form.block ** 2 * form.orientations };
  },
  pixels: (step, image, { rows, cols }) => orientedGradients(image, rows, cols, formOf(step)),
  sentence(step) {
    const { cell, orientations, block } = formOf(step);
    const size = `cells of ${cell} × ${cell} pixels, blocks of ${block} × ${block} cells`;
    return `histograms of oriented gradients (${orientations} orientations, ${size})`;
  },
  check(step, path, { rows, cols }) {
    const { cell, block } = formOf(step);
    const least = cell * block;
    if (rows >= least && cols >= least) return [];
    const needed = `a block of ${block} × ${block} cells of ${cell} × ${cell} pixels needs images of at least ${least} × ${least} pixels`;
    return [{ path: `${path}.hog`, message: `${path}.hog: ${needed}, found ${rows} × ${cols}.` }];
  },
};

function formOf({ hog: cell, orientations = ORIENTATIONS, block = BLOCK }: z.infer<typeof schema>): GradientCells {
  return { cell, orientations, block };
}
