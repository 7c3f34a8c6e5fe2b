import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openEngine } from '../../../src/main/engine/engine.ts';
import { shareKernels } from '../../../src/main/kernelChoice.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

vi.mock('../../../src/main/kernelWidth.ts', () => ({
  joiningFault: () => null,
  compiledHere(_: string, { warn }: { readonly warn: (why: string) => void }) {
    warn('joined vectors gave other answers of gemm');
    return null;
  },
}));

it('logs once why kernels of twice the width are given up, when threads are about to compute', async () => {
  const folder = temporaryFolder();
  const log = { file: join(folder, 'engine.log') };
  const engine = await openEngine({ workspacePath: join(folder, 'w.eigenbench'), host: 'browser', roots: [], log });
  shareKernels();
  await engine.close();
  const lines = readFileSync(log.file, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0])).toMatchObject({
    level: 40,
    msg: 'kernels stay at 128 bits on this machine',
    why: 'joined vectors gave other answers of gemm',
  });
});
