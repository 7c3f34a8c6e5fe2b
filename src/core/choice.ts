/**
 * What every choice of a study shares: a protocol, a perturbation, a feature step, a classifier, a metric … is one
 * declaration in a file of its own and one line in the registry of its folder. The schema of specs, the fields of the
 * form, the documentation and the sentences under a table follow from the declaration.
 */
import type { z } from 'zod';

/** Where the default of a setting comes from. The reference has a table of all, and a test that none is missing. */
export interface DefaultSource {
  /** Who has it: a publication and where in it, or the code of its authors. */
  readonly published?: string;
  /** The comparison of ours that it rests on, or stood in: its name in docs/reproduction/defaults.json. */
  readonly measured?: string;
  /** Why results do not hang on it, or only by what this says. */
  readonly neutral?: string;
}

/** One field of a declaration in specs, and how a form asks for it; the parameters of methods are of these kinds. */
export type ChoiceParameter = {
  /** The field in the spec. */
  readonly name: string;
  readonly title: string;
  /** Follows the title in italics, e.g. "k". */
  readonly symbol?: string;
  /** One or two sentences: what it does, its unit. May be empty where the title says it all. */
  readonly help: string;
  /** Of the default; of the settings of methods and classifiers. */
  readonly source?: DefaultSource;
  /** The field is left out of the spec where it has its default, or where its text is empty. */
  readonly optional?: true;
  /** Shown in an empty text field. */
  readonly placeholder?: string;
} & (
  | { readonly kind: 'integer' | 'number'; readonly default: number; readonly min?: number; readonly max?: number }
  | {
      readonly kind: 'choice';
      readonly default: string;
      readonly choices: readonly ChoiceOption[];
      /** Group of the help that has a card on each of them, e.g. "Tests". */
      readonly cards?: string;
    }
  | { readonly kind: 'boolean'; readonly default: boolean }
  | { readonly kind: 'text'; readonly default: string }
  | { readonly kind: 'numbers'; readonly default: readonly number[]; readonly min: number; readonly max: number }
  /** The factors of a latent prior. */
  | { readonly kind: 'fields'; readonly default: readonly object[] }
  /** Levels, each a condition of its own: whole numbers from 1, none twice. */
  | { readonly kind: 'counts'; readonly default: readonly number[] }
  /** Levels, each a condition of its own: numbers above 0 and up to `max` (absent: any), none twice. */
  | { readonly kind: 'levels'; readonly default: readonly number[]; readonly max?: number }
  /** The name of an attribute of the images. */
  | { readonly kind: 'attribute' }
  /** The name of vectors that are attached to the dataset. */
  | { readonly kind: 'attachment' }
  /**
   * Values of the attribute to train on, and to test on (absent: all others): `{ train, test? }`, one condition each.
   */
  | { readonly kind: 'value-splits' }
  /**
   * Splits that are given image by image, from files: `{ train, test, gallery? }` of 0-based indices; or lists of pairs
   * `{ genuine, impostor }`, or of enrolment `{ world, development, evaluation }`.
   */
  | { readonly kind: 'splits'; readonly reads?: 'pairs' | 'enrolment' }
  /** A pixel, `{ row, col }`. */
  | { readonly kind: 'pixel' }
  /** A rectangle `{ rows: [from, to], cols: [from, to] }`, from 0 and without the last, or a list of them. */
  | { readonly kind: 'region' | 'regions' }
);

export interface ChoiceOption {
  readonly value: string;
  readonly title: string;
  /** One sentence, shown while it is chosen. */
  readonly help?: string;
}

/** What a study can choose. */
export interface Choice<Schema extends z.ZodType = z.ZodType> {
  /** How specs name it. */
  readonly kind: string;
  /** As a form lists it, e.g. "Gaussian noise". */
  readonly title: string;
  /** One sentence: what it does. */
  readonly help: string;
  /** In the reference only: its formulas, with the constants that it computes by. */
  readonly details?: string;
  /** The whole of its value in a spec, the kind included. */
  readonly schema: Schema;
  readonly parameters: readonly ChoiceParameter[];
}

/**
 * The choice of this kind. Throws RangeError where a registry has none; parsed specs name only those that there are.
 */
export function choiceOf<C extends { readonly kind: string }>(choices: readonly C[], kind: string): C {
  const found = choices.find((choice) => choice.kind === kind);
  if (!found) throw new RangeError(`There is no choice "${kind}" among ${choices.map((each) => each.kind).join(', ')}`);
  return found;
}

/** A registry as a form lists it. */
export function optionsOf<Kind extends string>(
  choices: readonly { readonly kind: Kind; readonly title: string }[],
): { readonly value: Kind; readonly title: string }[] {
  return choices.map(({ kind, title }) => ({ value: kind, title }));
}

/** The schemas of a registry in its order, each with its own type: what a union of schemas is made of. */
export function schemasOf<const C extends readonly { readonly schema: z.ZodType }[]>(
  choices: C,
): { [Index in keyof C]: C[Index]['schema'] } {
  return choices.map(({ schema }) => schema) as { [Index in keyof C]: C[Index]['schema'] };
}
