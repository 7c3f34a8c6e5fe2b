import { z } from 'zod';
import { hashOf } from '../../hash.ts';
import { countProse, prose } from '../../text/proseTags.ts';
import { checkEnrolment, enrolmentComparisons, enrolmentRules, enrolmentSchema, takingPart } from './enrolmentCheck.ts';
import { pairedSplit, thresholdWords } from '../pairs/pairs.ts';
import type { ProtocolDeclaration } from '../protocol.ts';
import { thresholdProse } from '../protocolFacts.ts';

const schema = z.strictObject({
  kind: z.literal('enrolment-lists'),
  lists: z.array(enrolmentSchema).min(1).max(1000),
  ...enrolmentRules,
});

/**
 * As `enrolment`, with published lists: train_world, dev and eval with for_models and for_probes. World, development
 * and evaluation have different subjects. The exception, which has to be requested, is the Lausanne protocol of XM2VTS
 * (Luettin, Maître, 1998): its thresholds come from other images of the same clients.
 */
export const enrolmentLists: ProtocolDeclaration<typeof schema> = {
  kind: 'enrolment-lists',
  title: 'Verification: lists of world, development, evaluation',
  help: 'Enrolled images and probes as they were published (lists of Bob), read from files.',
  schema,
  parameters: [
    { name: 'lists', title: 'List files', help: '', kind: 'splits', reads: 'enrolment' },
    {
      name: 'clients',
      title: 'Development clients',
      help: '',
      kind: 'choice',
      default: 'apart',
      choices: [
        {
          value: 'apart',
          title: 'Others',
          help: 'The threshold and the model come from subjects that are not evaluated.',
        },
        {
          value: 'same',
          title: 'Those evaluated',
          help: 'The threshold comes from other images of the evaluated clients, whose enrolment images may train the model (Lausanne protocol of XM2VTS).',
        },
      ],
    },
    {
      name: 'impostors',
      title: 'Impostors',
      help: '',
      kind: 'choice',
      default: 'all',
      choices: [
        { value: 'all', title: 'All', help: 'Every probe with the template of every other subject.' },
        {
          value: 'strangers',
          title: 'Subjects without a template',
          help: 'Probes of clients are compared with their own template alone (XM2VTS).',
        },
      ],
    },
  ],
  conditions: ({ clients, impostors }) => [
    {
      key: [
        'enrolment lists',
        ...(clients === 'same' ? ['same clients'] : []),
        ...(impostors === 'all' ? [] : [impostors]),
      ].join(','),
      title: `predefined lists${clients === 'same' ? ', same clients' : ''}`,
    },
  ],
  repeats: ({ lists }) => lists.length,
  split({ lists, impostors }, { labels }, { repeat }) {
    const { world, development, evaluation } = takingPart(lists[repeat - 1], labels);
    return pairedSplit(
      world,
      {
        development: enrolmentComparisons(development, labels, impostors),
        evaluation: enrolmentComparisons(evaluation, labels, impostors),
      },
      { threshold: 'equal rates', templates: true },
      [...development.enrol, ...evaluation.enrol],
    );
  },
  check({ lists, ...rules }, { labels }) {
    return lists
      .flatMap((given, at) => checkEnrolment(given, `protocol.lists[${at}]`, labels, rules))
      .slice(0, MOST_PROBLEMS);
  },
  sentence: ({ clients, impostors }) => {
    const accepted = `a probe is accepted as an enrolled subject above the threshold ${thresholdWords['equal rates']}`;
    const strangers = impostors === 'strangers' ? ' Impostors are subjects without a template.' : '';
    return clients === 'apart'
      ? `Verification by predefined lists: the model is learned on the world images; ${accepted} on the development ` +
          `subjects; all methods share the lists.${strangers}`
      : `Verification by predefined lists: ${accepted} on other images of the same clients (as in the Lausanne ` +
          'protocol), whose enrolment images may be among those that the model is learned on: the rates are of clients ' +
          `that were known when it was set; all methods share the lists.${strangers}`;
  },
  prose: ({ lists, clients, impostors }) => [
    prose`Verification used ${lists.length === 1 ? 'predefined lists' : `${countProse(lists.length)} sets of predefined lists`} of images for training, enrolment and probes`,
    prose`A probe was accepted if its score exceeded ${thresholdProse('equal rates')} on ${clients === 'apart' ? 'the development subjects' : 'other images of the same clients'}`,
    ...(impostors === 'strangers' ? [prose`Impostors were subjects without a template`] : []),
  ],
  repeatsAre: () => 'predefined splits',
  summary: ({ lists, clients }) =>
    (lists.length === 1 ? 'predefined enrolment lists' : `${lists.length} predefined enrolment lists`) +
    (clients === 'same' ? ', same clients' : ''),
  namedImages: ({ lists }) =>
    lists.flatMap(({ world, development, evaluation }) => [
      ...world,
      ...[development, evaluation].flatMap(({ enrol, probe }) => [...enrol, ...probe]),
    ]),
  repeatKeys: ({ lists }, count) => lists.slice(0, count).map((given, at) => `${hashOf(given).slice(0, 16)} ${at + 1}`),
  comparesPairs: () => 'templates',
  knowsEverySubject: true,
  trainsOnOthers: true,
};

const MOST_PROBLEMS = 10;
