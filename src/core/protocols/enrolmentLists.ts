import { z } from 'zod';
import type { Problem } from '../methods/problems.ts';
import { hashOf } from '../identity.ts';
import { allComparisons, pairedSplit, thresholdWords } from './pairs.ts';
import type { ProtocolDeclaration } from './protocol.ts';

const images = (least: number) => z.array(z.int().min(0)).min(least);
const side = z.strictObject({ enrol: images(2), probe: images(2) });

/** Lists of Bob as 0-based image indices. */
const enrolmentSchema = z.strictObject({ world: images(2), development: side, evaluation: side });

export type GivenEnrolment = z.infer<typeof enrolmentSchema>;

const schema = z.strictObject({ kind: z.literal('enrolment-lists'), lists: z.array(enrolmentSchema).min(1).max(1000) });

/** The same as `enrolment` with published lists: train_world, dev and eval with for_models and for_probes. */
export const enrolmentLists: ProtocolDeclaration<typeof schema> = {
  kind: 'enrolment-lists',
  title: 'Verification: lists of world, development, evaluation',
  help: 'Enrolled images and probes as they were published (lists of Bob), read from files.',
  schema,
  parameters: [{ name: 'lists', title: 'List files', help: '', kind: 'splits', reads: 'enrolment' }],
  conditions: () => [{ key: 'enrolment lists', title: 'predefined lists' }],
  repeats: ({ lists }) => lists.length,
  split({ lists }, { labels }, { repeat }) {
    const taking = (list: readonly number[]): number[] => list.filter((image) => labels[image] >= 0);
    const { world, development, evaluation } = lists[repeat - 1];
    const [dev, own] = [development, evaluation].map(({ enrol, probe }) => ({
      enrolled: taking(enrol),
      probes: taking(probe),
    }));
    return pairedSplit(
      taking(world),
      { development: allComparisons(dev, labels), evaluation: allComparisons(own, labels) },
      { threshold: 'equal rates', templates: true },
      [...dev.enrolled, ...own.enrolled],
    );
  },
  check({ lists }, { labels }) {
    return lists.flatMap((given, at) => checkLists(given, `protocol.lists[${at}]`, labels)).slice(0, MOST_PROBLEMS);
  },
  sentence: () =>
    'Verification by predefined lists: the model is learned on the world images; a probe is accepted as an enrolled subject ' +
    `above the threshold ${thresholdWords['equal rates']} on the development subjects; all methods share the lists.`,
  summary: ({ lists }) =>
    lists.length === 1 ? 'predefined enrolment lists' : `${lists.length} predefined enrolment lists`,
  namedImages: ({ lists }) =>
    lists.flatMap(({ world, development, evaluation }) => [
      ...world,
      ...[development, evaluation].flatMap(({ enrol, probe }) => [...enrol, ...probe]),
    ]),
  repeatKeys: ({ lists }, count) => lists.slice(0, count).map((given, at) => `${hashOf(given).slice(0, 16)} ${at + 1}`),
  comparesPairs: 'templates',
  knowsEverySubject: true,
  trainsOnOthers: true,
};

const MOST_PROBLEMS = 10;

/** Images out of range, probes that are enrolled, subjects of the evaluation seen before, and too little of a kind. */
function checkLists({ world, ...sets }: GivenEnrolment, path: string, labels: ArrayLike<number>): Problem[] {
  const lists = { world, ...flattened(sets.development, 'development'), ...flattened(sets.evaluation, 'evaluation') };
  for (const [name, list] of Object.entries(lists)) {
    const at = list.findIndex((image) => image >= labels.length);
    if (at < 0) continue;
    const field = `${path}.${name}[${at}]`;
    return [
      { path: field, message: `${field}: there is no image ${list[at]}; indices run from 0 to ${labels.length - 1}.` },
    ];
  }
  const problems: Problem[] = [];
  const say = (field: string, message: string): void =>
    void problems.push({ path: field, message: `${field}: ${message}` });
  const learned = new Set(world);
  const developed = new Set([...sets.development.enrol, ...sets.development.probe].map((image) => labels[image]));
  for (const name of ['development', 'evaluation'] as const) {
    const { enrol, probe } = sets[name];
    const field = `${path}.${name}`;
    const enrolled = new Set(enrol);
    const both = probe.find((image) => enrolled.has(image));
    if (both !== undefined) say(`${field}.probe`, `image ${both} is enrolled as well.`);
    const seen = name === 'evaluation' ? [...enrol, ...probe].find((image) => learned.has(image)) : undefined;
    if (seen !== undefined) say(field, `image ${seen} is among the world images.`);
    const shared =
      name === 'evaluation' ? [...enrol, ...probe].find((image) => developed.has(labels[image])) : undefined;
    if (shared !== undefined) say(field, `image ${shared} is of a subject of the development.`);
    const kinds = new Set(allComparisons({ enrolled: enrol, probes: probe }, labels).map(({ genuine }) => genuine));
    if (kinds.size < 2) say(field, 'probes and templates give no genuine or no impostor comparison.');
  }
  return problems;
}

function flattened({ enrol, probe }: GivenEnrolment['development'], name: string): Record<string, number[]> {
  return { [`${name}.enrol`]: enrol, [`${name}.probe`]: probe };
}
