import { onBeforeUnmount } from 'vue';
import { useStudies } from './catalogue.ts';

/** Milliseconds between two looks at studies that run. */
const PAUSE = 1500;

/** The studies of the workspace, read again now and, while one of them runs, as it moves on. */
export function useFollowedStudies(): ReturnType<typeof useStudies> {
  const studies = useStudies();
  void studies.list.reload();
  const timer = setInterval(() => {
    if (studies.list.data?.some(({ state }) => state === 'running')) void studies.list.reload();
  }, PAUSE);
  onBeforeUnmount(() => clearInterval(timer));
  return studies;
}
