import type { StudyEvent } from '../../../core/contract/studies.ts';
import type { StudyRunner } from '../../runner/studyRunner.ts';
import { latestStream } from '../streams/latestStream.ts';

/** A study that another process runs tells nothing: the file is looked at instead. Rate and time left change by themselves. */
const POLL_MS = 1000;

/** State and progress of a study, now and after every change, until it stops. */
export function watchStudy(runner: StudyRunner, study: number, signal: AbortSignal | undefined) {
  const close = (): void => {
    clearInterval(timer);
    unsubscribe();
  };
  const look = (): void => {
    const event = runner.event(study);
    if (event) offer(event);
    if (event?.state !== 'running') end();
  };
  const timer = setInterval(look, POLL_MS);
  const unsubscribe = runner.subscribe(study, look);
  const { stream, offer, end } = latestStream<StudyEvent>(signal, close);
  look();
  return stream;
}
