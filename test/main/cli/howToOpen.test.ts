import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { howToOpen } from '../../../src/main/cli/commands/demo.ts';
import { shellWord } from '../../../src/core/text/shellQuote.ts';

it('names the command of a working copy, or that of the installed program', () => {
  const file = shellWord(resolve('my demo.eigenbench'));
  expect(howToOpen('Demo: drawn faces', 'my demo.eigenbench', true)).toBe(`npm start -- --workspace ${file}`);
  expect(howToOpen('Demo: drawn faces', 'my demo.eigenbench', false)).toBe(
    `eigenbench open 'Demo: drawn faces' --workspace ${file}`,
  );
});
