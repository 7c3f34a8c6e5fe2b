// @module-tag processes
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { missingModule } from '../../../src/main/external/programClient.ts';
import { withoutPosix } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { context, declared, methodIn, sdk, training } from './ownProgram.ts';
import { withPython } from '../../support/programs.ts';

describe('a failed import in Python', () => {
  it('names the interpreter that the path has, or the one that was named', withoutPosix, () => {
    const folder = temporaryFolder();
    const python = join(folder, 'python3');
    writeFileSync(python, '');
    chmodSync(python, 0o755);
    vi.stubEnv('PATH', folder);
    const said = "ModuleNotFoundError: No module named 'sklearn'";
    expect(missingModule(said, ['python3', 'method.py'])).toContain(
      `that ran is python3, ${python}: install the module`,
    );
    expect(missingModule(said, ['/opt/python', 'method.py'])).toContain('that ran is /opt/python: install the module');
    expect(missingModule('KeyError: 3', ['python3'])).toBe('');
    vi.unstubAllEnvs();
  });

  it.each([
    ['before it says hello', 'import not_there_at_all\n'],
    [
      'in a fit',
      'import eigenbench_method as e\ndef fit(*_):\n    import not_there_at_all\ne.serve("own", fit=fit, encode=fit)\n',
    ],
  ])('is explained %s', withPython('numpy'), (_when, source) => {
    const folder = temporaryFolder();
    copyFileSync(join(sdk, 'python/eigenbench_method.py'), join(folder, 'eigenbench_method.py'));
    writeFileSync(join(folder, 'method.json'), JSON.stringify(declared({ command: ['python3', 'method.py'] })));
    writeFileSync(join(folder, 'method.py'), source);
    const method = methodIn(folder);
    expect(() => method.fit(training, [3], {}, context())).toThrow(
      /The interpreter that ran is python3, \/.*: install the module there, or name another interpreter as the first word/,
    );
  });
});
