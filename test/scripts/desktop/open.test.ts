/** What npm start asks of the machine, in which order. */
import { describe, expect, it } from 'vitest';
import { openDesktop, type Steps } from '../../../scripts/desktop/open.ts';

function opening(change: Partial<Steps> = {}) {
  const steps: string[] = [];
  let installed = false;
  const outcome = openDesktop({
    hasScreen: true,
    place: '/e/electron',
    isInstalled: () => installed,
    obstacle: (executable) => {
      steps.push(`obstacle ${executable}`);
      return null;
    },
    fetch: async () => {
      steps.push('fetch');
      installed = true;
      return true;
    },
    build: async () => {
      steps.push('build');
      return true;
    },
    run: async (executable) => {
      steps.push(`run ${executable}`);
      return { kind: 'ended', code: 0 };
    },
    ...change,
  });
  return { outcome, steps };
}

describe('npm start', () => {
  it('fetches, builds and runs where nothing speaks against it', async () => {
    const { outcome, steps } = opening();
    expect(await outcome).toEqual({ code: 0 });
    expect(steps).toEqual(['obstacle /e/electron', 'fetch', 'build', 'run /e/electron']);
  });

  it('fetches nothing where there is no screen, or the sandbox cannot be opened', async () => {
    const blind = opening({ hasScreen: false });
    expect(await blind.outcome).toEqual({ reason: expect.stringContaining('no screen') });
    const closed = opening({ obstacle: () => 'This system does not let Electron open its sandbox' });
    expect(await closed.outcome).toEqual({ reason: 'This system does not let Electron open its sandbox' });
    expect([...blind.steps, ...closed.steps]).toEqual([]);
  });

  it('says why the runtime is not there', async () => {
    const offline = opening({ fetch: async () => ({ reason: 'no network' }) });
    expect(await offline.outcome).toEqual({
      reason: 'The Electron runtime is not installed and cannot be fetched (no network)',
    });
    const elsewhere = opening({ isInstalled: () => false });
    expect(await elsewhere.outcome).toEqual({ reason: 'The Electron runtime is not where its installer puts it' });
  });

  it('ends where the build fails, and passes on how the application ended', async () => {
    expect(await opening({ build: async () => false }).outcome).toEqual({ code: 1 });
    const failed = opening({ run: async () => ({ kind: 'failed', how: 'Electron does not start (no)' }) });
    expect(await failed.outcome).toEqual({ reason: 'Electron does not start (no)' });
  });
});
