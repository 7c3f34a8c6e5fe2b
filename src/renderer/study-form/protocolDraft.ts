/** How images become train and test, as the form holds it, and the images that take part. */
import type { Protocol } from '../../core/protocols/registry.ts';
import type { Subset } from '../../core/protocols/subset.ts';
import { parseCounts, type Parsed } from '../methods/gridText.ts';
import { indicesText, parseIndices, parts } from './listText.ts';
import type { Reading } from './reading.ts';

export interface ProtocolDraft {
  /** 'explicit': the splits in `given`. */
  kind: Protocol['kind'];
  trainPerSubject: string;
  repeats: string;
  /** Of each predefined split. */
  draws: string;
  folds: string;
  attribute: string;
  /** One pair a line: values to train on, and after "→" those to test on. */
  pairs: string;
  worldSubjects: string;
  galleryPerSubject: string;
  /** Splits as they came with a study or from files; the form does not change them. */
  given: Protocol | null;
}

export interface SubsetDraft {
  /** Names of subjects, separated by commas; empty: all. */
  subjects: string;
  /** One attribute a line: "session = 1, 2". */
  attributes: string;
  /** Indices and ranges of them. */
  images: string;
}

export function emptyProtocol(): ProtocolDraft {
  return {
    kind: 'random',
    trainPerSubject: '2, 3, 4',
    repeats: '10',
    draws: '1',
    folds: '5',
    attribute: '',
    pairs: '',
    worldSubjects: '10',
    galleryPerSubject: '1',
    given: null,
  };
}

/** The draft that protocolOf turns back into `protocol`. */
export function protocolDraft(protocol: Protocol): ProtocolDraft {
  const { kind } = protocol;
  const draft = { ...emptyProtocol(), kind };
  if ('trainPerSubject' in protocol) draft.trainPerSubject = protocol.trainPerSubject.join(', ');
  if ('repeats' in protocol && kind !== 'explicit') draft.repeats = String(protocol.repeats);
  if ('attribute' in protocol) draft.attribute = protocol.attribute;
  if (kind === 'k-fold') draft.folds = String(protocol.folds);
  if (kind === 'explicit') {
    draft.given = protocol;
    draft.draws = String(protocol.repeats ?? 1);
  }
  if (kind === 'attribute') {
    draft.pairs = protocol.splits
      .map(({ train, test }) => train.join(', ') + (test ? ` → ${test.join(', ')}` : ''))
      .join('\n');
  }
  if (kind === 'gallery') {
    draft.worldSubjects = String(protocol.worldSubjects);
    draft.galleryPerSubject = protocol.galleryPerSubject.join(', ');
  }
  return draft;
}

export function protocolOf(draft: ProtocolDraft, { take, whole }: Reading): Protocol {
  const { kind } = draft;
  const counts = (): number[] => take('protocol.trainPerSubject', parseCounts(draft.trainPerSubject), [1]);
  const repeats = (): number => whole('protocol.repeats', draft.repeats, 1);
  const attribute = (): string =>
    take(
      'protocol.attribute',
      draft.attribute === '' ? { problem: 'Choose an attribute.' } : { value: draft.attribute },
      '',
    );
  switch (kind) {
    case 'random':
      return { kind, trainPerSubject: counts(), repeats: repeats() };
    case 'first':
      return { kind, trainPerSubject: counts() };
    case 'k-fold':
      return { kind, folds: whole('protocol.folds', draft.folds, 2), repeats: repeats() };
    case 'leave-one-out':
      return { kind };
    case 'leave-one-value-out':
      return { kind, attribute: attribute() };
    case 'attribute':
      return { kind, attribute: attribute(), splits: take('protocol.splits', parsePairs(draft.pairs), []) };
    case 'gallery':
      return {
        kind,
        worldSubjects: whole('protocol.worldSubjects', draft.worldSubjects, 1),
        galleryPerSubject: take('protocol.galleryPerSubject', parseCounts(draft.galleryPerSubject), [1]),
        repeats: repeats(),
      };
    case 'explicit':
      if (draft.given?.kind === 'explicit') return explicitOf(draft.given, whole('protocol.repeats', draft.draws, 1));
      return take('protocol.splits', { problem: 'Choose split files.' }, { kind: 'leave-one-out' });
  }
}

/** One draw is left unsaid where the spec leaves it so. */
function explicitOf(given: Extract<Protocol, { kind: 'explicit' }>, repeats: number): Protocol {
  return repeats === (given.repeats ?? 1) ? given : { ...given, repeats };
}

function parsePairs(text: string): Parsed<{ train: string[]; test?: string[] }[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs: { train: string[]; test?: string[] }[] = [];
  for (const line of lines) {
    const sides = line.split(/→|->/);
    const [train, test] = sides.map(parts);
    if (sides.length > 2 || train.length === 0 || test?.length === 0) {
      return { problem: `"${line.trim()}" is not values to train on, or such values → values to test on.` };
    }
    pairs.push(test ? { train, test } : { train });
  }
  return pairs.length > 0 ? { value: pairs } : { problem: 'Write at least one line, such as 1 → 2.' };
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
