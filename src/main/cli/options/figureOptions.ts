/** Command options generated from the fields of figure kinds, and parsed back by them. */
import { Option, type Command as PlainCommand } from 'commander';
import type { z } from 'zod';
import { controlOf, factsOf, listedValues } from '../../../core/field.ts';
import { figureDeclarations, figureOf, type FigureKind, type FigureSpecInput } from '../../../core/figures/registry.ts';
import type { Command, Values } from '../declarations/declare.ts';
import { UsageError } from '../errors.ts';
import { figureFormats, type FigureFormat } from '../../../core/figures/figurePage.ts';
import { endingOf } from '../files/writeOut.ts';

/** Parsed flags: commands look labels up; other flags are read by name. */
type FigureFlags = { readonly label?: readonly string[] };

interface Use {
  readonly kind: FigureKind;
  readonly schema: z.ZodType;
}

/** Every flag with the kinds that use it, in registry order. */
function flags(): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  for (const { kind, fields } of figureDeclarations) {
    for (const [name, schema] of Object.entries(fields)) {
      const { flag = name } = factsOf(schema);
      uses.set(flag, [...(uses.get(flag) ?? []), { kind, schema }]);
    }
  }
  return uses;
}

export function addFigureOptions<Arguments extends unknown[], Options extends Values>(
  command: Command<Arguments, Options>,
): Command<Arguments, Options & FigureFlags> {
  for (const [flag, uses] of flags()) (command as unknown as PlainCommand).addOption(optionOf(flag, uses));
  return command as unknown as Command<Arguments, Options & FigureFlags>;
}

const VALUES = {
  condition: ' <key>',
  measure: ' <id>',
  selection: ' <which>',
  methods: ' <labels...>',
  choice: ' <which>',
  number: ' <number>',
  text: ' <id>',
  boolean: '',
} as const;

function optionOf(flag: string, uses: readonly Use[]): Option {
  const helps = new Map<string, FigureKind[]>();
  for (const { kind, schema } of uses) {
    const { help = '' } = factsOf(schema);
    helps.set(help, [...(helps.get(help) ?? []), kind]);
  }
  // Help that most kinds share names no kinds; other help does.
  const [{ schema: first }] = uses;
  const common = factsOf(first).title === undefined ? factsOf(first).help : null;
  const texts = [...helps].map(([help, kinds]) => (help === common ? help : `of ${kinds.join(', ')}: ${help}`));
  const option = new Option(`--${flag}${VALUES[valueKind(first)]}`, texts.join('; '));
  const values = uses.map(({ schema }) => valuesOf(schema));
  return values.includes(null) ? option : option.choices([...new Set(values.flatMap((each) => each ?? []))]);
}

/** The accepted values of a field with few values; null: any. */
function valuesOf(schema: z.ZodType): readonly string[] | null {
  return factsOf(schema).options?.map(({ value }) => value) ?? listedValues(schema);
}

function valueKind(schema: z.ZodType): keyof typeof VALUES {
  const { shows, methods } = factsOf(schema);
  return shows ?? (methods ? 'methods' : controlOf(schema));
}

/**
 * The figure described by the options. Throws UsageError for options that the kind does not have, and invalid values.
 */
export function figureOfFlags(kind: FigureKind, given: Readonly<Record<string, unknown>>): FigureSpecInput {
  const fields = Object.entries(figureOf(kind).fields);
  for (const flag of flags().keys()) {
    if (given[flag] === undefined || fields.some(([name, schema]) => (factsOf(schema).flag ?? name) === flag)) continue;
    throw new UsageError(`--${flag} is not an option of --kind ${kind}.`);
  }
  const values = fields.map(([name, schema]) => {
    const { flag = name } = factsOf(schema);
    return [name, valueOf(kind, flag, schema, given[flag])] as const;
  });
  return { kind, ...Object.fromEntries(values) } as FigureSpecInput;
}

const COUNTS = ['no methods', 'one method: name it', 'two methods: name them'];

function valueOf(kind: FigureKind, flag: string, schema: z.ZodType, given: unknown): unknown {
  const { methods } = factsOf(schema);
  if (methods) {
    const { length } = (given ?? []) as readonly string[];
    if (length < methods.least || length > methods.most) {
      throw new UsageError(`--kind ${kind} is of ${COUNTS[Math.max(methods.least, methods.most)]} with --${flag}.`);
    }
    return methods.most === 1 ? (given as readonly string[] | undefined)?.[0] : given;
  }
  if (given === undefined) return undefined;
  const value = controlOf(schema) === 'number' ? Number(String(given).trim() || Number.NaN) : given;
  const parsed = schema.safeParse(value);
  if (parsed.success) return value;
  const issue: z.core.$ZodIssue = parsed.error.issues[0];
  throw new UsageError(`--${flag}: expected ${expected(issue)}, found "${String(given)}".`);
}

function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.join(' or ');
    case 'too_small':
      return `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
    default:
      return 'a number';
  }
}

/** The format of a figure by file extension; SVG on standard output. Throws UsageError for another extension. */
export function figureFormat(path: string): FigureFormat {
  const ending = endingOf(path, '.svg');
  const format = figureFormats.find(({ id }) => ending === `.${id}`);
  if (format) return format.id;
  const endings = figureFormats.map(({ id }) => `.${id}`).join(' or ');
  throw new UsageError(`--out ${path}: expected a file that ends in ${endings}.`);
}
