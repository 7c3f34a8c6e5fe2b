import { z } from 'zod';
import { hashOf } from '../hash.ts';
import { countProse, prose } from '../text/proseTags.ts';
import { plural } from '../text/phrases.ts';
import { checkExplicit } from './explicit.ts';
import type { ProtocolDeclaration } from './protocol.ts';
import { predefinedSplitSchema, takenImages, testsTraining } from './split.ts';

const schema = z.strictObject({
  kind: z.literal('of-study'),
  study: z.string().min(1),
  /** Filled in when a study is made: the splits of every condition, by 0-based index. */
  conditions: z
    .array(
      z.strictObject({
        key: z.string().min(1),
        title: z.string().min(1),
        splits: z.array(predefinedSplitSchema).min(1),
      }),
    )
    .min(1)
    .optional(),
});

type OfStudy = z.infer<typeof schema>;

/**
 * The splits of another study of the workspace, whose images may be of another form of the dataset, or of a larger or
 * smaller one: they are matched by subject and name. The splits are looked up when a study is made of the spec, and
 * become part of it; before, the protocol stands for one condition with one repeat, which has no split.
 */
export const ofStudy: ProtocolDeclaration<typeof schema> = {
  kind: 'of-study',
  title: 'Splits of another study',
  help: 'The same images for training and testing as in another study, matched by subject and name.',
  schema,
  parameters: [
    {
      name: 'study',
      title: 'Study',
      help: 'Name of a study of the workspace; its splits are copied when this study is created.',
      kind: 'text',
      default: '',
    },
  ],
  conditions: ({ study, conditions }) =>
    conditions?.map(({ key, title }) => ({ key, title })) ?? [{ key: 'of-study', title: `splits of ${study}` }],
  repeats: repeatsOf,
  split({ study, conditions }, source, { condition, repeat }) {
    if (!conditions) throw new RangeError(`The splits of the study "${study}" have not been looked up`);
    return takenImages(conditions[condition].splits[repeat - 1], source);
  },
  check: ({ conditions }, dataset) =>
    (conditions ?? []).flatMap(({ splits }, at) => checkExplicit(splits, dataset, `protocol.conditions[${at}].splits`)),
  sentence: ({ study }) =>
    `The splits of the study "${study}", image by image by subject and name; all methods share them.`,
  prose: (protocol) => [
    prose`The images for training and testing were those of ${countProse(repeatsOf(protocol))} ${repeatsOf(protocol) === 1 ? 'split' : 'splits'} of another study`,
  ],
  repeatsAre: () => 'predefined splits',
  summary: (protocol) =>
    `splits of the study "${protocol.study}"${protocol.conditions ? `, ${plural(repeatsOf(protocol), 'repeat')}` : ''}`,
  namedImages: ({ conditions = [] }) =>
    conditions.flatMap(({ splits }) =>
      splits.flatMap(({ train, test, gallery = [] }) => [...train, ...test, ...gallery]),
    ),
  testsTraining: ({ conditions = [] }) =>
    conditions.length > 0 && conditions.every(({ splits }) => splits.every(testsTraining)),
  /** The number of the repeat and the hash of its splits in all conditions. */
  repeatKeys({ conditions = [] }, count) {
    return Array.from({ length: count }, (_, index) => {
      const hash = hashOf(conditions.map(({ splits }) => splits[index])).slice(0, 16);
      return `${hash} ${index + 1}`;
    });
  },
};

/** All conditions of a study have as many repeats. */
function repeatsOf({ conditions }: OfStudy): number {
  return conditions === undefined ? 1 : Math.min(...conditions.map(({ splits }) => splits.length));
}
