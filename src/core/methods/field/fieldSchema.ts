/** Fields as data: the form of a latent prior in a study spec, a form or the command line. */
import { z } from 'zod';

/** The errors of this schema state what was expected. */
const weights = {
  /** Strength of the field as a function of λ: 1, λ or (1 − λ)². */
  f: z.enum(['one', 'lambda', 'rest'], '"one", "lambda" or "rest"'),
  /** Factor of the neighbours' mean: 1, λ or 0. */
  phi: z.enum(['one', 'lambda', 'zero'], '"one", "lambda" or "zero"'),
};

const A_COUNT = 'a whole number from 1 to 10000';
const A_SHARE = 'a number above 0, at most 100';
const A_NAME = 'a name of 1 to 60 characters';
const name = z.string(A_NAME).min(1, A_NAME).max(60, A_NAME);

function field<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, `an object of ${Object.keys(shape).join(', ')}`);
}

/** ω, the images that an image is compared with, and the two functions of λ. */
const fieldSchema = z.discriminatedUnion(
  'neighbourhood',
  [
    field({ neighbourhood: z.enum(['all', 'class', 'self']), ...weights }),
    /** Pairs of images of which either is among this many nearest neighbours of the other. */
    field({
      neighbourhood: z.literal('nearest'),
      neighbours: z.int(A_COUNT).min(1, A_COUNT).max(10_000, A_COUNT).default(5),
      ...weights,
    }),
    /** Images closer than this share of the root mean squared distance between images. */
    field({
      neighbourhood: z.literal('ball'),
      radius: z.number(A_SHARE).gt(0, A_SHARE).max(100, A_SHARE).default(0.5),
      ...weights,
    }),
    /** Images with the same value of an attribute of the dataset: session, illumination, expression, … */
    field({ neighbourhood: z.literal('attribute'), attribute: name, ...weights }),
    /**
     * The images before and after in the order of the dataset; `within` keeps to images of the same subject ("subject")
     * or of the same value of an attribute.
     */
    field({ neighbourhood: z.literal('chain'), within: name.optional(), ...weights }),
  ],
  'a neighbourhood: "all", "class", "self", "nearest", "ball", "attribute" or "chain"',
);

const A_LIST = 'a list of 1 to 8 fields';
export const fieldsSchema = z.array(fieldSchema, A_LIST).min(1, A_LIST).max(8, A_LIST);

export type Field = z.infer<typeof fieldSchema>;

/** Coefficient functions of λ. */
export type Coefficient = Field['f'] | Field['phi'];

/** The lists of Table 1, and the undirected form of the chain of eq. (14). */
export const FIELDS_OF = {
  pca: [{ f: 'one', phi: 'lambda', neighbourhood: 'all' }],
  lda: [
    { f: 'lambda', phi: 'one', neighbourhood: 'class' },
    { f: 'rest', phi: 'one', neighbourhood: 'all' },
  ],
  lpp: [
    { f: 'lambda', phi: 'one', neighbourhood: 'nearest', neighbours: 5 },
    { f: 'rest', phi: 'zero', neighbourhood: 'self' },
  ],
  sfa: [{ f: 'one', phi: 'lambda', neighbourhood: 'chain' }],
} as const satisfies Record<string, readonly Field[]>;

/** Whether a field depends on the subjects of images. */
export function comparesSubjects(field: Field): boolean {
  return field.neighbourhood === 'class' || (field.neighbourhood === 'chain' && field.within === 'subject');
}

/** Names of the attributes that fields compare, without repetition. */
export function attributesOf(fields: readonly Field[]): string[] {
  const names = fields.flatMap((field) => {
    if (field.neighbourhood === 'attribute') return [field.attribute];
    return field.neighbourhood === 'chain' && field.within && field.within !== 'subject' ? [field.within] : [];
  });
  return [...new Set(names)];
}
