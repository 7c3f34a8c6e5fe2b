import { onBeforeUnmount } from 'vue';
import { useStudies } from './catalogue.ts';

/** Milliseconds between polls of running studies. */
const PAUSE = 1500;

/** The studies of the workspace, reloaded now and repeatedly while one of them runs. */
export function useFollowedStudies(): ReturnType<typeof useStudies> {
  const studies = useStudies();
  void studies.list.reload();
  const timer = setInterval(() => {
    if (studies.list.data?.some(({ state }) => state === 'running')) void studies.list.reload();
  }, PAUSE);
  onBeforeUnmount(() => clearInterval(timer));
  return studies;
}
