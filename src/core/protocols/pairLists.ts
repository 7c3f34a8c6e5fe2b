import { z } from 'zod';
import { hashOf } from '../identity.ts';
import type { Problem } from '../methods/problems.ts';
import { plural } from '../text/words.ts';
import { pairedSplit, thresholdWords, type ImagePair } from './pairs.ts';
import type { ProtocolDeclaration } from './protocol.ts';

const index = z.int().min(0);
const pairs = z.array(z.tuple([index, index])).min(1);

/** Genuine and impostor pairs of 0-based image indices. */
const pairListSchema = z.strictObject({ genuine: pairs, impostor: pairs });

export type GivenPairs = z.infer<typeof pairListSchema>;

const schema = z.strictObject({
  kind: z.literal('pair-lists'),
  lists: z.array(pairListSchema).min(2).max(1000),
  use: z.enum(['folds', 'first']).default('folds'),
});

type PairLists = z.infer<typeof schema>;

/**
 * Verification of published pairs, as of LFW (Huang et al., 2007): every list is a fold, decided by model and threshold
 * of the others (view 2), or the first list develops and the second is decided (view 1).
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
        { value: 'first', title: 'Development, test', help: 'The first develops, the second is decided (view 1).' },
      ],
    },
  ],
  conditions: ({ use }) => [{ key: `lists=${use}`, title: use === 'folds' ? 'pair lists' : 'pair list 2' }],
  repeats: ({ lists, use }) => (use === 'folds' ? lists.length : 1),
  split({ lists, use }, source, { repeat }) {
    const evaluated = use === 'folds' ? repeat - 1 : 1;
    const developing = lists.filter((_, list) => (use === 'folds' ? list !== evaluated : list === 0));
    const taking = (given: GivenPairs): ImagePair[] =>
      imagePairs(given).filter(({ probe, reference }) => source.labels[probe] >= 0 && source.labels[reference] >= 0);
    const evaluation = taking(lists[evaluated]);
    const development = developing.flatMap(taking);
    const strangers = new Set(
      evaluation.flatMap(({ probe, reference }) => [source.labels[probe], source.labels[reference]]),
    );
    const train = development.flatMap(({ probe, reference }) => [probe, reference]);
    return pairedSplit(
      train.filter((image) => !strangers.has(source.labels[image])),
      { evaluation, development },
      { threshold: 'fewest errors' },
    );
  },
  check(protocol, dataset) {
    const { lists, use } = protocol;
    const problems = lists.flatMap((list, at) => checkList(list, `protocol.lists[${at}]`, dataset.labels));
    if (use === 'first' && lists.length !== 2) {
      const message = `protocol.lists: development and test are 2 lists, found ${lists.length}.`;
      problems.push({ path: 'protocol.lists', message });
    }
    return problems.length > 0 ? problems.slice(0, MOST_PROBLEMS) : checkSplits(protocol, dataset);
  },
  sentence: ({ lists, use }) => {
    const rule = `the threshold ${thresholdWords['fewest errors']}`;
    return use === 'folds'
      ? `Verification of ${lists.length} predefined lists of pairs: for each the model is learned on the images of the others, ` +
          `of other subjects, and a pair is accepted above ${rule} on their pairs.`
      : 'Verification of a predefined list of pairs: the model is learned on the images of a development list, of other ' +
          `subjects, and a pair is accepted above ${rule} on its pairs.`;
  },
  summary: ({ lists, use }) =>
    use === 'folds' ? `${plural(lists.length, 'list')} of pairs` : 'development and test pairs',
  namedImages: ({ lists }) => [...new Set(lists.flatMap(({ genuine, impostor }) => [...genuine, ...impostor].flat()))],
  /** A split depends on every list. */
  repeatKeys(protocol, count) {
    const hash = hashOf(protocol).slice(0, 16);
    return Array.from({ length: count }, (_, repeat) => `${hash} ${repeat + 1}`);
  },
  comparesPairs: 'images',
  reportsStandardError: ({ use }) => use === 'folds',
  knowsEverySubject: true,
  trainsOnOthers: true,
};

/** A file that does not fit has one cause as a rule; more sentences say no more. */
const MOST_PROBLEMS = 10;

function imagePairs({ genuine, impostor }: GivenPairs): ImagePair[] {
  const listed = (list: GivenPairs['genuine'], kind: boolean): ImagePair[] =>
    list.map(([reference, probe]) => ({ reference, probe, genuine: kind }));
  return [...listed(genuine, true), ...listed(impostor, false)];
}

/** Images out of range, pairs of one image, and pairs whose subjects contradict their kind. */
function checkList(list: GivenPairs, path: string, labels: ArrayLike<number>): Problem[] {
  return (['genuine', 'impostor'] as const).flatMap((kind) =>
    list[kind].flatMap(([a, b], at) => {
      const field = `${path}.${kind}[${at}]`;
      const outside = [a, b].find((image) => image >= labels.length);
      const same = labels[a] === labels[b];
      const found =
        outside !== undefined
          ? `there is no image ${outside}; indices run from 0 to ${labels.length - 1}`
          : a === b
            ? `image ${a} is compared with itself`
            : labels[a] >= 0 && labels[b] >= 0 && same !== (kind === 'genuine')
              ? `images ${a} and ${b} are of ${same ? 'one subject' : 'two subjects'} in the dataset`
              : null;
      return found === null ? [] : [{ path: field, message: `${field}: ${found}.` }];
    }),
  );
}

/** Lists that a subset or shared subjects leave too little. */
function checkSplits(protocol: PairLists, dataset: Parameters<(typeof pairLists)['check']>[1]): Problem[] {
  const repeats = pairLists.repeats(protocol, () => dataset);
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const { train, pairs } = pairLists.split(protocol, dataset, { seed: 0, condition: 0, repeat });
    const path = `protocol.lists[${protocol.use === 'folds' ? repeat - 1 : 1}]`;
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
