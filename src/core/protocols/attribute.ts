import { z } from 'zod';
import { attributeValues } from '../dataset.ts';
import { listed, plural } from '../text/phrases.ts';
import { prose } from '../text/proseTags.ts';
import { noAttribute, unknownValue, attributeName, attributeSchema, valuesSplit } from './byAttribute.ts';
import type { ProtocolDeclaration } from './protocol.ts';

const values = z.array(z.string()).min(1);

const schema = z.strictObject({
  kind: z.literal('attribute'),
  attribute: attributeSchema,
  splits: z.array(z.strictObject({ train: values, test: values.optional() })).min(1),
});

/** Trains on some values of an attribute and tests on others (absent: on all others); every pair is a condition. */
export const attribute: ProtocolDeclaration<typeof schema> = {
  kind: 'attribute',
  title: 'By attribute',
  help: 'Train on some values of an attribute, test on others.',
  schema,
  parameters: [
    attributeName,
    {
      name: 'splits',
      title: 'Train → test',
      help: 'One condition per line: values to train on → values to test on. Without the arrow, all others are tested.',
      placeholder: '1 → 2',
      kind: 'value-splits',
    },
  ],
  conditions: (protocol) =>
    protocol.splits.map(({ train, test }) => ({
      key: `${protocol.attribute}=${train.join(',')}->${test?.join(',') ?? '*'}`,
      title: `${protocol.attribute} ${train.join(', ')} → ${test?.join(', ') ?? 'others'}`,
    })),
  repeats: () => 1,
  split(protocol, source, { condition }) {
    const { train, test } = protocol.splits[condition];
    return valuesSplit(source, protocol.attribute, train, test);
  },
  /** The attribute must exist, with the requested values, on both sides of every split. */
  check(protocol, dataset) {
    const values = attributeValues(dataset, protocol.attribute);
    if (values.length === 0) return [noAttribute('protocol.attribute', protocol.attribute, dataset)];
    return protocol.splits.flatMap((split, index) => {
      const splitPath = `protocol.splits[${index}]`;
      const unknown = (['train', 'test'] as const).flatMap((list) => {
        const value = split[list]?.find((candidate) => !values.includes(candidate));
        return value === undefined ? [] : [unknownValue(`${splitPath}.${list}`, protocol.attribute, value, values)];
      });
      if (unknown.length > 0) return unknown;
      const both = split.test?.find((value) => split.train.includes(value));
      if (both !== undefined) {
        return [
          { path: `${splitPath}.test`, message: `${splitPath}.test: "${both}" is also among the training values.` },
        ];
      }
      if (split.test || !values.every((value) => split.train.includes(value))) return [];
      const message = `${splitPath}.train: all values of "${protocol.attribute}" are in it; none is left for testing.`;
      return [{ path: `${splitPath}.train`, message }];
    });
  },
  sentence: (protocol) => `Training and test images by "${protocol.attribute}".`,
  prose: ({ attribute, splits }) => {
    const parts = splits.map(({ train, test }, at) => {
      const tested = test ? `those of ${attribute} ${listed(test)}` : 'all others';
      return `${at === 0 ? 'Images' : 'images'} of ${attribute} ${listed(train)} were used for training and ${tested} for testing`;
    });
    return [prose`${parts.join('; ')}`];
  },
  repeatsAre: () => 'predefined splits',
  summary: (protocol) => `${plural(protocol.splits.length, 'split')} by ${protocol.attribute}`,
  splitName: ({ title }) => `Split ${title}`,
};
