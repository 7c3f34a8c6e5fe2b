/** Enrolment lists: their contents, the comparisons that they imply, and their checks. */
import { z } from 'zod';
import type { Problem } from '../../methods/problems.ts';
import { allComparisons, type ImagePair } from '../pairs/pairs.ts';

const images = (least: number) => z.array(z.int().min(0)).min(least);
const side = z.strictObject({ enrol: images(2), probe: images(2) });

/** Lists of Bob as 0-based image indices. */
export const enrolmentSchema = z.strictObject({ world: images(2), development: side, evaluation: side });

export type PredefinedEnrolment = z.infer<typeof enrolmentSchema>;

export const enrolmentRules = {
  /** Whether development and evaluation have different clients or the same ones. */
  clients: z.enum(['apart', 'same']).default('apart'),
  /** Impostors of a template: all other subjects, or only subjects without a template. */
  impostors: z.enum(['all', 'strangers']).default('all'),
};

type EnrolmentRules = z.infer<z.ZodObject<typeof enrolmentRules>>;

/** The lists without the excluded images. */
export function takingPart(
  { world, development, evaluation }: PredefinedEnrolment,
  labels: ArrayLike<number>,
): PredefinedEnrolment {
  const taking = (list: readonly number[]): number[] => list.filter((image) => labels[image] >= 0);
  const [first, second] = [development, evaluation].map(({ enrol, probe }) => ({
    enrol: taking(enrol),
    probe: taking(probe),
  }));
  return { world: taking(world), development: first, evaluation: second };
}

/** Every probe with every template, or with those that the rule of the probe allows. */
export function enrolmentComparisons(
  { enrol, probe: probes }: PredefinedEnrolment['development'],
  labels: ArrayLike<number>,
  impostors: EnrolmentRules['impostors'],
): ImagePair[] {
  const clients = new Set(enrol.map((image) => labels[image]));
  return allComparisons({ enrolled: enrol, probes }, labels).filter(
    ({ genuine, probe }) => genuine || impostors === 'all' || !clients.has(labels[probe]),
  );
}

/** Images that are out of range or have two roles, subjects that may not be shared, and sets that are too small. */
export function checkEnrolment(
  given: PredefinedEnrolment,
  path: string,
  labels: ArrayLike<number>,
  { clients, impostors }: EnrolmentRules,
): Problem[] {
  for (const [name, list] of namedLists(given)) {
    const index = list.findIndex((image) => image >= labels.length);
    if (index < 0) continue;
    const field = `${path}.${name}[${index}]`;
    return [
      {
        path: field,
        message: `${field}: there is no image ${list[index]}; indices run from 0 to ${labels.length - 1}.`,
      },
    ];
  }
  // Images that a subset excludes do not matter.
  const present = takingPart(given, labels);
  const problems: Problem[] = [];
  const say = (field: string, message: string): void =>
    void problems.push({ path: field, message: `${field}: ${message}` });
  for (const name of ['development', 'evaluation'] as const) {
    const { enrol, probe } = present[name];
    const both = firstOf(probe, enrol);
    if (both !== undefined) say(`${path}.${name}.probe`, `image ${both} is enrolled as well.`);
    const pairs = enrolmentComparisons(present[name], labels, impostors);
    const kinds = new Set(pairs.map(({ genuine }) => genuine));
    if (kinds.size < 2) say(`${path}.${name}`, 'probes and templates give no genuine or no impostor comparison.');
  }
  (clients === 'apart' ? checkApart : checkSame)(present, path, labels, say);
  return problems;
}

type Say = (field: string, message: string) => void;

/** No subject of the evaluation may be in the world or in the development. */
function checkApart(
  { world, development, evaluation }: PredefinedEnrolment,
  path: string,
  labels: ArrayLike<number>,
  say: Say,
): void {
  const evaluated = [...evaluation.enrol, ...evaluation.probe];
  const subjectsOf = (images: readonly number[]): Set<number> => new Set(images.map((image) => labels[image]));
  const field = `${path}.evaluation`;
  const instead = `; thresholds from other images of the same clients are asked for by "clients": "same".`;
  const learned = subjectsOf(world);
  const seen = evaluated.find((image) => learned.has(labels[image]));
  if (seen !== undefined) say(field, `image ${seen} is of a subject of the world${instead}`);
  const developed = subjectsOf([...development.enrol, ...development.probe]);
  const shared = evaluated.find((image) => developed.has(labels[image]));
  if (shared !== undefined) say(field, `image ${shared} is of a subject of the development${instead}`);
}

/** Probes are new images, either of clients, who have one template each, or of impostors in only one of the sets. */
function checkSame(
  { world, development, evaluation }: PredefinedEnrolment,
  path: string,
  labels: ArrayLike<number>,
  say: Say,
): void {
  for (const [name, { probe }] of Object.entries({ development, evaluation })) {
    const seen = firstOf(probe, world);
    if (seen !== undefined) say(`${path}.${name}.probe`, `image ${seen} is among the world images.`);
  }
  const field = `${path}.evaluation`;
  const decided = firstOf(evaluation.probe, development.probe);
  if (decided !== undefined) say(`${field}.probe`, `image ${decided} is a probe of the development as well.`);
  const [first, second] = [development, evaluation].map(({ enrol }) => new Set(enrol));
  const clients = new Set(evaluation.enrol.map((image) => labels[image]));
  const other =
    evaluation.enrol.find(
      (image) => !first.has(image) && development.enrol.some((candidate) => labels[candidate] === labels[image]),
    ) ?? development.enrol.find((image) => !second.has(image) && clients.has(labels[image]));
  if (other !== undefined) {
    say(`${field}.enrol`, `image ${other} is enrolled in one of both sets only; a client has one template.`);
  }
  const enrolled = new Set([...clients, ...development.enrol.map((image) => labels[image])]);
  const strangers = new Set(
    development.probe.map((image) => labels[image]).filter((subject) => !enrolled.has(subject)),
  );
  const shared = evaluation.probe.find((image) => strangers.has(labels[image]));
  if (shared !== undefined) say(`${field}.probe`, `image ${shared} is of an impostor of the development.`);
}

/** The first of `images` that is among `others`. */
function firstOf(images: readonly number[], others: readonly number[]): number | undefined {
  const members = new Set(others);
  return images.find((image) => members.has(image));
}

function namedLists({ world, development, evaluation }: PredefinedEnrolment): [string, number[]][] {
  return [
    ['world', world],
    ...Object.entries({ development, evaluation }).flatMap(([name, { enrol, probe }]): [string, number[]][] => [
      [`${name}.enrol`, enrol],
      [`${name}.probe`, probe],
    ]),
  ];
}
