// @module-tag processes
/** Interpreters that keep what they compile run what was hashed all the same. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inspectFolder, registerMethod, removeMethod } from '../../../src/main/external/addMethod.ts';
import { compiledCode } from '../../../src/main/external/bytecodeCache.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { declared } from './ownProgram.ts';

const needsPython = skipWhen(spawnSync('python3', ['--version']).status !== 0, 'no Python is installed');

/** Bytecode of other code under the name that Python looks for first; it is never compared with the source. */
const PLANT = `
import importlib.util, py_compile, sys
open('other', 'w').write("WHO = 'planted'")
py_compile.compile('other', cfile=importlib.util.cache_from_source('helper.py'), doraise=True,
                   invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`;

/** Says hello in the words of the module that it imports. */
const METHOD = `
import json, sys, helper
for line in sys.stdin:
    hello = {'id': 'own', 'language': helper.WHO, 'packages': {}}
    print(json.dumps({'reply': 'done', 'hello': hello, 'request': json.loads(line)['request'], 'arrays': []}), flush=True)
`;

function pythonFolder(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'method.json'), JSON.stringify(declared({ command: ['python3', 'method.py'] })));
  writeFileSync(join(folder, 'method.py'), METHOD);
  writeFileSync(join(folder, 'helper.py'), "WHO = 'source'");
  return folder;
}

describe('a method in Python', needsPython, () => {
  beforeEach(() => {
    vi.stubEnv('EIGENBENCH_METHODS', join(temporaryFolder(), 'methods.json'));
    return () => void vi.unstubAllEnvs();
  });

  it('runs its sources, whatever lies in a __pycache__ of its folder', () => {
    const folder = pythonFolder();
    execFileSync('python3', ['-c', PLANT], { cwd: folder });
    rmSync(join(folder, 'other'));
    // Without the folder of its own Python takes what was planted.
    expect(execFileSync('python3', ['-c', 'import helper; print(helper.WHO)'], { cwd: folder }).toString()).toBe(
      'planted\n',
    );
    expect(inspectFolder(folder).hello.language).toBe('source');
  });

  it('keeps bytecode while its version is registered, and not longer', () => {
    const entry = inspectFolder(pythonFolder());
    const kept = compiledCode(entry.hash);
    const left = compiledCode('f'.repeat(64));
    for (const path of [kept, left]) mkdirSync(path, { recursive: true });
    registerMethod(entry);
    expect([existsSync(kept), existsSync(left)]).toEqual([true, false]);
    removeMethod('own');
    expect(existsSync(kept)).toBe(false);
  });
});
