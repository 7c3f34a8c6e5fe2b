/** The JSON Schema of study specs, from the schemas that parse them and the declarations of the choices. */
import { z } from 'zod';
import type { ChoiceParameter } from '../../choice.ts';
import { classifiers } from '../../classify/classifiers/registry.ts';
import { metrics } from '../../classify/metrics/registry.ts';
import { corrections } from '../../compare/corrections/registry.ts';
import { pairTests } from '../../compare/tests/registry.ts';
import { features } from '../../features/registry.ts';
import { methods } from '../../methods/registry.ts';
import { perturbations } from '../../perturbations/registry.ts';
import { protocols } from '../../protocols/registry.ts';
import { fieldHelp } from './fieldHelp.ts';
import { studySpecSchema } from './spec.ts';

type Node = Record<string, unknown>;
interface Described {
  readonly kind: string;
  readonly title: string;
  readonly help: string;
  readonly parameters?: readonly ChoiceParameter[];
}

/** Further words on fields that name an entry of a registry. */
const KINDS: Readonly<Record<string, string>> = {
  'comparison.test': `${kindsOf(pairTests)}.`,
  'comparison.correction': `${kindsOf(corrections)}.`,
};

const CHOICES: readonly Described[] = [...protocols, ...perturbations, ...features, ...classifiers];

/** Name of the schema, and of the file that it is published as: the project has no address on the web yet. */
const SCHEMA_ID = 'urn:eigenbench:study-spec';
export const SCHEMA_FILE = 'study-spec.schema.json';

/** JSON Schema (draft 2020-12) of a spec as a person writes it, with titles, help and defaults for editors. */
export function specJsonSchema(): Node {
  const schema = z.toJSONSchema(studySpecSchema, { io: 'input', unrepresentable: 'any' }) as Node;
  const properties = schema['properties'] as Record<string, Node>;
  const ofMethod = (properties['methods']['items'] as Node)['properties'] as Record<string, Node>;
  const { default: usual, ...classifier } = properties['classifier'];
  // It stands there once, with its help: it is long.
  describeChoices(classifier);
  properties['classifier'] = { ...ONE_OR_ROWS, default: usual };
  ofMethod['classifier'] = { ...ONE_OR_ROWS };
  properties['dataset'] = orDatasets(properties['dataset']);
  describeChoices(schema);
  describeFields(schema, '');
  const { method } = ofMethod;
  method['anyOf'] = [...methods.map(({ id, fullName }) => ({ const: id, description: fullName })), { type: 'string' }];
  return {
    ...schema,
    $id: SCHEMA_ID,
    title: 'Eigenbench study spec',
    properties: {
      $schema: { type: 'string', description: 'Address of this schema, for editors.' },
      extends: {
        type: 'string',
        description: 'A spec that this one starts from: a preset, or a file. Fields here replace its own.',
      },
      ...properties,
    },
    // A spec that extends another one has these from there.
    anyOf: [{ required: schema['required'] }, { required: ['extends'] }],
    required: undefined,
    $defs: { classifier },
  };
}

/** A dataset, or several, each with fields of its own where they differ. */
function orDatasets(dataset: Node): Node {
  const own = { type: 'object', properties: { name: dataset }, required: ['name'] };
  return { anyOf: [dataset, { type: 'array', items: { anyOf: [dataset, own] }, minItems: 1 }] };
}

/** A classifier, or a list of classifiers that makes a row of each. */
const CLASSIFIER: Node = { $ref: '#/$defs/classifier' };
const ONE_OR_ROWS: Node = { anyOf: [CLASSIFIER, { type: 'array', items: CLASSIFIER, minItems: 1 }] };

/** The file of the schema. */
export function schemaText(): string {
  return `${JSON.stringify(specJsonSchema(), null, 1)}\n`;
}

/** Puts the help of fields outside of the declarations to them; members of unions have the path of the union. */
function describeFields(node: Node, path: string): void {
  for (const [name, inner] of Object.entries((node['properties'] ?? {}) as Record<string, Node>)) {
    const own = path === '' ? name : `${path}.${name}`;
    // The axes of a latent grid are ranges like its own.
    const help = fieldHelp[own] ?? fieldHelp[own.replace(/(\.latent)\.\w+(?=\.)/, '$1')];
    if (help !== undefined) inner['description'] = [help, KINDS[own]].filter(Boolean).join(' ');
    describeFields(inner, own);
  }
  if (node['items']) describeFields(node['items'] as Node, `${path}[]`);
  for (const member of (node['anyOf'] ?? node['oneOf'] ?? []) as Node[]) describeFields(member, path);
}

/** "kind: title" of every choice of a registry. */
function kindsOf(known: readonly { readonly kind: string; readonly title: string }[]): string {
  return known.map(({ kind, title }) => `${kind}: ${title}`).join('; ');
}

/** Puts titles and help to every object and name that is a declared choice. */
function describeChoices(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(describeChoices);
  if (node === null || typeof node !== 'object') return;
  const own = node as Node;
  const properties = own['properties'] as Record<string, Node> | undefined;
  const id = (properties?.['kind'] as { const?: unknown } | undefined)?.const ?? own['const'];
  // A feature step with parameters has its kind as a field.
  const choice =
    CHOICES.find(({ kind }) => kind === id) ?? features.find(({ kind }) => properties?.[kind] !== undefined);
  if (choice) {
    own['title'] = choice.title;
    own['description'] = choice.help;
    for (const { name, title, help } of choice.parameters ?? []) {
      if (properties?.[name]) properties[name]['description'] = help === '' ? title : `${title}: ${help}`;
    }
  }
  if (properties?.['metric']) properties['metric']['description'] = kindsOf(metrics);
  Object.values(own).forEach(describeChoices);
}
