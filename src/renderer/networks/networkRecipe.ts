/** A recipe in the form: the texts of its fields, and the recipe they describe. */
import { recipeSchema, type Recipe } from '../../core/networks/recipe.ts';
import type { Problem } from '../api/client.ts';

export interface RecipeDraft {
  rows: string;
  cols: string;
  layout: Recipe['layout'];
  channels: Recipe['channels'];
  mean: string;
  scale: string;
  aligned: 'whole' | 'eyes' | 'five';
  /** Template points: "x, y; x, y". */
  points: string;
  /** What a JSON file states for papers; the form keeps it. */
  stated: Pick<Recipe, 'training' | 'citation'>;
}

/**
 * Eyes, tip of the nose and corners of the mouth in a square of 112, as in the training of ArcFace and related
 * networks.
 */
const ARCFACE = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];
const SIDE = 112;

export function emptyRecipe(): RecipeDraft {
  const side = String(SIDE);
  return {
    rows: side,
    cols: side,
    layout: 'NCHW',
    channels: 'RGB',
    mean: '127.5',
    scale: '127.5',
    aligned: 'five',
    points: usualPoints('five', { rows: side, cols: side }),
    stated: {},
  };
}

/** Inverse of `recipeOf`. */
export function recipeDraft({ size, layout, channels, mean, scale, template, ...stated }: Recipe): RecipeDraft {
  const [rows, cols] = size;
  return {
    rows: String(rows),
    cols: String(cols),
    layout,
    channels,
    mean: [mean].flat().join(', '),
    scale: [scale].flat().join(', '),
    aligned: template === null ? 'whole' : template.length === 2 ? 'eyes' : 'five',
    points: (template ?? []).map(({ x, y }) => `${x}, ${y}`).join('; '),
    stated,
  };
}

/** The usual template points for an input of this size. */
export function usualPoints(
  aligned: RecipeDraft['aligned'],
  { rows, cols }: Pick<RecipeDraft, 'rows' | 'cols'>,
): string {
  const taken = ARCFACE.slice(0, { whole: 0, eyes: 2, five: 5 }[aligned]);
  const scaled = (value: number, side: string): number => Number(((value * Number(side)) / SIDE).toFixed(4));
  return taken.map(({ x, y }) => `${scaled(x, cols)}, ${scaled(y, rows)}`).join('; ');
}

/** The recipe from the texts, or problems by field. */
export function recipeOf(
  draft: RecipeDraft,
):
  | { readonly recipe: Recipe; readonly problems: readonly [] }
  | { readonly recipe: null; readonly problems: readonly Problem[] } {
  const { rows, cols, layout, channels, mean, scale, aligned, points } = draft;
  const problems: Problem[] = [];
  const perChannel = (path: string, text: string): number | number[] => {
    const values = numbers(text);
    if (values.length !== 1 && values.length !== 3) {
      problems.push({ path, message: 'One number, or three: of red, green and blue.' });
    }
    return values.length === 1 ? values[0] : values;
  };
  const places = aligned === 'whole' ? [] : points.split(';').map(numbers);
  const wanted = { whole: 0, eyes: 2, five: 5 }[aligned];
  if (places.length !== wanted || places.some(({ length }) => length !== 2)) {
    const kinds = { whole: '', eyes: 'The two eyes', five: 'Eyes, nose and corners of the mouth' };
    problems.push({ path: 'template', message: `${kinds[aligned]}, each as x, y, with semicolons between them.` });
  }
  const given = {
    size: [Number(rows), Number(cols)],
    layout,
    channels,
    mean: perChannel('mean', mean),
    scale: perChannel('scale', scale),
    template: aligned === 'whole' ? null : places.map(([x, y]) => ({ x, y })),
    ...draft.stated,
  };
  if (problems.length > 0) return { recipe: null, problems };
  const parsed = recipeSchema.safeParse(given);
  if (parsed.success) return { recipe: parsed.data, problems: [] };
  return {
    recipe: null,
    problems: parsed.error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      message: path[0] === 'size' ? 'A whole number from 8 to 1024.' : message,
    })),
  };
}

/** The numbers between commas; empty if one is invalid. */
function numbers(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  const values = parts.map(Number);
  return parts.some((part, n) => part === '' || !Number.isFinite(values[n])) ? [] : values;
}

/** A name for attached vectors derived from a file name, restricted to valid characters; may be empty. */
export function vectorName(file: string): string {
  return file
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 40);
}

/** What a network is given of a face, as rows of a table: titles and texts. */
export function recipeFacts({
  size,
  layout,
  channels,
  mean,
  scale,
  template,
}: Recipe): [title: string, text: string][] {
  const names = [...channels].map((letter) => ({ R: 'red', G: 'green', B: 'blue' })[letter]!);
  const order = layout === 'NCHW' ? 'one channel after the other' : 'pixel by pixel';
  const alignment =
    template === null
      ? 'None: the whole image is resized.'
      : template.length === 2
        ? 'The eyes come to fixed places.'
        : 'Eyes, nose and mouth come to fixed places.';
  return [
    ['Input', `${size.join(' × ')} pixels; ${names.join(', ')}, ${order}`],
    ['Alignment', alignment],
    ['Values', `0 to 255, less ${perChannel(mean)}, divided by ${perChannel(scale)}`],
  ];
}

/** One number, or those of red, green and blue. */
function perChannel(values: Recipe['mean']): string {
  if (typeof values === 'number') return String(values);
  const [red, green, blue] = values;
  return `${red} (red), ${green} (green) and ${blue} (blue)`;
}
