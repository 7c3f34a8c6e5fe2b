/** Work in progress: what the system is told of it, and what quitting and switching make of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { endSentence, noActivity, type Activity, type StudyEnd } from '../../../../src/core/contract/activity.ts';
import { CLOSING, quitHandler, SEEN, type Quitting } from '../../../../src/main/electron/lifecycle/quitting.ts';
import { rememberPlaces } from '../../../../src/main/electron/lifecycle/dialogs.ts';
import { progressOf, runningSentence } from '../../../../src/main/electron/lifecycle/systemProgress.ts';
import { engineSession, switcher } from '../../../../src/main/electron/lifecycle/session.ts';
import { emitEvent } from '../../../support/electronDouble/events.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { onDouble } from '../onDouble.ts';
import { eventually } from '../../../support/eventually.ts';

vi.mock(
  'electron',
  async () => (await import('../../../support/electronDouble/electronDouble.ts')).electronDouble().module,
);

const study = (name: string) => ({ id: 1, name, shard: null, pausing: false });
const running = (share: number | null, ...names: string[]): Activity => ({
  studies: names.map(study),
  imports: [],
  share,
});
const finished: StudyEnd = {
  id: 7,
  name: 'ORL',
  state: 'finished',
  done: 8,
  failed: 0,
  total: 8,
  fault: null,
  headline: 'LDA has the lowest error rate.',
};
const log = () => ({ file: '/logs/eigenbench.log', error: vi.fn() });

describe('sentences', () => {
  it('name what runs', () => {
    const say = (studies: string[], imports: string[]): string | null =>
      runningSentence({ studies: studies.map(study), imports, share: null });
    expect(say([], [])).toBeNull();
    expect(say(['ORL'], [])).toBe('The study “ORL” is running.');
    expect(say(['ORL', 'Yale'], [])).toBe('The studies “ORL”, “Yale” are running.');
    expect(say([], ['faces'])).toBe('The import of “faces” is running.');
    expect(say(['ORL'], ['faces'])).toBe('The study “ORL” and the import of “faces” are running.');
  });

  it('give a progress bar a share, an unknown length, or nothing', () => {
    expect(progressOf(noActivity)).toBe(-1);
    expect(progressOf(running(0.25, 'a'))).toBe(0.25);
    expect(progressOf(running(null, 'a'))).toBe(2);
    expect(progressOf({ ...noActivity, imports: ['faces'] })).toBe(2);
  });

  it('say how a study ended, but not to the user who stopped it', () => {
    const end: StudyEnd = { ...finished, name: 'a', headline: null };
    expect(endSentence(end)).toBe('Finished: 8 cells.');
    expect(endSentence({ ...end, headline: 'LDA has the lowest error rate.' })).toBe('LDA has the lowest error rate.');
    expect(endSentence({ ...end, failed: 2 })).toBe('Finished, but 2 of 8 cells failed.');
    expect(endSentence({ ...end, state: 'stopped' })).toBeNull();
    expect(endSentence({ ...end, state: 'stopped', fault: 'the disk is full.' })).toBe(
      'The study stopped: the disk is full.',
    );
  });
});

describe('the system', () => {
  async function signs(silence: string | null = null) {
    const double = onDouble({ user: { silence } });
    const { systemProgress } = await import('../../../../src/main/electron/lifecycle/systemProgress.ts');
    const window = new double.module.BrowserWindow({});
    const show = vi.fn();
    const told = log();
    return { double, window, show, told, ...systemProgress(show, told) };
  }

  it('stays awake while cells run or images are imported, with one blocker', async () => {
    const { double, window, activity } = await signs();
    const state = (): unknown[] => [double.recorded.blockers.size, window.progress];
    activity(running(0, 'a'));
    activity(running(0.5, 'a', 'b'));
    expect(state()).toEqual([1, 0.5]);
    activity({ ...noActivity, imports: ['faces'] });
    expect(state()).toEqual([1, 2]);
    activity(noActivity);
    expect(state()).toEqual([0, -1]);
  });

  it('says that a study ended to a user who looks elsewhere, and leads there', async () => {
    const { double, window, show, ended } = await signs();
    double.focus(window);
    ended(finished);
    expect(double.recorded.notifications).toEqual([]);
    double.focus(null);
    ended(finished);
    expect(double.recorded.notifications).toMatchObject([{ title: 'ORL', body: finished.headline }]);
    double.recorded.notifications[0].click();
    expect(show).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('asks for attention where it shows no notification', async () => {
    const { window, told, ended } = await signs('not signed');
    ended(finished);
    expect(told.error).toHaveBeenCalledExactlyOnceWith('not signed', 'The end of a study could not be notified.');
    expect(window.flashes).toBe(1);
  });
});

describe('quitting', () => {
  function quitting(changes: Partial<Quitting> = {}) {
    const steps: string[] = [];
    const event = { preventDefault: vi.fn() };
    const handler = quitHandler({
      running: () => null,
      ask: async () => true,
      hide: () => steps.push('hide'),
      close: async () => void steps.push('close'),
      exit: () => steps.push('exit'),
      log: log(),
      ...changes,
    });
    return { steps, event, ...handler };
  }

  it('closes the engine once and ends, with its windows in sight as long as that is quick', async () => {
    const { steps, event, beforeQuit, isEnding } = quitting();
    beforeQuit(event);
    beforeQuit(event);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
    expect(isEnding()).toBe(true);
    await eventually(() => expect(steps).toEqual(['close', 'exit']));
  });

  it('asks while something runs, and goes on running when told so', async () => {
    const ask = vi.fn(async () => false);
    const { steps, event, beforeQuit, isEnding } = quitting({ running: () => 'A study is running.', ask });
    beforeQuit(event);
    beforeQuit(event);
    await eventually(() => expect(ask).toHaveBeenCalledExactlyOnceWith('A study is running.'));
    expect(isEnding()).toBe(false);
    expect(steps).toEqual([]);
    beforeQuit(event);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('waits five seconds for an engine that hangs, and not at all for one that cannot close', async () => {
    vi.useFakeTimers();
    const told = log();
    const { steps, event, beforeQuit } = quitting({ close: () => new Promise(() => {}), log: told });
    beforeQuit(event);
    await vi.advanceTimersByTimeAsync(SEEN - 1);
    expect(steps).toEqual([]);
    await vi.advanceTimersByTimeAsync(CLOSING - SEEN);
    expect(steps).toEqual(['hide']);
    await vi.advanceTimersByTimeAsync(1);
    expect(steps).toEqual(['hide', 'exit']);
    expect(told.error).toHaveBeenCalledOnce();
    vi.useRealTimers();
    const failing = quitting({ close: () => Promise.reject(new Error('no')) });
    failing.beforeQuit(event);
    await eventually(() => expect(failing.steps).toEqual(['exit']));
  });

  it('neither asks nor vetoes when the user logs out', async () => {
    const ask = vi.fn(async () => false);
    const { steps, event, beforeQuit, sessionEnds } = quitting({ running: () => 'A study is running.', ask });
    sessionEnds();
    beforeQuit(event);
    expect(event.preventDefault).not.toHaveBeenCalled();
    expect(ask).not.toHaveBeenCalled();
    await eventually(() => expect(steps).toEqual(['close']));
  });

  it('asks again where a shutdown was called off', () => {
    vi.useFakeTimers();
    const { event, beforeQuit, sessionEnds, isEnding } = quitting();
    sessionEnds();
    vi.advanceTimersByTime(60_000);
    expect(isEnding()).toBe(false);
    beforeQuit(event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('asks nothing at a signal, and closes the engine', async () => {
    const ask = vi.fn(async () => false);
    const { steps, terminate } = quitting({ running: () => 'A study is running.', ask });
    terminate();
    terminate();
    await eventually(() => expect(steps).toEqual(['close', 'exit']));
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('places', () => {
  it('are where the last dialog of a kind ended, in this run and the next', async () => {
    const profile = temporaryFolder();
    const from: string[] = [];
    const ask = (answer: string | null) => async (place: string) => {
      from.push(place);
      return answer;
    };
    const choose = rememberPlaces(profile);
    await choose('folder', '/home/ada', ask('/data/orl'));
    await choose('folder', '/home/ada', ask(null));
    await choose('file', '/home/ada', ask('/data/mat/yale.mat'));
    await rememberPlaces(profile)('folder', '/home/ada', ask(null));
    await rememberPlaces(profile)('file', '/home/ada', ask(null));
    expect(from).toEqual(['/home/ada', '/data', '/home/ada', '/data', '/data/mat']);
    writeFileSync(join(profile, 'places.json'), '{"folder": 7}');
    await choose('folder', '/home/ada', ask(null));
    expect(from.at(-1)).toBe('/home/ada');
  });
});

describe('the session', () => {
  it('closes one workspace before it opens another, and serves pages by the one that is open', async () => {
    const steps: string[] = [];
    const session = engineSession({ open: { host: 'desktop', roots: [] }, onLost: () => {} }, ({ open }) => {
      const { workspacePath } = open;
      steps.push(`open ${workspacePath}`);
      return {
        opened: Promise.resolve({ path: workspacePath, notices: [], theme: 'system' as const }),
        activity: () => running(null, workspacePath),
        connect: () => void steps.push(`connect ${workspacePath}`),
        close: async () => void steps.push(`close ${workspacePath}`),
      };
    });
    const page = { send: () => {}, close: vi.fn(), onMessage: () => {}, onClose: () => {} };
    session.connect(page);
    expect(page.close).toHaveBeenCalledExactlyOnceWith('restarted');
    expect(session.activity()).toEqual(noActivity);
    await session.open('a');
    await session.open('b');
    session.connect(page);
    expect(session.path()).toBe('b');
    await session.close();
    expect(steps).toEqual(['open a', 'close a', 'open b', 'connect b', 'close b']);
  });
});

describe('switching', () => {
  function switching(ask: (from: string, to: string, running: string | null) => Promise<boolean>, broken = '') {
    let path = 'a';
    const told = { load: vi.fn(), failed: vi.fn(), log: log() };
    const open = vi.fn(async (next: string) => {
      path = next;
      if (next === broken) throw new Error('It is from a newer version.');
    });
    return {
      ...told,
      open,
      offer: switcher({ session: { path: () => path, open }, running: () => null, ask, ...told }),
    };
  }

  it('opens what the user agrees to, and loads the page from its start', async () => {
    const { offer, open, load } = switching(async (from, to) => from === 'a' && to === 'b');
    await offer('b');
    expect(open).toHaveBeenCalledExactlyOnceWith('b');
    expect(load).toHaveBeenCalledOnce();
    await offer('b');
    expect(load).toHaveBeenCalledOnce();
  });

  it('leaves everything as it is otherwise, and asks one question at a time', async () => {
    const ask = vi.fn(async () => false);
    const { offer, open, load } = switching(ask);
    await Promise.all([offer('b'), offer('c')]);
    expect(ask).toHaveBeenCalledOnce();
    expect(open).not.toHaveBeenCalled();
    expect(load).not.toHaveBeenCalled();
  });

  it('goes back to the workspace before where the other one cannot be opened', async () => {
    const { offer, open, load, failed } = switching(async () => true, 'b');
    await offer('b');
    expect(open.mock.calls).toEqual([['b'], ['a']]);
    expect(failed).toHaveBeenCalledExactlyOnceWith('It is from a newer version.');
    expect(load).toHaveBeenCalledOnce();
  });
});

describe('an error that nothing expected', () => {
  it('is written to the log and ends the application, with a sentence', async () => {
    const double = onDouble();
    const { watchFaults } = await import('../../../../src/main/electron/shellLog.ts');
    const told = log();
    const before = process.listeners('uncaughtException');
    const beforeRejections = process.listeners('unhandledRejection');
    try {
      watchFaults(told, async () => {});
      const fault = process.listeners('uncaughtException').find((listener) => !before.includes(listener))!;
      fault(new Error('Impossible.'), 'uncaughtException');
      fault(new Error('Again.'), 'uncaughtException');
      await eventually(() => expect(double.lifecycle.exitCode).toBe(1));
      expect(told.error).toHaveBeenCalledTimes(2);
      expect(double.recorded.errorBoxes).toEqual([
        { title: 'Eigenbench has to end', content: expect.stringContaining('/logs/eigenbench.log') },
      ]);
      emitEvent(double.lifecycle.emitter, 'child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 9 });
      emitEvent(double.lifecycle.emitter, 'child-process-gone', {}, { type: 'GPU', reason: 'clean-exit', exitCode: 0 });
      expect(told.error).toHaveBeenCalledTimes(3);
      expect(told.error).toHaveBeenLastCalledWith('crashed, exit code 9', 'GPU ended unexpectedly.');
    } finally {
      for (const listener of process.listeners('uncaughtException'))
        if (!before.includes(listener)) process.off('uncaughtException', listener);
      for (const listener of process.listeners('unhandledRejection'))
        if (!beforeRejections.includes(listener)) process.off('unhandledRejection', listener);
    }
  });
});
