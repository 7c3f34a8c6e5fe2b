import { z } from 'zod';
import { attributeValues } from '../dataset.ts';
import { prose } from '../text/proseTags.ts';
import { noAttribute, attributeName, attributeSchema, valuesSplit } from './byAttribute.ts';
import type { ProtocolDeclaration } from './protocol.ts';

const schema = z.strictObject({ kind: z.literal('leave-one-value-out'), attribute: attributeSchema });

/** Holds out every value of an attribute once; each is one repeat. Images without a value are excluded. */
export const leaveOneValueOut: ProtocolDeclaration<typeof schema> = {
  kind: 'leave-one-value-out',
  title: 'Leave one group out (by attribute)',
  help: 'Every value of the attribute is tested once, trained on all others.',
  schema,
  parameters: [attributeName],
  conditions: ({ attribute }) => [{ key: `leave-out=${attribute}`, title: `one ${attribute} left out` }],
  repeats: ({ attribute }, source) => attributeValues(source(), attribute).length,
  split({ attribute }, source, { repeat }) {
    const values = attributeValues(source, attribute);
    const held = values[repeat - 1];
    return valuesSplit(
      source,
      attribute,
      values.filter((value) => value !== held),
      [held],
    );
  },
  check({ attribute }, dataset) {
    const path = 'protocol.attribute';
    const values = attributeValues(dataset, attribute);
    if (values.length === 0) return [noAttribute(path, attribute, dataset)];
    if (values.length > 1) return [];
    return [{ path, message: `${path}: every image has "${attribute}" ${values[0]}; nothing is left for training.` }];
  },
  sentence: ({ attribute }) => `Every value of "${attribute}" is held out for testing once.`,
  prose: ({ attribute }, { repeats }) => [
    prose`The images of each of the ${repeats} values of the attribute ${attribute} were held out for testing in turn, with all others used for training (leave-one-group-out)`,
  ],
  repeatsAre: () => 'held-out groups',
  summary: ({ attribute }) => `leave-one-group-out by ${attribute}`,
};
