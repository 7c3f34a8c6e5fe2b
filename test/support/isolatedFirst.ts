/** The order of test files. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that have a worker of their own run before those that share one, whose many small ones fill the end, where
 * otherwise a processor would wait for the last of them. Within both, project by project, the longest first, as vitest
 * has measured them, or the largest.
 */
export class IsolatedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isolated = (file: TestSpecification): boolean => file.project.config.isolate;
    return [...sorted.filter(isolated), ...sorted.filter((file) => !isolated(file))];
  }
}
