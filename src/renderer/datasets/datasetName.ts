/** Why a dataset cannot be called so, in one sentence; null where it can. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'A dataset needs a name.';
  if (trimmed.length > 60) return 'At most 60 characters.';
  if (/[/\\]/.test(trimmed)) return 'Without / and \\.';
  return taken.includes(trimmed) ? 'There is a dataset of this name.' : null;
}
