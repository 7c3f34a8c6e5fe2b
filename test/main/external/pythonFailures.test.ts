// @module-tag processes
/** What a fit in Python says that fails: its traceback, and what method.json lacks. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withPython } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { context, declared, methodIn, sdk, training } from './ownProgram.ts';

const HINT = 'method.json does not ask for the subjects: add "labels": true.';

/** What a fit of this body says. */
function failureOf(body: string, fields: object = {}, data: Parameters<typeof fitOf>[1] = training): string {
  const folder = temporaryFolder();
  copyFileSync(join(sdk, 'python/eigenbench_method.py'), join(folder, 'eigenbench_method.py'));
  const declaration = declared({ command: ['python3', 'method.py'], ...fields });
  writeFileSync(join(folder, 'method.json'), JSON.stringify(declaration));
  const source = `import numpy as np\nimport eigenbench_method as e\ndef fit(train, latent, settings):\n    ${body}\n`;
  writeFileSync(join(folder, 'method.py'), `${source}e.serve("own", fit=fit, encode=fit)\n`);
  return fitOf(folder, data);
}

function fitOf(folder: string, data: { readonly images: typeof training.images; readonly labels: Int32Array | null }) {
  try {
    methodIn(folder).fit(data, [3], {}, context());
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the fit succeeded');
}

describe('a fit in Python', withPython('numpy'), () => {
  it.each([
    [
      'takes None for the subjects',
      'return {"w": np.zeros(len(train.labels))}',
      /^Own: the program failed: TypeError: .*/,
    ],
    ['says itself that there are none', 'raise e.FitError("it needs labels")', /^Own: it needs labels\. /],
    ['gives None to a solver', 'raise np.linalg.LinAlgError("no labels")', /^Own: LinAlgError: no labels\. /],
  ])('that %s is told how to get them', (_what, body, beginning) => {
    const said = failureOf(body);
    expect(said).toMatch(beginning);
    expect(said.split('\n')[0].endsWith(` ${HINT}`)).toBe(true);
    expect(said.split(HINT)).toHaveLength(2);
  });

  it('that fails for another reason, or has the subjects, or whose data have none, is told nothing of them', () => {
    const body = 'raise ValueError("labels")';
    expect(failureOf(body)).toContain(HINT);
    expect(failureOf('raise ValueError("rank")')).not.toContain(HINT);
    expect(failureOf('labels = train.labels; raise RuntimeError("broken")')).not.toContain(HINT);
    expect(failureOf(body, { labels: true })).not.toContain(HINT);
    expect(failureOf(body, {}, { ...training, labels: null })).not.toContain(HINT);
  });

  it('that meets a singular matrix keeps its traceback', () => {
    expect(failureOf('return np.linalg.inv(np.zeros((3, 3)))')).toMatch(
      /^Own: LinAlgError: Singular matrix\nTraceback [^]*method\.py", line 4, in fit\n[^]*LinAlgError: Singular matrix/,
    );
  });
});
