/** Reports the engine's activity and finished studies to the host. */
import { noActivity, type Activity, type StudyEnd } from '../../core/contract/activity.ts';
import type { StudyRunner } from '../runner/studyRunner.ts';
import type { StudyRepository } from '../workspace/studies/studies.ts';

export interface ActivityOptions {
  readonly runner: Pick<StudyRunner, 'active' | 'event' | 'watchAll'>;
  readonly studies: Pick<StudyRepository, 'get'>;
  readonly onActivity: (activity: Activity) => void;
  readonly onStudyEnd: (study: Omit<StudyEnd, 'headline'>) => void;
}

export interface ActivityTracker {
  /** Registers an import in progress; returns a function that ends it. */
  readonly importing: (name: string) => () => void;
  /** Reports the current activity immediately. */
  readonly report: () => void;
  /** Stops reporting. */
  readonly close: () => void;
}

/** Milliseconds between two reports if only progress changes. */
const PAUSE = 250;

export function trackActivity({ runner, studies, onActivity, onStudyEnd }: ActivityOptions): ActivityTracker {
  const names = new Map<number, string>();
  const imports: string[] = [];
  let reported: Activity = noActivity;
  let timer: NodeJS.Timeout | undefined;

  const nameOf = (id: number): string => {
    const name = names.get(id) ?? studies.get(id)?.name ?? '';
    names.set(id, name);
    return name;
  };

  const activity = (): Activity => {
    const active = runner.active();
    const running = active.length > 0 ? runner.event(active[0].id)?.progress : undefined;
    return {
      studies: active.map((study) => ({ ...study, name: nameOf(study.id) })),
      imports: [...imports],
      share: running && running.total > 0 ? (running.done + running.failed) / running.total : running ? 0 : null,
    };
  };

  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const before = reported.studies;
    reported = activity();
    onActivity(reported);
    const active = new Set(reported.studies.map(({ id }) => id));
    for (const { id, name } of before.filter((study) => !active.has(study.id))) {
      names.delete(id);
      const event = runner.event(id);
      if (!event || event.state === 'running') continue;
      const { done, failed, total } = event.progress;
      onStudyEnd({ id, name, state: event.state, done, failed, total, fault: event.fault });
    }
  };

  /**
   * Reports at once if a study starts or stops: if the engine ended now, the host would have to know what to resume.
   */
  const look = (): void => {
    const stateKey = (list: Activity['studies'] | ReturnType<StudyRunner['active']>): string =>
      list.map(({ id, pausing }) => `${id} ${pausing}`).join();
    if (stateKey(runner.active()) !== stateKey(reported.studies)) report();
    else timer ??= setTimeout(report, PAUSE);
  };

  const stop = runner.watchAll(look);
  return {
    importing(name) {
      imports.push(name);
      report();
      return () => {
        imports.splice(imports.indexOf(name), 1);
        report();
      };
    },
    report,
    close() {
      stop();
      clearTimeout(timer);
    },
  };
}
