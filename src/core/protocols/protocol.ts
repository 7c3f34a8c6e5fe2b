/**
 * What a protocol is: how images become train and test. Adding a protocol means adding one file with one declaration
 * and one line in registry.ts; the schema of specs, the form, the check, the table and the documentation follow from
 * it.
 */
import type { z } from 'zod';
import type { Choice } from '../choice.ts';
import type { DatasetFacts, SplitSource } from '../dataset.ts';
import type { Problem } from '../methods/problems.ts';
import type { Prose } from '../text/proseTags.ts';
import type { Condition, Split } from './split.ts';
import type { ProtocolFacts } from './protocolFacts.ts';

/** Which of its splits a protocol is asked for. */
export interface SplitPlace {
  /** Of the study. */
  readonly seed: number;
  /** Place among the conditions of the protocol, from 0. */
  readonly condition: number;
  /** Numbered from 1. */
  readonly repeat: number;
}

/** Of "test images": each repeat tests one image, so its error is 0 or 100 % and has no deviation to speak of. */
export type RepeatKind = 'random splits' | 'predefined splits' | 'draws' | 'folds' | 'held-out groups' | 'test images';

/** `Schema`: that of the protocol in specs; `source`: the images that take part, all others labelled −1. */
export interface ProtocolDeclaration<Schema extends z.ZodType = z.ZodType> extends Choice<Schema> {
  /** The columns of the table. Their keys are part of the keys of stored cells. */
  conditions(protocol: z.infer<Schema>): readonly Condition[];
  /** The number that the conditions differ in, one value per condition. Absent: they are not on an axis. */
  readonly axis?: {
    /** "Training images per subject, k" */
    readonly title: string;
    readonly values: (protocol: z.infer<Schema>) => readonly number[];
  };
  /** Number of repeats of every condition; `source` throws RangeError where the dataset is not known. */
  repeats(protocol: z.infer<Schema>, source: () => SplitSource): number;
  /** Number of repeats, from the first, whose splits may differ. Absent: all of them. */
  differentSplits?(protocol: z.infer<Schema>): number;
  /**
   * The split at a place. Draws depend on the seed, the hash of the dataset, the condition and the repeat only, and
   * must stay as they are: stored results rest on them. Throws RangeError where a subject has too few images.
   */
  split(protocol: z.infer<Schema>, source: SplitSource, place: SplitPlace): Split;
  /** What the dataset lacks, by field below "protocol"; `dataset` holds the images that take part. */
  check(protocol: z.infer<Schema>, dataset: DatasetFacts, seed: number): Problem[];
  /** One sentence for the footer of the table. */
  sentence(protocol: z.infer<Schema>, seed: number): string;
  /** Sentences for the methods section of a paper: what was done, in the past tense. */
  prose(protocol: z.infer<Schema>, facts: ProtocolFacts): readonly Prose[];
  /** What its repeats are, as papers name them. */
  repeatsAre(protocol: z.infer<Schema>): RepeatKind;
  /** A few words for a header: "k = 2 and 3 at random, 10 repeats". */
  summary(protocol: z.infer<Schema>): string;
  /** After so many repeats the numbers of training and test images of every subject come again. Absent: never. */
  period?(protocol: z.infer<Schema>): number;
  /**
   * So many of the first repeats have training sets of all sizes (images, subjects) that there are. Absent: the period.
   */
  unlikeSizes?(protocol: z.infer<Schema>, source: SplitSource): number;
  /** Every test image has an image of its subject to be compared with, whatever the dataset. */
  readonly knowsEverySubject?: true;
  /** The model is fitted to other subjects than those of the test. */
  readonly trainsOnOthers?: true;
  /**
   * Its splits are of verification: pairs of images, or probes with the template of a subject. Absent: every test image
   * is recognised.
   */
  comparesPairs?(protocol: z.infer<Schema>): 'images' | 'templates';
  /** Of those: whether the threshold is chosen on images that the model is learned on. Absent: never. */
  developsOnTraining?(protocol: z.infer<Schema>): boolean;
  /** Whether its repeats are folds whose mean is published with its standard error, as of LFW. */
  reportsStandardError?(protocol: z.infer<Schema>): boolean;
  /** Some test images are of subjects that nobody knows, and are to be turned away. */
  readonly openSet?: true;
  /** How a warning names a split. Absent: by its number. */
  splitName?(condition: Condition, repeat: number): string;
  /** The images that the protocol names itself; absent: any may take part. */
  namedImages?(protocol: z.infer<Schema>): readonly number[];
  /** Whether the test images are those that the model is fitted to. */
  testsTraining?(protocol: z.infer<Schema>): boolean;
  /** Whether several repeats have the same images, so that they differ by noise and random starts only. */
  repeatsImages?(protocol: z.infer<Schema>): boolean;
  /** Names the random numbers of a repeat (noise, starts, inner splits). Absent: its number. */
  repeatName?(protocol: z.infer<Schema>, repeat: number): number | string;
  /** The part of a cell's key that names its repeat, for the repeats 1 … `count`. Absent: the number. */
  repeatKeys?(protocol: z.infer<Schema>, count: number): string[];
}
