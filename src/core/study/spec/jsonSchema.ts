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
import { studySpecSchema } from './spec.ts';

type Node = Record<string, unknown>;
interface Described {
  readonly kind: string;
  readonly title: string;
  readonly help: string;
  readonly parameters?: readonly ChoiceParameter[];
}

const FIELDS: Readonly<Record<string, string>> = {
  name: 'Name of the study; unique in a workspace.',
  dataset: 'Name of a dataset in the workspace.',
  protocol: 'How images become training and test images, repeat by repeat.',
  subset: 'Which images take part. Absent: all.',
  seed: 'Seed of all random numbers: the same seed gives the same splits and results.',
  perturbations: 'Changes of the images; each level is a further condition. Absent: images as they are.',
  features: 'Steps done to every image, in this order. Absent: raw grey values.',
  methods: 'The methods that are compared.',
  classifier: 'How test images are recognised by their codes.',
  comparison: 'The test of two methods, its level, the correction for many tests, and the baseline.',
  selection:
    'How latent shapes and listed settings are chosen inside the training images. Absent: oracle selection only.',
  measures: 'What is measured in addition to the error rate.',
};

const CHOICES: readonly Described[] = [...protocols, ...perturbations, ...features, ...classifiers];

/** JSON Schema (draft 2020-12) of a spec as a person writes it, with titles, help and defaults for editors. */
export function specJsonSchema(): Node {
  const schema = z.toJSONSchema(studySpecSchema, { io: 'input', unrepresentable: 'any' }) as Node;
  const properties = schema['properties'] as Record<string, Node>;
  for (const [name, description] of Object.entries(FIELDS)) properties[name]['description'] = description;
  describeChoices(schema);
  const method = ((properties['methods']['items'] as Node)['properties'] as Record<string, Node>)['method'];
  method['description'] = 'Id of a method, see "eigenbench methods".';
  method['anyOf'] = [...methods.map(({ id, fullName }) => ({ const: id, description: fullName })), { type: 'string' }];
  return {
    ...schema,
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
  };
}

/** Puts titles and help to every object and name that is a declared choice. */
function describeChoices(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(describeChoices);
  if (node === null || typeof node !== 'object') return;
  const own = node as Node;
  const properties = own['properties'] as Record<string, Node> | undefined;
  const id = (properties?.['kind'] as { const?: unknown } | undefined)?.const ?? own['const'];
  const choice = CHOICES.find(({ kind }) => kind === id);
  if (choice) {
    own['title'] = choice.title;
    own['description'] = choice.help;
    for (const { name, title, help } of choice.parameters ?? []) {
      if (properties?.[name]) properties[name]['description'] = help === '' ? title : `${title}: ${help}`;
    }
  }
  for (const [name, known] of [
    ['metric', metrics],
    ['test', pairTests],
    ['correction', corrections],
  ] as const) {
    if (properties?.[name])
      properties[name]['description'] = known.map(({ kind, title }) => `${kind}: ${title}`).join('; ');
  }
  Object.values(own).forEach(describeChoices);
}
