import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';

const folder = new URL('../../../../resources/studies/', import.meta.url);

describe('preset studies', () => {
  it.each(readdirSync(folder))('%s is a spec that can be planned for the dataset it names', (file) => {
    const parsed = parseStudySpec(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
    if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join(' '));
    // ORL: ten images of each of forty subjects.
    const { problems } = checkSpec(parsed.spec, {
      name: parsed.spec.dataset,
      hash: 'orl',
      rows: 56,
      cols: 46,
      labels: Int32Array.from({ length: 400 }, (_, n) => Math.floor(n / 10)),
      subjects: Array.from({ length: 40 }, (_, s) => `s${s + 1}`),
    });
    expect(problems).toEqual([]);
  });

  it.each(['orl.json', 'orl-all.json', 'orl-noise.json', 'yale-noise.json'])(
    '%s states the test of the papers, which is not the default of new studies',
    (file) => {
      const json = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { comparison?: unknown };
      expect(json.comparison).toEqual({ test: 'two-sample-t' });
    },
  );
});
