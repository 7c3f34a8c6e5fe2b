/**
 * Declaration of a protocol, which splits images into train and test. To add one, add a file with its declaration and a
 * line in registry.ts; the schema of specs, the form, the check, the table and the documentation follow from it.
 */
import type { z } from 'zod';
import type { Choice } from '../choice.ts';
import type { DatasetFacts, SplitSource } from '../dataset.ts';
import type { Problem } from '../methods/problems.ts';
import type { Prose } from '../text/proseTags.ts';
import type { Condition, Split } from './split.ts';
import type { ProtocolFacts } from './protocolFacts.ts';

/** Which split of a protocol. */
export interface SplitPlace {
  /** Seed of the study. */
  readonly seed: number;
  /** Index among the conditions of the protocol, from 0. */
  readonly condition: number;
  /** Numbered from 1. */
  readonly repeat: number;
}

/** Of "test images": each repeat tests one image, so its error is 0 or 100% and its deviation is meaningless. */
export type RepeatKind = 'random splits' | 'predefined splits' | 'draws' | 'folds' | 'held-out groups' | 'test images';

/** What one repeat is called where a sentence has said of which kind it is. */
export const REPEAT_NOUNS: Readonly<Record<RepeatKind, string>> = {
  'random splits': 'split',
  'predefined splits': 'split',
  draws: 'draw',
  folds: 'fold',
  'held-out groups': 'group',
  'test images': 'test image',
};

/** `Schema` is the schema of the protocol in specs; `source` holds the included images, with all others labelled −1. */
export interface ProtocolDeclaration<Schema extends z.ZodType = z.ZodType> extends Choice<Schema> {
  /** The columns of the table. Their keys are part of the keys of stored cells. */
  conditions(protocol: z.infer<Schema>): readonly Condition[];
  /** The numeric axis along which the conditions differ, one value per condition. Absent: there is no such axis. */
  readonly axis?: {
    /** "Training images per subject, k" */
    readonly title: string;
    readonly values: (protocol: z.infer<Schema>) => readonly number[];
  };
  /** Number of repeats of every condition; `source` throws RangeError if the dataset is unknown. */
  repeats(protocol: z.infer<Schema>, source: () => SplitSource): number;
  /** Number of repeats, from the first, whose splits may differ. Absent: all. */
  differentSplits?(protocol: z.infer<Schema>): number;
  /**
   * Returns one split. Draws (`drawsOf`) may depend on the seed, the identities of the images, the condition and the
   * repeat only, and must never change: stored results rely on them. Throws RangeError if a subject has too few images.
   */
  split(protocol: z.infer<Schema>, source: SplitSource, place: SplitPlace): Split;
  /** Problems with the dataset, by field below "protocol"; `dataset` holds the included images. */
  check(protocol: z.infer<Schema>, dataset: DatasetFacts, seed: number): Problem[];
  /** One sentence for the footer of the table. */
  sentence(protocol: z.infer<Schema>, seed: number): string;
  /** Sentences for the methods section of a paper, in the past tense. */
  prose(protocol: z.infer<Schema>, facts: ProtocolFacts): readonly Prose[];
  /** What papers call its repeats. */
  repeatsAre(protocol: z.infer<Schema>): RepeatKind;
  /** A short form for a header: "k = 2 and 3 at random, 10 repeats". */
  summary(protocol: z.infer<Schema>): string;
  /** The period after which the numbers of training and test images of every subject recur. Absent: never. */
  period?(protocol: z.infer<Schema>): number;
  /** How many of the first repeats cover all sizes of the training set (images, subjects). Absent: the period. */
  unlikeSizes?(protocol: z.infer<Schema>, source: SplitSource): number;
  /** For any dataset, every test image has an image of its subject to be compared with. */
  readonly knowsEverySubject?: true;
  /** The model is fitted to subjects that are not tested. */
  readonly trainsOnOthers?: true;
  /**
   * Its splits are for verification: pairs of images, or probes with the template of a subject. Absent: every test
   * image is recognised.
   */
  comparesPairs?(protocol: z.infer<Schema>): 'images' | 'templates';
  /** For verification: whether the threshold is chosen on training images. Absent: never. */
  developsOnTraining?(protocol: z.infer<Schema>): boolean;
  /** Whether its repeats are folds whose mean is published with its standard error, as for LFW. */
  reportsStandardError?(protocol: z.infer<Schema>): boolean;
  /** Some test images are of unknown subjects and should be rejected. */
  readonly openSet?: true;
  /** The name of a split in warnings. Absent: its number. */
  splitName?(condition: Condition, repeat: number): string;
  /** The images that the protocol names explicitly; absent: any may be included. */
  namedImages?(protocol: z.infer<Schema>): readonly number[];
  /**
   * Its splits are drawn at random, by the identities of the images. Absent: they follow from the dataset or the spec.
   */
  readonly drawsImages?: true;
  /** Whether the test images are the training images. */
  testsTraining?(protocol: z.infer<Schema>): boolean;
  /** Whether several repeats have the same images and differ only in noise and random starts. */
  repeatsImages?(protocol: z.infer<Schema>): boolean;
  /** The name of a repeat for its random numbers (noise, starts, inner splits). Absent: its number. */
  repeatName?(protocol: z.infer<Schema>, repeat: number): number | string;
  /** The part of a cell's key for each repeat, for the repeats 1 … `count`. Absent: its number. */
  repeatKeys?(protocol: z.infer<Schema>, count: number): string[];
}
