import { z } from 'zod';
import { includedImages } from '../dataset.ts';
import { permutation } from '../random/sampling.ts';
import { plural } from '../text/phrases.ts';
import { prose } from '../text/proseTags.ts';
import { drawsOf } from './draws.ts';
import { repeatsSchema, SHARED_SPLITS } from './perSubject.ts';
import type { ProtocolDeclaration } from './protocol.ts';

const schema = z.strictObject({
  kind: z.literal('k-fold'),
  folds: z.int().min(2).max(1000),
  repeats: repeatsSchema.default(1),
});

/** Stratified k-fold cross-validation, drawn again `repeats` times: folds × repeats repeats. */
export const kFold: ProtocolDeclaration<typeof schema> = {
  kind: 'k-fold',
  title: 'k-fold cross-validation',
  help: 'Stratified by subject.',
  schema,
  parameters: [
    {
      name: 'folds',
      title: 'Folds',
      help: 'Every image is tested once per repeat.',
      kind: 'integer',
      default: 5,
      min: 2,
      max: 1000,
    },
    { name: 'repeats', title: 'Repeats', help: 'New folds each time.', kind: 'integer', default: 1, min: 1 },
  ],
  conditions: ({ folds }) => [{ key: `folds=${folds}`, title: `${folds}-fold` }],
  repeats: (protocol) => protocol.folds * protocol.repeats,
  /**
   * The repeats 1 … folds are the folds of the first draw, and so on. The shuffled images of a subject are dealt to the
   * folds in turn, each subject starting where the previous one ended: fold sizes differ by at most one, as do the
   * numbers of images of a subject per fold.
   */
  split({ folds }, source, { seed, repeat }) {
    const draw = Math.ceil(repeat / folds);
    const held = (repeat - 1) % folds;
    const draws = drawsOf(source, seed);
    const random = draws.stream('folds', folds, draw);
    const test: number[] = [];
    let turn = 0;
    for (const { images } of draws.subjects) {
      for (const position of permutation(random, images.length)) {
        if (turn++ % folds === held) test.push(images[position]);
      }
    }
    const out = new Set(test);
    return {
      train: Int32Array.from(includedImages(source).filter((image) => !out.has(image))),
      test: Int32Array.from(test).sort(),
    };
  },
  check({ folds }, dataset) {
    const count = includedImages(dataset).length;
    const message = `protocol.folds: ${folds} folds of ${plural(count, 'image')} leave some without test images.`;
    return folds > count ? [{ path: 'protocol.folds', message }] : [];
  },
  sentence: (_, seed) =>
    `Stratified cross-validation (seed ${seed}); each fold counts as one repeat; ${SHARED_SPLITS}.`,
  prose: ({ folds, repeats }) => [
    prose`We used ${folds}-fold cross-validation, stratified by subject: each fold was tested once, with all other folds used for training`,
    ...(repeats === 1
      ? []
      : [prose`This was done for ${repeats} random partitions, which gave ${folds * repeats} folds in total`]),
  ],
  repeatsAre: () => 'folds',
  summary: (protocol) => `${protocol.folds}-fold cross-validation, ${plural(protocol.repeats, 'repeat')}`,
  // The positions that a fold takes in the rows of subjects are the same in every draw.
  period: ({ folds }) => folds,
  drawsImages: true,
};
