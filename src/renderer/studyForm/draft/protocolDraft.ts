/** How images become train and test, as the form holds it, and the images that take part. */
import type { PredefinedEnrolment } from '../../../core/protocols/enrolment/enrolmentCheck.ts';
import type { PredefinedSplit } from '../../../core/protocols/split.ts';
import type { PredefinedPairs } from '../../../core/protocols/pairs/pairLists.ts';
import { optionsOf, type ChoiceParameter } from '../../../core/choice.ts';
import { declarationOf, protocols, type Protocol } from '../../../core/protocols/registry.ts';
import type { Subset } from '../../../core/protocols/subset.ts';
import { indicesText, parseIndices, parts } from '../../parameters/listText.ts';
import { changedTexts, fieldsOf, textsOf, type FieldTexts } from '../../parameters/fieldTexts.ts';
import type { Parsed, Reading } from '../../parameters/formReader.ts';

/** One entry of what files list. */
export type PredefinedList = PredefinedSplit | PredefinedPairs | PredefinedEnrolment;

export interface ProtocolDraft {
  kind: Protocol['kind'];
  texts: FieldTexts;
  /** Splits as they came with a study or from files; the form does not change them. */
  given: readonly PredefinedList[] | null;
  /** The protocol that the draft was made from. */
  readonly source?: Protocol;
}

export interface SubsetDraft {
  /** Names of subjects, separated by commas; empty: all. */
  subjects: string;
  /** One attribute a line: "session = 1, 2". */
  attributes: string;
  /** Indices and ranges of them. */
  images: string;
}

/** A protocol to start from. */
export function emptyProtocol(kind: Protocol['kind'] = 'random'): ProtocolDraft {
  return { kind, texts: textsOf(declarationOf({ kind }).parameters, {}), given: null };
}

/**
 * What a study trains on to begin with: a third of the images of a subject, and half. With fewer, more than twice as
 * many are tested, and the corrected test finds only differences beyond four standard deviations.
 *
 * @param least minimum number of images per subject
 */
export function startingCounts(least: number): number[] {
  const [third, half] = [Math.ceil(least / 3), Math.max(1, Math.floor(least / 2))];
  return third < half ? [third, half] : [half];
}

/** The protocol that a study begins with. */
export function startingProtocol(least: number): ProtocolDraft {
  const start = emptyProtocol('random');
  return { ...start, texts: { ...start.texts, trainPerSubject: startingCounts(least).join(', ') } };
}

/** Verification compares pairs; recognition is every other protocol. */
export type Task = 'recognition' | 'verification';

export function taskOf(protocol: Pick<Protocol, 'kind'>): Task {
  return declarationOf(protocol).comparesPairs ? 'verification' : 'recognition';
}

/** The protocols of a task, as options. */
export function protocolsOf(task: Task): { readonly value: Protocol['kind']; readonly title: string }[] {
  const all = optionsOf(protocols) as { value: Protocol['kind']; title: string }[];
  return all.filter(({ value }) => taskOf({ kind: value }) === task);
}

/** Numbers of folds of subjects, the usual one first. */
const FOLDS = [10, 5, 3, 2];

/** The protocol that verification begins with: folds of at least two subjects each. */
export function startingPairs(subjects: number): ProtocolDraft {
  const start = emptyProtocol('pairs');
  const folds = FOLDS.find((count) => 2 * count <= subjects);
  return folds === undefined ? start : { ...start, texts: { ...start.texts, folds: String(folds) } };
}

/** The fields that stay in sight: the first three of verification, the first two of recognition. */
export function mainParameters(protocol: Pick<Protocol, 'kind'>): readonly ChoiceParameter[] {
  return declarationOf(protocol).parameters.slice(0, taskOf(protocol) === 'verification' ? 3 : 2);
}

/** The draft with another protocol; what both have stays. */
export function changedProtocol(draft: ProtocolDraft, kind: Protocol['kind']): ProtocolDraft {
  const [before, after] = [draft, { kind }].map((one) => declarationOf(one).parameters);
  const [read, reads] = [before, after].map((all) => all.find((parameter) => parameter.kind === 'splits'));
  // Files of one kind say nothing to another.
  const given = read && reads && read.reads !== reads.reads ? null : draft.given;
  return { ...draft, kind, given, texts: changedTexts(before, after, draft.texts) };
}

/** The draft that protocolOf turns back into `protocol`. */
export function protocolDraft(protocol: Protocol): ProtocolDraft {
  const { kind } = protocol;
  const { parameters } = declarationOf(protocol);
  const splits = parameters.find((parameter) => parameter.kind === 'splits');
  const given = splits ? (protocol as unknown as Record<string, PredefinedList[]>)[splits.name] : null;
  return { kind, texts: textsOf(parameters, protocol), given, source: protocol };
}

/** The protocol that a draft says. */
export function protocolOf({ kind, texts, given, source }: ProtocolDraft, reading: Reading): Protocol {
  const { parameters } = declarationOf({ kind });
  const splits = parameters.find((parameter) => parameter.kind === 'splits');
  const list = given ? { value: given } : { problem: 'Choose split files.' };
  const files = splits && { [splits.name]: reading.take(`protocol.${splits.name}`, list, []) };
  const stated = source?.kind === kind ? source : {};
  // The schema is what the engine parses by; the fields are those of its declaration.
  return { kind, ...files, ...fieldsOf(parameters, texts, 'protocol', reading, stated) } as Protocol;
}

export function takesAllImages(subset: SubsetDraft): boolean {
  return Object.values(subset).every((text) => text.trim() === '');
}

export function subsetDraft(subset: Subset | undefined): SubsetDraft {
  return {
    subjects: (subset?.subjects ?? []).join(', '),
    attributes: Object.entries(subset?.attributes ?? {})
      .map(([name, values]) => `${name} = ${values.join(', ')}`)
      .join('\n'),
    images: indicesText(subset?.images ?? []),
  };
}

/** Undefined: all images take part. */
export function subsetOf(draft: SubsetDraft, { take }: Reading): Subset | undefined {
  const subjects = parts(draft.subjects);
  const attributes = take('subset.attributes', parseAttributes(draft.attributes), {});
  const images = take('subset.images', parseIndices(draft.images), []);
  const subset: Subset = {
    ...(subjects.length > 0 && { subjects }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(images.length > 0 && { images }),
  };
  return Object.keys(subset).length > 0 ? subset : undefined;
}

function parseAttributes(text: string): Parsed<Record<string, string[]>> {
  const attributes: Record<string, string[]> = {};
  for (const line of text.split('\n').filter((piece) => piece.trim() !== '')) {
    const match = /^([^=]+)=(.+)$/.exec(line);
    const values = parts(match?.[2] ?? '');
    if (!match || values.length === 0) return { problem: `"${line.trim()}" is not an attribute = values.` };
    attributes[match[1].trim()] = values;
  }
  return { value: attributes };
}
