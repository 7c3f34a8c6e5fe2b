/** Registry of protocols, in the order of forms and messages. */
import { z } from 'zod';
import { choiceOf, schemasOf } from '../choice.ts';
import { attribute } from './attribute.ts';
import { enrolment } from './enrolment/enrolment.ts';
import { enrolmentLists } from './enrolment/enrolmentLists.ts';
import { explicit } from './explicit.ts';
import { first } from './first.ts';
import { gallery } from './enrolment/gallery.ts';
import { generatedPairs } from './pairs/generatedPairs.ts';
import { holdOut } from './holdOut.ts';
import { kFold } from './kFold.ts';
import { leaveOneOut } from './leaveOneOut.ts';
import { leaveOneValueOut } from './leaveOneValueOut.ts';
import { pairLists } from './pairs/pairLists.ts';
import { ofStudy } from './ofStudy.ts';
import { REPEAT_NOUNS, type ProtocolDeclaration } from './protocol.ts';
import { random } from './random.ts';
import { watchList } from './enrolment/watchList.ts';

export const protocols = [
  random,
  holdOut,
  first,
  attribute,
  leaveOneValueOut,
  kFold,
  leaveOneOut,
  gallery,
  explicit,
  ofStudy,
  generatedPairs,
  pairLists,
  enrolment,
  enrolmentLists,
  watchList,
] as const;

export const protocolSchema = z.discriminatedUnion('kind', schemasOf(protocols));

export type Protocol = z.infer<typeof protocolSchema>;

/** The declaration of a spec's protocol. */
export function declarationOf({ kind }: Pick<Protocol, 'kind'>): ProtocolDeclaration<z.ZodType<Protocol>> {
  return choiceOf<ProtocolDeclaration<z.ZodType<Protocol>>>(protocols, kind);
}

/** What one repeat of the protocol is: "split", "fold". */
export function repeatNounOf(protocol: Protocol): string {
  return REPEAT_NOUNS[declarationOf(protocol).repeatsAre(protocol)];
}

/** A short description of how images are split into train and test. */
export function protocolSummary(protocol: Protocol): string {
  return declarationOf(protocol).summary(protocol);
}
