import { z } from 'zod';
import { patternBins, patternHistograms, type PatternGrid } from '../images/descriptors/localBinaryPatterns.ts';
import type { Problem } from '../methods/problems.ts';
import type { FeatureDeclaration } from './feature.ts';

const DEFAULTS = { radius: 1, neighbours: 8, patterns: 'uniform', sizes: 'all-pixels' } as const;
/** Largest number of circle points for which every pattern has its own bin: 4096 bins. */
const MOST_OF_ALL = 12;

const schema = z.strictObject({
  lbp: z.int().min(1).max(64),
  radius: z.int().min(1).max(16).optional(),
  neighbours: z.int().min(4).max(16).optional(),
  patterns: z.enum(['uniform', 'all']).optional(),
  sizes: z.enum(['all-pixels', 'equal']).optional(),
});

/** Histograms of local binary patterns: a row per cell. */
export const lbp: FeatureDeclaration<typeof schema> = {
  kind: 'lbp',
  title: 'Local binary patterns (LBP)',
  help: 'Histograms of patterns over a grid of cells, as shares: a row per cell. Published with 7 × 7 cells, radius 2 and the chi-squared distance of unprojected histograms.',
  details:
    'Point p = 0 … P − 1 lies at the angle 2πp/P from the right, counterclockwise, at the radius R. Its grey value is interpolated between four pixels; bit p of the pattern is set where it is not below that of the centre. A pattern is uniform if its bits change at most twice around the circle: P (P − 1) + 2 uniform patterns have bins of their own, in ascending order, and all others share the last bin. Pixels nearer to the border than R have no pattern; the other h rows are cut into n cells at ⌊i h / n⌋, or at i ⌊h / n⌋ for cells of equal size, and columns likewise. OpenCV’s LBPH is `{ "lbp": 8, "patterns": "all", "sizes": "equal" }` with the chi-squared distance, but for grey values that are equal: its single precision may leave their bits out.',
  schema,
  parameters: [
    { name: 'lbp', title: 'Cells per side', symbol: 'n', help: '', kind: 'integer', default: 7, min: 1, max: 64 },
    {
      name: 'radius',
      title: 'Radius',
      symbol: 'R',
      help: 'Pixels from a pixel to its neighbours.',
      kind: 'integer',
      optional: true,
      default: DEFAULTS.radius,
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
      default: DEFAULTS.neighbours,
      min: 4,
      max: 16,
    },
    {
      name: 'patterns',
      title: 'Patterns',
      help: `Which of them have bins of their own; all of them for at most ${MOST_OF_ALL} neighbours.`,
      kind: 'choice',
      optional: true,
      default: DEFAULTS.patterns,
      choices: [
        { value: 'uniform', title: 'Uniform' },
        { value: 'all', title: 'All' },
      ],
    },
    {
      name: 'sizes',
      title: 'Size of the cells',
      help: 'Sides that the grid does not divide: cells differ by a pixel, or the last rows and columns are left out.',
      kind: 'choice',
      optional: true,
      default: DEFAULTS.sizes,
      choices: [
        { value: 'all-pixels', title: 'By all pixels' },
        { value: 'equal', title: 'Equal' },
      ],
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
  shape: (step) => ({ rows: step.lbp ** 2, cols: patternBins(gridOf(step)) }),
  pixels: (step, image, { rows, cols }) => patternHistograms(image, rows, cols, gridOf(step)),
  sentence(step) {
    const { cells, radius, neighbours, patterns, sizes } = gridOf(step);
    const binned = patterns === 'all' ? 'all' : 'uniform';
    const grid = `${cells} × ${cells} cells${sizes === 'equal' ? ' of equal size' : ''}`;
    return `local binary patterns (${neighbours} neighbours at radius ${radius}, ${binned} patterns, ${grid})`;
  },
  check(step, path, { rows, cols }) {
    const { cells, radius, neighbours, patterns } = gridOf(step);
    const problem = (field: string, message: string): Problem => ({
      path: `${path}.${field}`,
      message: `${path}.${field}: ${message}.`,
    });
    const problems: Problem[] = [];
    const least = cells + 2 * radius;
    if (rows < least || cols < least) {
      const needed = `${cells} × ${cells} cells at radius ${radius} need images of at least ${least} × ${least} pixels`;
      problems.push(problem('lbp', `${needed}, found ${rows} × ${cols}`));
    }
    if (patterns === 'all' && neighbours > MOST_OF_ALL) {
      problems.push(
        problem('patterns', `bins of all patterns need at most ${MOST_OF_ALL} neighbours, found ${neighbours}`),
      );
    }
    return problems;
  },
};

function gridOf({ lbp: cells, ...stated }: z.infer<typeof schema>): PatternGrid {
  return { ...DEFAULTS, cells, ...stated };
}
