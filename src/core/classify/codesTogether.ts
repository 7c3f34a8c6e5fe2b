/** Codes under fits that were made side by side, which are encoded side by side too. */
import type { ImageSet } from '../images/imageSet.ts';
import type { MatrixStack } from '../linalg/index.ts';
import type { Fit, FitSession } from '../methods/method.ts';

/** Codes of both sets under one fit. */
export interface Codes {
  readonly gallery: MatrixStack;
  readonly probes: MatrixStack;
  /** An even share of the time that the codes of its group took. */
  readonly seconds: number;
}

/** Bytes of codes that wait for their turn: 81 shapes of ORL, 12 MiB, come in three groups. */
const MOST_BYTES = 2 ** 22;

/**
 * Codes of each fit when it is asked for, made for a group of neighbours in the list. Groups of one, where codes are
 * large, are left to `FitSession.encode`: null, as where the session encodes one fit at a time.
 */
export function codesTogether(
  session: FitSession,
  fits: readonly (Fit | Error)[],
  { gallery, probes }: Readonly<Record<'gallery' | 'probes', ImageSet>>,
  stopwatch: () => () => number,
): (fit: Fit) => Codes | null {
  const { encodeAll } = session;
  if (!encodeAll) return () => null;
  const groupOf = new Map<Fit, Fit[]>();
  let group: Fit[] = [];
  let room = 0;
  for (const fit of fits) {
    if (fit instanceof Error) continue;
    const bytes = 8 * fit.latent.reduce((a, b) => a * b, 1) * (gallery.count + probes.count);
    if (bytes > room) [group, room] = [[], MOST_BYTES];
    room -= bytes;
    group.push(fit);
    groupOf.set(fit, group);
  }
  let ready = new Map<Fit, Codes>();
  return (fit) => {
    const members = groupOf.get(fit)!;
    if (members.length === 1) return null;
    if (!ready.has(fit)) {
      const seconds = stopwatch();
      const [left, right] = [encodeAll(members, gallery), encodeAll(members, probes)];
      const share = seconds() / members.length;
      ready = new Map(members.map((member, i) => [member, { gallery: left[i], probes: right[i], seconds: share }]));
    }
    const codes = ready.get(fit)!;
    ready.delete(fit);
    return codes;
  };
}
