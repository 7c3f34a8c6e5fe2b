import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of public benchmark data beside the project; null, with the reason printed, where it is absent. */
export function benchmarkData(): string | null {
  const folder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
  if (existsSync(folder)) return folder;
  console.warn(`Skipped: tests on real data need the benchmark data in ${folder}`);
  return null;
}
