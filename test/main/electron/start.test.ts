/** What happens before the application runs: its profile, crash reports, what it is asked to open. */
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { emitEvent } from '../../support/electronDouble/events.ts';
import { onDouble } from './onDouble.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the profile', () => {
  it('is a folder of its own among the user’s data, readable by the owner only, placed before ready', async () => {
    const data = temporaryFolder();
    vi.stubEnv('XDG_DATA_HOME', data);
    vi.stubEnv('APPDATA', data);
    const { lifecycle } = onDouble({ ready: false });
    const { placeProfile } = await import('../../../src/main/electron/identity.ts');
    const folder = placeProfile();
    expect(lifecycle.paths.get('userData')).toBe(folder);
    if (process.platform !== 'darwin') expect(folder).toBe(join(data, 'eigenbench', 'shell'));
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o077).toBe(0);
    lifecycle.makeReady();
    expect(() => placeProfile()).toThrow('before the app is ready');
  });
});

describe('crash reports', () => {
  async function reports() {
    const double = onDouble({ ready: false });
    const profile = temporaryFolder();
    double.lifecycle.paths.set('userData', profile);
    const { keepCrashReports, markRun } = await import('../../../src/main/electron/crashReports.ts');
    const log = { file: '', error: vi.fn() };
    const folder = join(profile, 'Crashpad', 'completed');
    const crash = (name: string, at: Date): void => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), at, at);
    };
    return { double, profile, crash, log, keepCrashReports, start: (now: Date) => markRun(profile, log, now) };
  }
  const minute = (n: number): Date => new Date(Date.UTC(2026, 0, 1, 12, n));

  it('are kept and never sent', async () => {
    const { double, keepCrashReports } = await reports();
    keepCrashReports();
    expect(double.recorded.crashReporter).toEqual({ uploadToServer: false });
  });

  it('are mentioned once, at the start that follows', async () => {
    const { profile, crash, start } = await reports();
    crash('before-the-first-start.dmp', minute(0));
    expect(start(minute(1)).crash).toBeNull();
    expect(start(minute(2)).crash).toBeNull();
    crash('a.dmp', minute(3));
    crash('b.txt', minute(3));
    expect(start(minute(4)).crash).toBe(
      `Eigenbench crashed the last time it ran. Finished cells are kept. The report stays on this machine, in ${join(profile, 'Crashpad')}.`,
    );
    expect(start(minute(5)).crash).toBeNull();
  });

  it('of processes that were started again, in a run that ended in order, go to the log alone', async () => {
    const { crash, start, log } = await reports();
    const run = start(minute(1));
    crash('graphics.dmp', minute(2));
    run.ends();
    expect(start(minute(3)).crash).toBeNull();
    expect(log.error).toHaveBeenCalledExactlyOnceWith(expect.any(String), 'Crash reports since the last start: 1.');
  });
});

describe('openings', () => {
  async function openings() {
    const double = onDouble({ ready: false });
    const { openRequests } = await import('../../../src/main/electron/launch.ts');
    return { double, asked: openRequests() };
  }

  it('hold the file that macOS asks to open before ready', async () => {
    const { double, asked } = await openings();
    expect(asked.first()).toBeNull();
    expect(emitEvent(double.lifecycle.emitter, 'open-file', {}, '/w/a.eigenbench')).toBe(false);
    expect(asked.first()).toBe('/w/a.eigenbench');
  });

  it('call back later, with the workspace and study that a second start names, or none', async () => {
    const { double, asked } = await openings();
    const listener = vi.fn();
    asked.onAsked(listener);
    double.secondInstance(['eigenbench'], '/', { workspace: '/w/b.eigenbench' });
    double.secondInstance(['eigenbench'], '/', { workspace: null });
    double.secondInstance(['eigenbench'], '/', { workspace: 7 });
    double.secondInstance(['eigenbench'], '/', { workspace: '/w/b.eigenbench', study: 3 });
    double.secondInstance(['eigenbench'], '/', { workspace: '/w/b.eigenbench', study: -3 });
    double.secondInstance(['eigenbench'], '/', null);
    emitEvent(double.lifecycle.emitter, 'open-file', {}, '/w/c.eigenbench');
    const nothing = { workspace: null, study: null };
    expect(listener.mock.calls.flat()).toEqual([
      { workspace: '/w/b.eigenbench', study: null },
      nothing,
      nothing,
      { workspace: '/w/b.eigenbench', study: 3 },
      nothing,
      nothing,
      { workspace: '/w/c.eigenbench', study: null },
    ]);
  });
});
