import { z } from 'zod';
import { includedImages } from '../dataset.ts';
import { prose } from '../text/proseTags.ts';
import type { ProtocolDeclaration } from './protocol.ts';

const schema = z.strictObject({ kind: z.literal('leave-one-out') });

/** Tests every image once, with all others for training; each is one repeat. */
export const leaveOneOut: ProtocolDeclaration<typeof schema> = {
  kind: 'leave-one-out',
  title: 'Leave one image out',
  help: 'Every image is tested once, with all others for training.',
  schema,
  parameters: [],
  conditions: () => [{ key: 'leave-one-out', title: 'leave one out' }],
  repeats: (_, source) => includedImages(source()).length,
  split(_, source, { repeat }) {
    const images = includedImages(source);
    const held = images[repeat - 1];
    return { train: Int32Array.from(images.filter((image) => image !== held)), test: Int32Array.of(held) };
  },
  check: () => [],
  sentence: () => 'Each image is tested once, with all others for training.',
  prose: (_, { images }) => [
    prose`Each of the ${images} images was tested once, with the other ${images - 1} images used for training (leave-one-out)`,
  ],
  repeatsAre: () => 'test images',
  summary: () => 'leave one image out',
  unlikeSizes: () => 1,
};
