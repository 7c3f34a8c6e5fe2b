/** How images become train and test: the protocols of a study spec, and the subset of the images they apply to. */
import { z } from 'zod';

const positive = z.int().min(1);
const imageIndex = z.int().min(0);
const values = z.array(z.string()).min(1);
const attribute = z.string().min(1);
const repeats = z.int().min(1).max(10_000);

const indices = (least: number) => z.array(imageIndex).min(least);

export const protocolSchema = z.discriminatedUnion('kind', [
  /** Exactly k images of every subject at random for training, the rest for testing, `repeats` times for every k. */
  z.strictObject({ kind: z.literal('random'), trainPerSubject: z.array(positive).min(1), repeats }),
  /**
   * Splits given as 0-based image indices; each is `repeats` repeats of the single condition, with noise and random
   * starts drawn for each. With a gallery, the model is fitted to `train` and the test images are compared with the gallery.
   * Where `test` lists the images of `train`, in every split, the study is of the fitted images.
   */
  z.strictObject({
    kind: z.literal('explicit'),
    splits: z.array(z.strictObject({ train: indices(2), test: indices(1), gallery: indices(1).optional() })).min(1),
    /** Absent: 1. */
    repeats: repeats.optional(),
  }),
  /** The first k images of every subject, in the order of the dataset, for training; one repeat. */
  z.strictObject({ kind: z.literal('first'), trainPerSubject: z.array(positive).min(1) }),
  /** Train on some values of an attribute, test on others (absent: on all others); every pair is a condition. */
  z.strictObject({
    kind: z.literal('attribute'),
    attribute,
    splits: z.array(z.strictObject({ train: values, test: values.optional() })).min(1),
  }),
  /** Every value of an attribute is held out once; each is one repeat. */
  z.strictObject({ kind: z.literal('leave-one-value-out'), attribute }),
  /** Stratified k-fold cross-validation, drawn anew `repeats` times: folds × repeats repeats. */
  z.strictObject({ kind: z.literal('k-fold'), folds: z.int().min(2).max(1000), repeats: repeats.default(1) }),
  /** Every image is the test image once; each is one repeat. */
  z.strictObject({ kind: z.literal('leave-one-out') }),
  /**
   * `worldSubjects` subjects at random, with all their images, for the model; of every other subject `galleryPerSubject`
   * images at random as gallery, the rest as test images. Subjects of the test are unknown to the model.
   */
  z.strictObject({
    kind: z.literal('gallery'),
    worldSubjects: z.int().min(1),
    galleryPerSubject: z.array(positive).min(1),
    repeats,
  }),
]);

/** The images that take part; all that are given must hold. */
export const subsetSchema = z.strictObject({
  /** Names of subjects. */
  subjects: z.array(z.string()).min(2).optional(),
  /** Allowed values by name of attribute. */
  attributes: z.record(z.string(), values).optional(),
  /** 0-based indices. */
  images: indices(2).optional(),
});

export type Protocol = z.infer<typeof protocolSchema>;
export type Subset = z.infer<typeof subsetSchema>;
