/** Preprocessing steps while they are edited: every field is a text until it is valid. */
import { stepSchema, type Step } from '../../../core/images/preprocess/steps.ts';
import { parseWeights } from '../../../core/images/grey.ts';
import type { Problem } from '../../api/client.ts';
import { WEIGHTS } from '../recipeDraft.ts';

/** How images are brought to another size, as forms offer it. */
export const filterChoices = [
  { value: 'area', title: 'Area averaging' },
  { value: 'bilinear', title: 'Bilinear' },
  { value: 'bicubic', title: 'Bicubic, as MATLAB’s imresize' },
] as const;

export type StepKind = Step['kind'];

export interface StepDraft {
  /** Tells drafts apart while they are moved. */
  readonly key: number;
  readonly kind: StepKind;
  /** Text of each field; "left.x" is field x of the point `left`. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface StepField {
  readonly name: string;
  readonly title: string;
  /** The text of a new step. */
  readonly start: string;
  /** A field with choices takes one of them, 'weights' what makes grey of colours; any other takes a number. */
  readonly choices?: readonly { readonly value: string; readonly title: string }[] | 'weights';
}

interface StepForm {
  readonly title: string;
  readonly help: string;
  readonly fields: readonly StepField[];
}

const number = (name: string, title: string, start: number): StepField => ({ name, title, start: String(start) });

/** What the form asks for each kind of step. */
export const stepForms: Readonly<Record<StepKind, StepForm>> = {
  grey: {
    title: 'Grey from colours',
    help: 'Derives the grey values again from the original colours, if these were kept. Only possible as the first step.',
    fields: [{ name: 'weights', title: 'Weights', start: 'bt709', choices: 'weights' }],
  },
  crop: {
    title: 'Crop',
    help: 'The rectangle whose first pixel is at this row and column, counted from 0.',
    fields: [
      number('top', 'From row', 0),
      number('left', 'From column', 0),
      number('rows', 'Rows', 64),
      number('cols', 'Columns', 64),
    ],
  },
  align: {
    title: 'Align the eyes',
    help: 'Rotates, scales and moves each image so that its eyes lie at these positions. Needs eye positions.',
    fields: [
      number('rows', 'Rows', 64),
      number('cols', 'Columns', 64),
      number('left.x', 'Left eye, x', 16),
      number('left.y', 'Left eye, y', 24),
      number('right.x', 'Right eye, x', 47),
      number('right.y', 'Right eye, y', 24),
    ],
  },
  resize: {
    title: 'Resize',
    help: 'Area averaging takes the mean of what a new pixel covers; bilinear and bicubic are antialiased as MATLAB’s imresize.',
    fields: [
      number('rows', 'Rows', 32),
      number('cols', 'Columns', 32),
      { name: 'filter', title: 'Filter', start: 'area', choices: filterChoices },
    ],
  },
  ellipse: {
    title: 'Elliptic mask',
    help: 'Zero outside an ellipse around the centre; its axes are these fractions of height and width.',
    fields: [number('height', 'Height', 1), number('width', 'Width', 1)],
  },
  equalise: { title: 'Equalise the histogram', help: 'Spreads the grey values over 0 to 255.', fields: [] },
  normalise: {
    title: 'Normalise',
    help: 'Scales the grey values of each image.',
    fields: [
      {
        name: 'to',
        title: 'To',
        start: 'standard',
        choices: [
          { value: 'standard', title: 'Mean 0, deviation 1' },
          { value: 'mean', title: 'Mean 0' },
          { value: 'length', title: 'Length 1' },
          { value: 'range', title: 'Range 0 to 255' },
        ],
      },
    ],
  },
  round: { title: 'Round to 8 bits', help: 'Whole grey values of 0 to 255.', fields: [] },
};

let lastKey = 0;

/** A step as the form starts it; `size`: the rows and columns that are asked for in place of the usual ones. */
export function newStep(kind: StepKind, size?: { readonly rows: number; readonly cols: number }): StepDraft {
  const texts = Object.fromEntries(stepForms[kind].fields.map(({ name, start }) => [name, start]));
  const sizeTexts = size && { rows: String(size.rows), cols: String(size.cols) };
  return { key: ++lastKey, kind, texts: { ...texts, ...sizeTexts } };
}

/** The step that a draft says, or the problems of its fields by their names. */
export function parseDraft({ kind, texts }: StepDraft): { step: Step | null; problems: readonly Problem[] } {
  const value: Record<string, unknown> = { kind };
  for (const field of stepForms[kind].fields) {
    const [outer, inner] = field.name.split('.');
    const parsed = fieldValue(field, (texts[field.name] ?? '').trim());
    value[outer] = inner === undefined ? parsed : { ...(value[outer] as object | undefined), [inner]: parsed };
  }
  const parsed = stepSchema.safeParse(value);
  if (parsed.success) return { step: parsed.data, problems: [] };
  const problems = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message: path[0] === 'weights' ? WEIGHTS : wording(message),
  }));
  return { step: null, problems };
}

function fieldValue({ choices }: StepField, text: string): unknown {
  if (choices === 'weights') return parseWeights(text);
  if (choices !== undefined) return text;
  return text === '' ? Number.NaN : Number(text);
}

/** Zod names types where the reader typed a text that is no number. */
function wording(message: string): string {
  return /received (NaN|nan)/i.test(message) ? 'Expected a number' : message;
}

/** All steps, or null while one of them is not valid. */
export function stepsOf(drafts: readonly StepDraft[]): readonly Step[] | null {
  const steps = drafts.map((draft) => parseDraft(draft).step);
  return steps.every((step) => step !== null) ? steps : null;
}

/** The drafts with one of them moved by one place; unchanged where it cannot move. */
export function moved(drafts: readonly StepDraft[], at: number, by: -1 | 1): readonly StepDraft[] {
  const to = at + by;
  if (to < 0 || to >= drafts.length) return drafts;
  const next = [...drafts];
  [next[at], next[to]] = [next[to], next[at]];
  return next;
}
