import { z } from 'zod';
import { patternBins, patternHistograms, type PatternGrid } from '../images/localBinaryPatterns.ts';
import type { FeatureDeclaration } from './feature.ts';

const [RADIUS, NEIGHBOURS] = [1, 8];

const schema = z.strictObject({
  lbp: z.int().min(1).max(64),
  radius: z.int().min(1).max(16).optional(),
  neighbours: z.int().min(4).max(16).optional(),
});

/** Histograms of uniform local binary patterns: a row per cell. */
export const lbp: FeatureDeclaration<typeof schema> = {
  kind: 'lbp',
  title: 'Local binary patterns (LBP)',
  help: 'Histograms of uniform patterns over a grid of cells, as shares: a row per cell, P (P − 1) + 3 columns.',
  schema,
  parameters: [
    { name: 'lbp', title: 'Cells per side', help: '', kind: 'integer', default: 4, min: 1, max: 64 },
    {
      name: 'radius',
      title: 'Radius',
      help: 'Pixels from a pixel to its neighbours.',
      kind: 'integer',
      optional: true,
      default: RADIUS,
      min: 1,
      max: 16,
    },
    {
      name: 'neighbours',
      title: 'Neighbours',
      symbol: 'P',
      help: 'Points on the circle around a pixel.',
      kind: 'integer',
      optional: true,
      default: NEIGHBOURS,
      min: 4,
      max: 16,
    },
  ],
  citation: {
    key: 'ahonen2006lbp',
    type: 'article',
    authors: ['Timo Ahonen', 'Abdenour Hadid', 'Matti Pietikäinen'],
    title: 'Face description with local binary patterns: Application to face recognition',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 2006,
    volume: '28',
    number: '12',
    pages: '2037–2041',
    doi: '10.1109/TPAMI.2006.244',
  },
  shape: (step) => ({ rows: step.lbp ** 2, cols: patternBins(formOf(step).neighbours) }),
  pixels: (step, image, { rows, cols }) => patternHistograms(image, rows, cols, formOf(step)),
  sentence(step) {
    const { cells, radius, neighbours } = formOf(step);
    return `local binary patterns (${neighbours} neighbours at radius ${radius}, ${cells} × ${cells} cells)`;
  },
  check(step, path, { rows, cols }) {
    const { cells, radius } = formOf(step);
    const least = cells + 2 * radius;
    if (rows >= least && cols >= least) return [];
    const needed = `${cells} × ${cells} cells at radius ${radius} need images of at least ${least} × ${least} pixels`;
    return [{ path: `${path}.lbp`, message: `${path}.lbp: ${needed}, found ${rows} × ${cols}.` }];
  },
};

function formOf({ lbp: cells, radius = RADIUS, neighbours = NEIGHBOURS }: z.infer<typeof schema>): PatternGrid {
  return { cells, radius, neighbours };
}
