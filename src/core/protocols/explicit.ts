import { z } from 'zod';
import { hashOf } from '../identity.ts';
import { plural } from '../text/words.ts';
import { countProse, prose } from '../text/prose.ts';
import { checkExplicit } from './explicitCheck.ts';
import { givenSplitSchema, takenImages, testsTraining } from './givenSplit.ts';
import { repeatsSchema } from './perSubject.ts';
import type { ProtocolDeclaration } from './protocol.ts';

const schema = z.strictObject({
  kind: z.literal('explicit'),
  splits: z.array(givenSplitSchema).min(1),
  /** Absent: 1. */
  repeats: repeatsSchema.optional(),
});

type Explicit = z.infer<typeof schema>;

/** Every split once, in the order of the spec, then every split again for the second draw, and so on; from 1. */
function splitDraw({ splits }: Explicit, repeat: number): { readonly split: number; readonly draw: number } {
  return { split: ((repeat - 1) % splits.length) + 1, draw: Math.ceil(repeat / splits.length) };
}

/**
 * The number of a repeat, and of a further draw of a split "split.draw". It stays when splits are added to the end of
 * the list and when the draws become more.
 */
function repeatName(protocol: Explicit, repeat: number): number | string {
  const { split, draw } = splitDraw(protocol, repeat);
  return draw === 1 ? split : `${split}.${draw}`;
}

/** Draws of every split. */
const drawsOf = ({ repeats = 1 }: Explicit): number => repeats;

const fitted = ({ splits }: Explicit): boolean => splits.every(testsTraining);

/**
 * Splits given as 0-based image indices; each is `repeats` repeats of the single condition, with noise and random
 * starts drawn for each. Where `test` lists the images of `train`, in every split, the study is of the fitted images.
 */
export const explicit: ProtocolDeclaration<typeof schema> = {
  kind: 'explicit',
  title: 'Predefined splits',
  help: 'As they were published, read from files.',
  schema,
  parameters: [
    { name: 'splits', title: 'Split files', help: '', kind: 'splits' },
    {
      name: 'repeats',
      title: 'Draws per split',
      help: 'Repeats of every split with other noise and random starts.',
      kind: 'integer',
      default: 1,
      min: 1,
      optional: true,
    },
  ],
  conditions: (protocol) => [{ key: 'explicit', title: fitted(protocol) ? 'fitted images' : 'predefined splits' }],
  repeats: (protocol) => protocol.splits.length * drawsOf(protocol),
  differentSplits: ({ splits }) => splits.length,
  split: (protocol, source, { repeat }) => takenImages(protocol.splits[splitDraw(protocol, repeat).split - 1], source),
  check: ({ splits }, dataset) => checkExplicit(splits, dataset),
  /** How many, and what their draws have in common. */
  sentence(protocol) {
    const [splits, draws] = [protocol.splits.length, drawsOf(protocol)];
    const shared = `${fitted(protocol) ? FITTED : ''}Predefined splits; all methods share them.`;
    if (draws === 1) return shared;
    return (
      `${shared} ${splits} ${splits === 1 ? 'split' : 'splits'} × ${draws} draws of noise and random starts: draws of one ` +
      'split have the same images, so their deviation says nothing about the choice of images.'
    );
  },
  prose: (protocol) => {
    const [splits, draws] = [protocol.splits.length, drawsOf(protocol)];
    return [
      prose`We used ${splits === 1 ? 'a predefined split' : `${countProse(splits)} predefined splits`} of the images${draws > 1 ? `, with ${countProse(draws)} draws of noise and random starts${splits === 1 ? '' : ' each'}` : ''}`,
      ...(fitted(protocol)
        ? [prose`The models were tested on their training images, so error rates are resubstitution rates`]
        : []),
    ];
  },
  repeatsAre: (protocol) => (drawsOf(protocol) > 1 ? 'draws' : 'predefined splits'),
  summary(protocol) {
    const draws = drawsOf(protocol);
    return plural(protocol.splits.length, 'predefined split') + (draws > 1 ? `, ${plural(draws, 'draw')} of each` : '');
  },
  namedImages: ({ splits }) => splits.flatMap(({ train, test, gallery = [] }) => [...train, ...test, ...gallery]),
  testsTraining: fitted,
  repeatsImages: (protocol) =>
    drawsOf(protocol) > 1 || new Set(protocol.splits.map(hashOf)).size < protocol.splits.length,
  repeatName,
  /**
   * The hash of the split. A split that is equal to an earlier one, and every further draw, has its name behind a "#".
   */
  repeatKeys(protocol, count) {
    const hashes = protocol.splits.map((split) => hashOf(split).slice(0, 16));
    return Array.from({ length: count }, (_, index) => {
      const { split, draw } = splitDraw(protocol, index + 1);
      const hash = hashes[split - 1];
      const first = draw === 1 && hashes.indexOf(hash) === split - 1;
      return first ? hash : `${hash}#${repeatName(protocol, index + 1)}`;
    });
  },
};

const FITTED =
  'Fitted images: the test images are the training images, and error rates are resubstitution rates, which say nothing about other images. ';
