import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distributedPackages, missingNotices } from '../../scripts/notices.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

describe('the third-party notices', () => {
  it('name every package that is distributed, in the version of the lock file', () => {
    expect(missingNotices()).toEqual([]);
  });

  it('count production dependencies, what they depend on, and what the page bundles', () => {
    const names = distributedPackages().map(({ name }) => name);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(names).toEqual(expect.arrayContaining(['vue', '@vue/runtime-core', 'chart.js', '@img/sharp-linux-x64']));
    for (const tool of ['vitest', 'eslint', 'typescript']) expect(names).not.toContain(tool);
  });

  it('hold the licence texts', () => {
    const text = read('resources/third-party-notices.txt');
    expect(text.match(/Permission is hereby granted, free of charge/g)!.length).toBeGreaterThan(10);
  });
});
