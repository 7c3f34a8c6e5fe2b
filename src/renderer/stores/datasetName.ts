import type { Problem } from '../api/client.ts';

/** Why a dataset cannot be called so; empty where it can. `taken` are the names of datasets that are there. */
export function nameProblems(name: string, taken: readonly string[]): readonly Problem[] {
  const message = reasonOf(name.trim(), taken);
  return message === null ? [] : [{ path: 'name', message }];
}

function reasonOf(name: string, taken: readonly string[]): string | null {
  if (name === '') return 'A dataset needs a name.';
  if (name.length > 60) return 'At most 60 characters.';
  if (/[/\\]/.test(name)) return 'Without / and \\.';
  return taken.includes(name) ? 'There is a dataset of this name.' : null;
}
