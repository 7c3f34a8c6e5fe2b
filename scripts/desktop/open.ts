/** The desktop application of a working copy, or why there is none. */
import type { End } from './run.ts';
import type { Fetched } from './runtime.ts';

/** What opening it takes, each a question to the machine. */
export interface Steps {
  readonly hasScreen: boolean;
  /** Where the executable is, or will be. */
  readonly place: string;
  readonly isInstalled: () => boolean;
  readonly obstacle: (executable: string) => string | null;
  readonly fetch: () => Promise<Fetched>;
  /** Builds where that is needed; false where it fails, which the build has said. */
  readonly build: () => Promise<boolean>;
  readonly run: (executable: string) => Promise<End>;
}

/**
 * Runs it to its end. Answers why that is not possible, as a clause without a full stop. Nothing is fetched that could
 * not be used.
 */
export async function openDesktop(steps: Steps): Promise<{ readonly code: number } | { readonly reason: string }> {
  if (!steps.hasScreen) return { reason: 'There is no screen for the Electron runtime to open a window on' };
  const obstacle = steps.obstacle(steps.place);
  if (obstacle !== null) return { reason: obstacle };
  if (!steps.isInstalled()) {
    const fetched = await steps.fetch();
    if (fetched !== true) {
      const why = fetched.reason === null ? '' : ` (${fetched.reason})`;
      return { reason: `The Electron runtime is not installed and cannot be fetched${why}` };
    }
    if (!steps.isInstalled()) return { reason: 'The Electron runtime is not where its installer puts it' };
  }
  if (!(await steps.build())) return { code: 1 };
  const end = await steps.run(steps.place);
  return end.kind === 'ended' ? { code: end.code } : { reason: end.how };
}
