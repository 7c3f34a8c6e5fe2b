/** Documents on paper and as PDF, on the double of Electron. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { onDouble } from '../onDouble.ts';

const document = { name: 'ORL', html: '<h1>Report</h1>', as: 'pdf' } as const;

async function printing(chosen: readonly string[] = []) {
  const double = onDouble({ user: { choose: async () => chosen } });
  const { print } = await import('../../../../src/main/electron/lifecycle/printing.ts');
  return { double, print };
}

describe('a report', () => {
  it('is saved as PDF where the user says, under its name in the folder of documents at first', async () => {
    const place = join(temporaryFolder(), 'orl.pdf');
    const { double, print } = await printing([place]);
    expect(await print(document, '/documents')).toBe(true);
    expect(readFileSync(place, 'latin1')).toBe('%PDF of <h1>Report</h1>');
    expect(double.recorded.begun).toEqual([join('/documents', 'ORL.pdf')]);
    expect(double.windows).toEqual([]);
  });

  it('is not saved where the dialog is dismissed', async () => {
    const { double, print } = await printing();
    expect(await print(document, '/documents')).toBe(false);
    expect(double.windows).toEqual([]);
  });

  it('goes to paper from a page without scripts, in a session that reaches nothing', async () => {
    const { double, print } = await printing();
    const seen: unknown[] = [];
    double.lifecycle.emitter.on('web-contents-created', (_event, { owner }) => seen.push(owner));
    expect(await print({ ...document, as: 'paper' }, '/documents')).toBe(true);
    expect(await print({ ...document, html: '', as: 'paper' }, '/documents')).toBe(false);
    const [window] = seen as { printed: string[]; options: { webPreferences: object; show: boolean } }[];
    expect(window.printed).toEqual(['<h1>Report</h1>']);
    expect(window.options).toMatchObject({ show: false, webPreferences: { sandbox: true, javascript: false } });
    expect(window.options.webPreferences).not.toHaveProperty('preload');
  });
});
