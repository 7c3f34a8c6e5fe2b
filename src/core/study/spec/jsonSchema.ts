/** The JSON Schema of study specs, from the schemas that parse them and the declarations of the choices. */
import { z } from 'zod';
import type { ChoiceParameter } from '../../choice.ts';
import { classifiers } from '../../classify/classifiers/registry.ts';
import { metrics } from '../../classify/metrics/registry.ts';
import { corrections } from '../../compare/corrections.ts';
import { pairTests } from '../../compare/tests/registry.ts';
import { features } from '../../features/registry.ts';
import { methods } from '../../methods/registry.ts';
import { perturbations } from '../../perturbations/registry.ts';
import { protocols } from '../../protocols/registry.ts';
import { studySpecSchema } from './spec.ts';
import { DEFAULT_COMPARISON } from '../../compare/comparison.ts';
import { DEFAULT_FAMILY } from '../../compare/testFamilies.ts';

// Help of the fields of a spec, by their path; `[]` stands for the entries of a list. Declared choices (a protocol, a
// perturbation, a feature step, a classifier) have the help of their fields in their declarations.

export const fieldHelp: Readonly<Record<string, string>> = {
  name: 'Name of the study; unique in a workspace.',
  dataset:
    'Name of a dataset in the workspace; or a list of names, or of objects of a name and fields of its own, which makes a study of each.',
  protocol: 'How images become training and test images, repeat by repeat.',
  'protocol.study': 'Name of the study whose splits are taken; they are copied when the study is made.',
  'protocol.conditions': 'Filled in when the study is made: the splits of the other study.',
  'protocol.conditions[].key': 'Key of a condition of the other study.',
  'protocol.conditions[].title': 'Its title.',
  'protocol.conditions[].splits': 'Its splits, one per repeat.',
  'protocol.conditions[].splits[].train': 'Positions of training images, from 0.',
  'protocol.conditions[].splits[].test': 'Positions of test images.',
  'protocol.conditions[].splits[].gallery': 'Positions of the images that test images are compared with.',
  'protocol.splits[].train': 'What trains: values of the attribute, or positions of images from 0.',
  'protocol.splits[].test': 'What tests, in the same way.',
  'protocol.splits[].gallery': 'Positions of the images that test images are compared with. Absent: those that train.',
  'protocol.lists[].genuine': 'Pairs of positions of images of one subject.',
  'protocol.lists[].impostor': 'Pairs of positions of images of two subjects.',
  'protocol.lists[].world': 'Positions of the images that the model learns from.',
  'protocol.lists[].development': 'Images by which the threshold is set.',
  'protocol.lists[].development.enrol': 'Positions of the images that subjects are enrolled with.',
  'protocol.lists[].development.probe': 'Positions of the images that are compared with the enrolled subjects.',
  'protocol.lists[].evaluation': 'Images that are decided.',
  'protocol.lists[].evaluation.enrol': 'Positions of the images that subjects are enrolled with.',
  'protocol.lists[].evaluation.probe': 'Positions of the images that are compared with the enrolled subjects.',
  subset: 'Which images take part; all that is stated must hold. Absent: all images.',
  'subset.subjects': 'Names of subjects.',
  'subset.attributes': 'Allowed values, by name of the attribute.',
  'dataset[].name': 'Name of a dataset in the workspace.',
  'subset.images': 'Positions of images in the dataset, from 0.',
  seed: 'Seed of all random numbers: the same seed gives the same results, and the same splits of every form of the images with the same subjects and names.',
  draws:
    'What random splits are drawn by: left out, subjects and names of the images; "pixels", the hash of the pixels, in studies that earlier versions made.',
  perturbations: 'Changes of the images; each level is a further condition. Absent: images as they are.',
  'perturbations[].at.row': 'Row of the pixel, from 0.',
  'perturbations[].at.col': 'Column of the pixel, from 0.',
  'perturbations[].regions[].rows': 'First row, from 0, and the row after the last.',
  'perturbations[].regions[].cols': 'First column, from 0, and the column after the last.',
  features: 'Steps done to every image, in this order, after the perturbation. Absent: raw grey values.',
  'features[].region.rows': 'First row, from 0, and the row after the last.',
  'features[].region.cols': 'First column, from 0, and the column after the last.',
  methods: 'The methods that are compared.',
  'methods[].method': 'Id of a method, see "eigenbench methods".',
  'methods[].label': 'Name of the row in tables; unique in the study. Absent: the title of the method.',
  'methods[].settings':
    'Parameters of the method by name: one value each, or a list of values to choose from. Absent: its defaults.',
  'methods[].latent':
    'Latent shapes to try: "default" (the grid of the method), "adaptive" (a coarse grid refined around the best), ' +
    '"full" (all axes that each training set gives, as one shape), "all", a list or a range of one latent dimension, or one of the objects.',
  'methods[].latent.from': 'First value of a range.',
  'methods[].latent.to': 'Last value of a range; it belongs to the range.',
  'methods[].latent.step': 'Step of a range.',
  'methods[].latent.qc': 'Row dimensions of the latent matrix: "all", a list, or a range.',
  'methods[].latent.qr': 'Column dimensions of the latent matrix: "all", a list, or a range.',
  'methods[].latent.tied': 'Square shapes (q, q): "all", a list, or a range.',
  'methods[].latent.matched': 'Shapes that compress as much as (q, q): "all", a list, or a range.',
  'methods[].features': 'Feature steps of this method in place of those of the study; []: raw grey values.',
  'methods[].features[].region.rows': 'First row, from 0, and the row after the last.',
  'methods[].features[].region.cols': 'First column, from 0, and the column after the last.',
  'methods[].classifier':
    'How test images are recognised by the codes of this method, in place of the classifier of the study; a list of classifiers makes a row of each.',
  'methods[].elsewhere': 'Of the method "elsewhere" only, which "results add" writes: the file of its results.',
  'methods[].elsewhere.source': 'Name of the file.',
  'methods[].elsewhere.sha256': 'SHA-256 of the file, hexadecimal.',
  'methods[].elsewhere.holds': 'What the file holds.',
  'methods[].program':
    'Of a method of your own, filled in when the study is made: which version of the program computes its cells.',
  'methods[].program.version': 'Hash of the files of its folder.',
  'methods[].program.declaration': 'Its method.json: results stay readable without its registration.',
  classifier:
    'How test images are recognised by their codes. Its parameters may be lists of values to choose from; a list of classifiers makes a row of every method with each.',
  comparison: 'How the methods of a condition are compared.',
  'comparison.test': `Test of two methods over the repeats. Absent: ${DEFAULT_COMPARISON.test} with ${DEFAULT_COMPARISON.correction}.`,
  'comparison.alpha': 'Significance level.',
  'comparison.correction': 'Correction for several tests. Absent where a test is stated: none.',
  'comparison.family': `Tests that are corrected together. Absent: ${DEFAULT_FAMILY}.`,
  'comparison.baseline':
    'Label of the method that all others are compared with, two-sided. Absent, or "best": the best of each condition, one-sided.',
  selection:
    'How latent shapes and listed settings are chosen inside the training images. Absent: oracle selection only.',
  'selection.innerSplits':
    'Inner splits of the training images of every cell, one image of each subject held out; each costs a further fit. 0 where development pairs judge.',
  'selection.on': 'Of verification: the choice is judged on the development pairs, without a further fit.',
  'selection.by': 'Measure that decides; the study must measure it. Absent: error-rate.',
  measures: 'Groups of measures in addition to the error rate.',
  'measures[].region': 'Reconstruction errors of a rectangle of the image.',
  'measures[].region.rows': 'First row, from 0, and the row after the last.',
  'measures[].region.cols': 'First column, from 0, and the column after the last.',
};

type Node = Record<string, unknown>;
interface Described {
  readonly kind: string;
  readonly title: string;
  readonly help: string;
  readonly parameters?: readonly ChoiceParameter[];
}

/** Additional help of fields that name an entry of a registry. */
const KINDS: Readonly<Record<string, string>> = {
  'comparison.test': `${kindsOf(pairTests)}.`,
  'comparison.correction': `${kindsOf(corrections)}.`,
};

const CHOICES: readonly Described[] = [...protocols, ...perturbations, ...features, ...classifiers];

/** Id of the schema, and name of its published file: the project has no address on the web yet. */
const SCHEMA_ID = 'urn:eigenbench:study-spec';
export const SCHEMA_FILE = 'study-spec.schema.json';

/** JSON Schema (draft 2020-12) of a spec as a person writes it, with titles, help and defaults for editors. */
export function specJsonSchema(): Node {
  const schema = z.toJSONSchema(studySpecSchema, { io: 'input', unrepresentable: 'any' }) as Node;
  const properties = schema['properties'] as Record<string, Node>;
  const ofMethod = (properties['methods']['items'] as Node)['properties'] as Record<string, Node>;
  const { default: usual, ...classifier } = properties['classifier'];
  // The classifier is long, so it appears only once, with its help.
  describeChoices(classifier);
  properties['classifier'] = { ...ONE_OR_ROWS, default: usual };
  ofMethod['classifier'] = { ...ONE_OR_ROWS };
  properties['dataset'] = orDatasets(properties['dataset']);
  describeChoices(schema);
  describeFields(schema, '');
  const { method } = ofMethod;
  const ids = [...methods.map(({ id, fullName }) => ({ const: id, description: fullName })), { type: 'string' }];
  method['anyOf'] = ids;
  properties['methods']['items'] = { anyOf: [{ anyOf: ids, description: METHOD_ID }, properties['methods']['items']] };
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
    // A spec that extends another one inherits these fields.
    anyOf: [{ required: schema['required'] }, { required: ['extends'] }],
    required: undefined,
    $defs: { classifier },
  };
}

const METHOD_ID = 'The id of a method, which then has its default settings and latent grid.';

/** A dataset, or several, each with fields of its own if they differ. */
function orDatasets(dataset: Node): Node {
  const entry = { type: 'object', properties: { name: dataset }, required: ['name'] };
  return { anyOf: [dataset, { type: 'array', items: { anyOf: [dataset, entry] }, minItems: 1 }] };
}

/** A classifier, or a list of classifiers that makes a row of each. */
const CLASSIFIER: Node = { $ref: '#/$defs/classifier' };
const ONE_OR_ROWS: Node = { anyOf: [CLASSIFIER, { type: 'array', items: CLASSIFIER, minItems: 1 }] };

/** The file of the schema. */
export function schemaText(): string {
  return `${JSON.stringify(specJsonSchema(), null, 1)}\n`;
}

/** Adds the help of fields that are not in declarations; members of unions have the path of the union. */
function describeFields(node: Node, path: string): void {
  for (const [name, inner] of Object.entries((node['properties'] ?? {}) as Record<string, Node>)) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    // The axes of a latent grid are ranges like its own.
    const help = fieldHelp[fieldPath] ?? fieldHelp[fieldPath.replace(/(\.latent)\.\w+(?=\.)/, '$1')];
    if (help !== undefined) inner['description'] = [help, KINDS[fieldPath]].filter(Boolean).join(' ');
    describeFields(inner, fieldPath);
  }
  if (node['items']) describeFields(node['items'] as Node, `${path}[]`);
  for (const member of (node['anyOf'] ?? node['oneOf'] ?? []) as Node[]) describeFields(member, path);
}

/** "kind: title" of every choice of a registry. */
function kindsOf(choices: readonly { readonly kind: string; readonly title: string }[]): string {
  return choices.map(({ kind, title }) => `${kind}: ${title}`).join('; ');
}

/** Adds title and help to every object and name that is a declared choice. */
function describeChoices(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(describeChoices);
  if (node === null || typeof node !== 'object') return;
  const schema = node as Node;
  const properties = schema['properties'] as Record<string, Node> | undefined;
  const id = (properties?.['kind'] as { const?: unknown } | undefined)?.const ?? schema['const'];
  // A feature step with parameters has its kind as a field.
  const choice =
    CHOICES.find(({ kind }) => kind === id) ?? features.find(({ kind }) => properties?.[kind] !== undefined);
  if (choice) {
    schema['title'] = choice.title;
    schema['description'] = choice.help;
    for (const { name, title, help } of choice.parameters ?? []) {
      if (properties?.[name]) properties[name]['description'] = help === '' ? title : `${title}: ${help}`;
    }
  }
  if (properties?.['metric']) properties['metric']['description'] = kindsOf(metrics);
  Object.values(schema).forEach(describeChoices);
}
