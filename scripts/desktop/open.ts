/** Opens the desktop application of a working copy, or explains why it cannot. */
import type { End } from './run.ts';
import type { Fetched } from './runtime.ts';

/** The steps of opening the application, replaced in tests. */
export interface Steps {
  readonly hasScreen: boolean;
  /** Location of the executable, present or not. */
  readonly place: string;
  readonly isInstalled: () => boolean;
  readonly obstacle: (executable: string) => string | null;
  readonly fetch: () => Promise<Fetched>;
  /** Builds the application if necessary; false if the build fails, which reports the reason itself. */
  readonly build: () => Promise<boolean>;
  readonly run: (executable: string) => Promise<End>;
}

/**
 * Runs the application to its end. Returns why that is not possible, as a clause without a full stop. Fetches nothing
 * that could not be used.
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
