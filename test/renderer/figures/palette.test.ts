import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chartPalette } from '../../../src/core/figures/palette.ts';

const tokens = readFileSync(resolve(import.meta.dirname, '../../../src/renderer/ui/styles/tokens.css'), 'utf8');

describe('the palette of canvases', () => {
  it.each(['surface', 'hairline', 'text', 'secondary'] as const)(
    'has the %s of the style sheet in both themes',
    (name) => {
      const match = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens);
      expect([chartPalette.light[name], chartPalette.dark[name]]).toEqual([match?.[1], match?.[2]]);
    },
  );
});
