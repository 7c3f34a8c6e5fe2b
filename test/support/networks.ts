/** The networks of the application, for tests that run before it has been built. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { writeNetworks } from '../../scripts/networks/write.ts';
import { packageRoot } from '../../src/main/packageRoot.ts';

/** Writes them where the build has not done so. */
export function withNetworks(): void {
  beforeAll(() => {
    const folder = join(packageRoot(), 'out', 'networks');
    if (!existsSync(join(folder, 'ort-wasm-simd-threaded.wasm.gz'))) writeNetworks(folder);
  });
}
