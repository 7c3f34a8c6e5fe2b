/** The page on the fields of a spec, from its JSON Schema. */
import { classifiers } from '../../src/core/classify/classifiers/registry.ts';
import { features } from '../../src/core/features/registry.ts';
import { anchorsOf } from '../../src/core/manual/manualPages.ts';
import { perturbations } from '../../src/core/perturbations/registry.ts';
import { protocols } from '../../src/core/protocols/registry.ts';
import { specJsonSchema } from '../../src/core/study/spec/jsonSchema.ts';
import { code, section, table, type Page } from './markdown.ts';

interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly prefixItems?: readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly additionalProperties?: boolean | Node;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Fields whose members are declared choices, with the page of their fields. */
const CHOICES = [
  { field: 'protocol', page: 'protocols', known: protocols },
  { field: 'perturbations', page: 'perturbations', known: perturbations },
  { field: 'features', page: 'features', known: features },
  { field: 'classifier', page: 'classifiers', known: classifiers },
] as const;

/** Shown as one row, and documented on other pages. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CHOICES.map(({ field, page }) => [field, `See [${page}](${page}.md).`])),
  'methods[].features': 'See [features](features.md).',
  'methods[].program.declaration': 'See [method.json](../own-methods.md#methodjson).',
};

/** The schema lists hundreds of values for these. */
const MANY: Readonly<Record<string, string>> = {
  protocol: 'object',
  perturbations: 'list of objects, at least 1',
  features: 'list of names or objects',
  'methods[].features': 'list of names or objects',
  'methods[].method': 'text: an id of [methods](methods.md), or of a method of your own',
  'methods[].settings': 'object of values or lists of values: the [parameters](methods.md) of the method',
  'methods[].latent': 'name, list or object',
  classifier: 'object',
};

export function specPage(): Page {
  const schema = specJsonSchema() as Node;
  const rows = rowsOf({ ...schema, required: schema.anyOf?.[0].required, anyOf: undefined }, '');
  const sections = CHOICES.map(({ field, page, known }) =>
    section(`Choices of ${field}`, [
      table(
        ['Kind', 'Title', 'Fields'],
        known.map(({ kind, title, parameters }) => [
          code(kind),
          `[${title}](${page}.md#${anchorsOf([title])[0]})`,
          parameters.map(({ name }) => code(name)).join(', '),
        ]),
      ),
    ]),
  );
  return {
    title: 'Fields of a spec',
    about:
      'Every field of a [study spec](../study-specs.md), with its type and bounds. `[]` stands for the entries of a list; *required* is what its object must have. ' +
      '`eigenbench spec --schema` writes the same as a JSON Schema.',
    sections: [table(['Field', 'Values', 'Default', 'Meaning'], rows) ?? '', ...sections],
  };
}

function rowsOf(node: Node, path: string): string[][] {
  const properties = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const preset = inner.default === undefined ? '' : code(inner.default);
    const required = node.required?.includes(name) === true && inner.default === undefined;
    const meaning = [inner.description ?? '', ELSEWHERE[at] ?? ''].filter(Boolean).join(' ');
    const row = [code(at), MANY[at] ?? valuesOf(inner), required ? 'required' : preset, meaning];
    return ELSEWHERE[at] === undefined ? [row, ...rowsOf(inner, at)] : [row];
  });
  const items = node.items ? rowsOf(node.items, `${path}[]`) : [];
  const members = (node.anyOf ?? node.oneOf ?? []).flatMap((member) => rowsOf(member, path));
  // Members of a union may share a field.
  return [...properties, ...items, ...members].filter(
    ([name], index, all) => all.findIndex(([at]) => at === name) === index,
  );
}

function valuesOf(node: Node): string {
  if (node.const !== undefined) return code(node.const);
  if (node.enum) return node.enum.map(code).join(', ');
  const members = node.anyOf ?? node.oneOf;
  if (members) return [...new Set(members.map(valuesOf))].join(' or ');
  if (node.prefixItems) return `list of ${node.prefixItems.length}: ${node.prefixItems.map(valuesOf).join(', ')}`;
  switch (node.type) {
    case 'integer':
    case 'number':
      return [
        node.type,
        boundsOf(node)
          .join(' ')
          .replace(/ (?=below)/, ' and '),
      ]
        .filter(Boolean)
        .join(' ');
    case 'string':
      if (node.maxLength !== undefined) return `text of ${node.minLength ?? 0} to ${node.maxLength} characters`;
      return 'text';
    case 'array': {
      const least = node.minItems === undefined ? '' : `, at least ${node.minItems}`;
      return `list of (${node.items ? valuesOf(node.items) : 'anything'})${least}`;
    }
    case 'object':
      return typeof node.additionalProperties === 'object'
        ? `object of (${valuesOf(node.additionalProperties)}) by name`
        : 'object';
    default:
      // A reference leads to the fields of an object.
      return node.type ?? (node.$ref === undefined ? 'anything' : 'object');
  }
}

/** The largest exact number is not a bound worth stating. */
function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Node): string[] {
  const bounds: string[] = [];
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) bounds.push(`from ${minimum}`);
  if (exclusiveMinimum !== undefined) bounds.push(`above ${exclusiveMinimum}`);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    bounds.push(minimum === undefined ? `up to ${maximum}` : `to ${maximum}`);
  if (exclusiveMaximum !== undefined) bounds.push(`below ${exclusiveMaximum}`);
  return bounds;
}
