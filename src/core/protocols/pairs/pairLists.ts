import { z } from 'zod';
import { hashOf } from '../../hash.ts';
import type { Problem } from '../../methods/problems.ts';
import { plural } from '../../text/phrases.ts';
import { prose } from '../../text/proseTags.ts';
import {
  checkDevelopmentFolds,
  developmentFoldsParameter,
  developmentFoldsSchema,
  foldRoles,
  rolesPhrase,
} from './developmentFolds.ts';
import { pairedSplit, thresholdWords, type ImagePair } from './pairs.ts';
import type { ProtocolDeclaration } from '../protocol.ts';
import { foldProse, thresholdProse } from '../protocolFacts.ts';

const index = z.int().min(0);
const pairs = z.array(z.tuple([index, index])).min(1);

/** Genuine and impostor pairs of 0-based image indices. */
const pairListSchema = z.strictObject({ genuine: pairs, impostor: pairs });

export type PredefinedPairs = z.infer<typeof pairListSchema>;

const schema = z.strictObject({
  kind: z.literal('pair-lists'),
  lists: z.array(pairListSchema).min(2).max(1000),
  use: z.enum(['folds', 'first']).default('folds'),
  /** For `use` = 'folds'. */
  developmentFolds: developmentFoldsSchema,
});

type PairLists = z.infer<typeof schema>;

/**
 * Verification of published pairs, as of LFW (Huang et al., 2007). Every list is a fold, decided by model and threshold
 * of the others (view 2); or the first list trains and the last is tested (view 1), and of three lists the second
 * chooses the threshold.
 */
export const pairLists: ProtocolDeclaration<typeof schema> = {
  kind: 'pair-lists',
  title: 'Verification: pair lists',
  help: 'Genuine and impostor pairs as they were published (LFW), read from files.',
  schema,
  parameters: [
    { name: 'lists', title: 'Pair files', help: '', kind: 'splits', reads: 'pairs' },
    {
      name: 'use',
      title: 'Lists',
      help: '',
      kind: 'choice',
      default: 'folds',
      choices: [
        { value: 'folds', title: 'Folds', help: 'Each is decided by model and threshold of the others (view 2).' },
        {
          value: 'first',
          title: 'Training, test',
          help: 'Train and set the threshold on the first list, test on the last (view 1); with three lists, the second sets the threshold.',
        },
      ],
    },
    developmentFoldsParameter,
  ],
  conditions: ({ use }) => [{ key: `lists=${use}`, title: use === 'folds' ? 'pair lists' : 'last pair list' }],
  repeats: ({ lists, use }) => (use === 'folds' ? lists.length : 1),
  split(protocol, source, { repeat }) {
    const { held, learned, developing } = rolesOf(protocol, repeat);
    const taking = (given: PredefinedPairs): ImagePair[] =>
      imagePairs(given).filter(({ probe, reference }) => source.labels[probe] >= 0 && source.labels[reference] >= 0);
    const evaluation = taking(held);
    const development = developing.flatMap(taking);
    const apart = learned === developing ? evaluation : [...evaluation, ...development];
    const strangers = new Set(
      apart.flatMap(({ probe, reference }) => [source.labels[probe], source.labels[reference]]),
    );
    const train = learned.flatMap(taking).flatMap(({ probe, reference }) => [probe, reference]);
    return pairedSplit(
      train.filter((image) => !strangers.has(source.labels[image])),
      { evaluation, development },
      { threshold: 'fewest errors' },
    );
  },
  check(protocol, dataset) {
    const { lists, use, developmentFolds } = protocol;
    const problems = lists.flatMap((list, at) => checkList(list, `protocol.lists[${at}]`, dataset.labels));
    if (use === 'first' && lists.length > 3) {
      const message = `protocol.lists: training, development and test are 2 or 3 lists, found ${lists.length}.`;
      problems.push({ path: 'protocol.lists', message });
    }
    if (use === 'folds') problems.push(...checkDevelopmentFolds(lists.length, developmentFolds, 'lists'));
    return problems.length > 0 ? problems.slice(0, MOST_PROBLEMS) : checkSplits(protocol, dataset);
  },
  sentence: ({ lists, use, developmentFolds }) => {
    const rule = thresholdWords['fewest errors'];
    if (use === 'folds') {
      const roles = rolesPhrase(developmentFolds, 'the others, of other subjects', rule);
      return `Verification of ${lists.length} predefined lists of pairs: for each ${roles}.`;
    }
    const chooses = lists.length === 3 ? 'on the pairs of a second list, of other subjects again' : 'on its pairs';
    return (
      'Verification of a predefined list of pairs: the model is learned on the images of a training list, of other ' +
      `subjects, and a pair is accepted above the threshold ${rule} ${chooses}.`
    );
  },
  prose: ({ lists, use, developmentFolds }) => {
    if (use === 'folds') {
      return [
        prose`Verification used ${lists.length} predefined lists of genuine and impostor pairs, each of which was one fold`,
        foldProse(developmentFolds, 'fewest errors'),
      ];
    }
    const chosen = lists.length === 3 ? 'of a second list' : 'of that list';
    return [
      prose`Verification used a predefined list of genuine and impostor pairs`,
      prose`The models were fitted to the images of a training list of other subjects, and a pair was accepted if its score exceeded ${thresholdProse('fewest errors')} on the pairs ${chosen}`,
    ];
  },
  repeatsAre: ({ use }) => (use === 'folds' ? 'folds' : 'predefined splits'),
  summary: ({ lists, use }) =>
    use === 'folds' ? `${plural(lists.length, 'list')} of pairs` : 'training and test pairs',
  namedImages: ({ lists }) => [...new Set(lists.flatMap(({ genuine, impostor }) => [...genuine, ...impostor].flat()))],
  /** A split depends on every list. */
  repeatKeys(protocol, count) {
    const hash = hashOf(protocol).slice(0, 16);
    return Array.from({ length: count }, (_, repeat) => `${hash} ${repeat + 1}`);
  },
  comparesPairs: () => 'images',
  developsOnTraining: ({ lists, use, developmentFolds }) =>
    use === 'folds' ? developmentFolds === 0 : lists.length === 2,
  reportsStandardError: ({ use }) => use === 'folds',
  knowsEverySubject: true,
  trainsOnOthers: true,
};

/** The lists of a repeat; without separate development lists, the training lists choose the threshold. */
function rolesOf(
  { lists, use, developmentFolds }: PairLists,
  repeat: number,
): ReturnType<typeof foldRoles<PredefinedPairs>> {
  if (use === 'folds') return foldRoles(lists, developmentFolds, repeat);
  const learned = lists.slice(0, 1);
  return { held: lists[lists.length - 1], learned, developing: lists.length === 3 ? lists.slice(1, 2) : learned };
}

/** An unsuitable file usually has one cause; further sentences add nothing. */
const MOST_PROBLEMS = 10;

function imagePairs({ genuine, impostor }: PredefinedPairs): ImagePair[] {
  const listed = (list: PredefinedPairs['genuine'], kind: boolean): ImagePair[] =>
    list.map(([reference, probe]) => ({ reference, probe, genuine: kind }));
  return [...listed(genuine, true), ...listed(impostor, false)];
}

/** Images out of range, pairs of an image with itself, and pairs whose subjects contradict their kind. */
function checkList(list: PredefinedPairs, path: string, labels: ArrayLike<number>): Problem[] {
  return (['genuine', 'impostor'] as const).flatMap((kind) =>
    list[kind].flatMap(([a, b], at) => {
      const field = `${path}.${kind}[${at}]`;
      const outside = [a, b].find((image) => image >= labels.length);
      const same = labels[a] === labels[b];
      const problem =
        outside !== undefined
          ? `there is no image ${outside}; indices run from 0 to ${labels.length - 1}`
          : a === b
            ? `image ${a} is compared with itself`
            : labels[a] >= 0 && labels[b] >= 0 && same !== (kind === 'genuine')
              ? `images ${a} and ${b} are of ${same ? 'one subject' : 'two subjects'} in the dataset`
              : null;
      return problem === null ? [] : [{ path: field, message: `${field}: ${problem}.` }];
    }),
  );
}

/** Lists that are too short because of a subset or shared subjects. */
function checkSplits(protocol: PairLists, dataset: Parameters<(typeof pairLists)['check']>[1]): Problem[] {
  const repeats = pairLists.repeats(protocol, () => dataset);
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const { train, pairs } = pairLists.split(protocol, dataset, { seed: 0, condition: 0, repeat });
    const path = `protocol.lists[${protocol.use === 'folds' ? repeat - 1 : protocol.lists.length - 1}]`;
    const short = ([pairs!.evaluation, pairs!.development] as const).some(
      ({ genuine }) => !genuine.includes(0) || !genuine.includes(1),
    );
    const why = short
      ? 'the images that take part leave it, or what develops it, no genuine or no impostor pair'
      : train.length < 2
        ? `its subjects are in the other lists too: ${plural(train.length, 'image')} of other subjects are left to learn from, at least 2 are needed`
        : null;
    if (why) return [{ path, message: `${path}: ${why}.` }];
  }
  return [];
}
