/**
 * Shared parts of all choices of a study. A protocol, perturbation, feature step, classifier, metric … is one
 * declaration in a file of its own and one line in the registry of its folder; the schema of specs, the form, the
 * documentation and the sentences under a table follow from the declaration.
 */
import { z } from 'zod';

/** Source of the default of a setting. The reference lists all sources; a test checks that none is missing. */
export interface DefaultSource {
  /** The publication and the place in it, or the authors' code. */
  readonly published?: string;
  /** Name in docs/reproduction/defaults.json of our comparison that supports the default or includes it. */
  readonly measured?: string;
  /** Why results do not depend on the default, or how far they do. */
  readonly neutral?: string;
}

/** A field of a declaration: its kind in specs and its form control. Parameters of methods use the same kinds. */
export type ChoiceParameter = {
  /** Name of the field in specs. */
  readonly name: string;
  readonly title: string;
  /** Symbol after the title, in italics, e.g. "k". */
  readonly symbol?: string;
  /** One or two sentences: effect and unit. Empty if the title is enough. */
  readonly help: string;
  /** Source of the default; for settings of methods and classifiers. */
  readonly source?: DefaultSource;
  /** The spec omits the field if it has its default or its text is empty. */
  readonly optional?: true;
  /** Shown in an empty text field. */
  readonly placeholder?: string;
} & (
  | {
      readonly kind: 'integer' | 'number';
      readonly default: number;
      readonly min?: number;
      readonly max?: number;
      /** What 0 stands for, in the place of the number in forms: "all". */
      readonly zero?: string;
    }
  | {
      readonly kind: 'choice';
      readonly default: string;
      readonly choices: readonly ChoiceOption[];
      /** Help section with a card per option, e.g. "Tests". */
      readonly cards?: string;
    }
  | { readonly kind: 'boolean'; readonly default: boolean }
  | { readonly kind: 'text'; readonly default: string }
  | { readonly kind: 'numbers'; readonly default: readonly number[]; readonly min: number; readonly max: number }
  /** The factors of a latent prior. */
  | { readonly kind: 'fields'; readonly default: readonly object[] }
  /** Levels, one condition each: distinct whole numbers from 1. */
  | { readonly kind: 'counts'; readonly default: readonly number[] }
  /** Levels, one condition each: distinct numbers above 0 and up to `max` (absent: no limit). */
  | { readonly kind: 'levels'; readonly default: readonly number[]; readonly max?: number }
  /** Name of an attribute of the images. */
  | { readonly kind: 'attribute' }
  /** Name of vectors attached to the dataset. */
  | { readonly kind: 'attachment' }
  /**
   * Values of the attribute to train on, and to test on (absent: all others): `{ train, test? }`, one condition each.
   */
  | { readonly kind: 'value-splits' }
  /**
   * Predefined splits from files: `{ train, test, gallery? }` of 0-based indices; or lists of pairs `{ genuine,
   * impostor }`, or of enrolment `{ world, development, evaluation }`.
   */
  | { readonly kind: 'splits'; readonly reads?: 'pairs' | 'enrolment' }
  /** A pixel, `{ row, col }`. */
  | { readonly kind: 'pixel' }
  /** A rectangle `{ rows: [from, to], cols: [from, to] }`, 0-based with exclusive ends, or a list of rectangles. */
  | { readonly kind: 'region' | 'regions' }
);

export interface ChoiceOption {
  readonly value: string;
  readonly title: string;
  /** One sentence, shown while the option is selected. */
  readonly help?: string;
}

/** A declared choice of a study. */
export interface Choice<Schema extends z.ZodType = z.ZodType> {
  /** Name in specs. */
  readonly kind: string;
  /** Title in forms, e.g. "Gaussian noise". */
  readonly title: string;
  /** One sentence: what it does. */
  readonly help: string;
  /** Formulas and constants, for the reference only. */
  readonly details?: string;
  /** Schema of the complete value in a spec, including the kind. */
  readonly schema: Schema;
  readonly parameters: readonly ChoiceParameter[];
}

/**
 * Finds the choice of this kind. Throws RangeError if the registry has none; parsed specs name only registered kinds.
 */
export function choiceOf<C extends { readonly kind: string }>(choices: readonly C[], kind: string): C {
  const match = choices.find((choice) => choice.kind === kind);
  if (!match) throw new RangeError(`There is no choice "${kind}" among ${choices.map((each) => each.kind).join(', ')}`);
  return match;
}

/** Options of a form for a registry. */
export function optionsOf<Kind extends string>(
  choices: readonly { readonly kind: Kind; readonly title: string }[],
): { readonly value: Kind; readonly title: string }[] {
  return choices.map(({ kind, title }) => ({ value: kind, title }));
}

/**
 * Schemas of a registry, in its order and with their own types, as the members of a union. A field that is absent has
 * the default of its parameter, which the reference states.
 */
export function schemasOf<const C extends readonly { readonly schema: z.ZodType }[]>(
  choices: C,
): { [Index in keyof C]: C[Index]['schema'] } {
  return choices.map(withDefaults) as { [Index in keyof C]: C[Index]['schema'] };
}

function withDefaults({ schema, parameters = [] }: { schema: z.ZodType; parameters?: readonly ChoiceParameter[] }) {
  if (!(schema instanceof z.ZodObject)) return schema;
  const fields = schema.shape as Readonly<Record<string, z.ZodType>>;
  // Features have no kind: a field of their own identifies each.
  if (!('kind' in fields)) return schema;
  const defaults = parameters.flatMap((parameter) => {
    const field = fields[parameter.name];
    if (!field || !('default' in parameter) || parameter.optional) return [];
    const required = !field.safeParse(undefined).success && field.safeParse(parameter.default).success;
    return required ? [[parameter.name, field.default(parameter.default)] as const] : [];
  });
  return defaults.length === 0 ? schema : schema.safeExtend(Object.fromEntries(defaults));
}
