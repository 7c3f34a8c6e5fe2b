/**
 * The figures of a study, as the command line names them and the page titles them. The contract, the command line, the
 * page, the report and the documentation read them here.
 */
import type { CurveId } from '../measures/curves.ts';
import type { MeasureGroup } from '../measures/measures.ts';

interface FigureKindDeclaration {
  readonly id: string;
  readonly title: string;
  /** What it shows, one sentence. */
  readonly help: string;
  /** The group of measures that the study must have, where the figure is of one. */
  readonly group?: MeasureGroup;
  /** Whether one figure may be of several studies. */
  readonly studies: 'one' | 'several';
  /** Of a chart of lines: whether its vertical axis has values or, as that of a DET curve, normal deviates. */
  readonly verticalAxis?: 'values' | 'deviates';
}

export type CharacteristicId = CurveId | 'det';

/** Characteristics that are counted over a threshold. */
export const characteristicKinds = [
  {
    id: 'cmc',
    title: 'Cumulative match',
    help: 'Share of the test images whose subject is among the first ranks.',
    group: 'identification',
    studies: 'one',
    verticalAxis: 'values',
  },
  {
    id: 'roc',
    title: 'ROC',
    help: 'Genuine pairs accepted against the false acceptance rate.',
    group: 'verification',
    studies: 'one',
    verticalAxis: 'values',
  },
  {
    id: 'det',
    title: 'DET',
    help: 'Detection error trade-off: genuine pairs missed against the false acceptance rate, on normal deviates.',
    group: 'verification',
    studies: 'one',
    verticalAxis: 'deviates',
  },
  {
    id: 'epc',
    title: 'Expected performance',
    help: 'Half total error rate at the threshold that development pairs choose, against the weight of false acceptance in that choice.',
    group: 'decisions',
    studies: 'one',
    verticalAxis: 'values',
  },
  {
    id: 'dir',
    title: 'Detection and identification',
    help: 'Watched subjects found at rank 1 against the rate of unknown images accepted as a watched subject.',
    group: 'open-set',
    studies: 'one',
    verticalAxis: 'values',
  },
  {
    id: 'two-class-roc',
    title: 'ROC of two classes',
    help: 'Images of the second class accepted against the false acceptance rate.',
    group: 'two-class',
    studies: 'one',
    verticalAxis: 'values',
  },
] as const satisfies readonly (FigureKindDeclaration & { readonly id: CharacteristicId })[];

/** The curve that cells keep for a characteristic: a DET curve is a ROC curve on other axes. */
export function countedCurve(id: CharacteristicId): CurveId {
  return id === 'det' ? 'roc' : id;
}

export const figureKinds = [
  {
    id: 'overview',
    title: 'Overview',
    help: 'All methods in all conditions, coloured, with mean ranks.',
    studies: 'one',
  },
  {
    id: 'curves',
    title: 'Curves',
    help: 'A measure against the latent dimension, with bands of one standard deviation.',
    studies: 'one',
    verticalAxis: 'values',
  },
  {
    id: 'heat-map',
    title: 'Grid',
    help: 'Error rates of one bilinear method over both of its latent dimensions.',
    studies: 'one',
  },
  ...characteristicKinds,
  {
    id: 'conditions',
    title: 'Conditions',
    help: 'A measure against a number of the conditions: training images, noise, occlusion.',
    studies: 'one',
    verticalAxis: 'values',
  },
  {
    id: 'repeats',
    title: 'Repeats',
    help: 'The values of every repeat, a strip per method; two methods are joined repeat by repeat.',
    studies: 'one',
  },
  {
    id: 'confusion',
    title: 'Confusions',
    help: 'Which subjects one method misclassifies as which, in one condition at the shape of the table.',
    studies: 'one',
  },
  {
    id: 'power',
    title: 'Power',
    help: 'How likely two methods are found to differ, against their true difference, by formula and simulation.',
    studies: 'one',
    verticalAxis: 'values',
  },
  {
    id: 'time',
    title: 'Time',
    help: 'A measure against computing time, with the front of the methods that no other beats in both.',
    studies: 'one',
    verticalAxis: 'values',
  },
  { id: 'ranks', title: 'Ranks', help: 'Average ranks with the critical difference.', studies: 'several' },
  {
    id: 'practical',
    title: 'Practical differences',
    help: 'How probable it is that one of two methods is better, or that both are practically equal, pair by pair.',
    studies: 'several',
  },
] as const satisfies readonly FigureKindDeclaration[];

export type FigureKind = (typeof figureKinds)[number]['id'];

/** What a kind says about itself. */
export function declarationOf(kind: FigureKind): FigureKindDeclaration {
  return figureKinds.find(({ id }) => id === kind)!;
}

/** The title of a kind. */
export function figureTitle(kind: FigureKind): string {
  return declarationOf(kind).title;
}

/** Pixels of a PNG per unit of the drawing and direction: twice those of the screen, for print. */
export const figureScale = 2;

/** Dots per inch of a PNG with a width on paper. */
export const figureDensity = 600;

/** Files that figures are drawn to. */
export const figureFormats = [
  { id: 'svg', title: 'SVG', hint: 'lines and text', mediaType: 'image/svg+xml' },
  { id: 'png', title: 'PNG', hint: 'pixels', mediaType: 'image/png' },
  { id: 'pdf', title: 'PDF', hint: 'lines and text, fonts embedded', mediaType: 'application/pdf' },
  { id: 'tex', title: 'TikZ', hint: 'lines and text in the fonts of the paper', mediaType: 'application/x-tex' },
] as const;

export type FigureFormat = (typeof figureFormats)[number]['id'];
