import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Reader } from '../reader/reader.ts';

/** Asks for a spread again only when the study or the condition is another: forms ask with every change of a draft. */
export function cachedDesignSpread(reader: Reader): (study: StoredStudy, condition: string) => Promise<number | null> {
  let last: { readonly asked: string; readonly spread: number | null } | null = null;
  return async ({ id, revision }, condition) => {
    const asked = JSON.stringify([id, revision, condition]);
    if (last?.asked !== asked) last = { asked, spread: await reader.read('designSpread', { id, condition }) };
    return last.spread;
  };
}
