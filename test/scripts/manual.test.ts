/** The manual: every page is in its contents, and every link leads somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexPage } from '../../scripts/manual/indexPage.ts';
import { anchorsOf, internals, manual, manualPages } from '../../src/core/manual/manualPages.ts';
import { DATABASES, type Database } from '../../src/core/papers/databases.ts';
import { exitCodes } from '../../src/main/cli/manPage.ts';
import { docsFolder, proseOf, readPage } from '../support/manualBlocks.ts';

const root = resolve(docsFolder, '..');
const pages = [...manualPages, ...internals.pages];
const topics = pages.map(({ topic }) => topic);

describe('the contents', () => {
  it('have every page of docs once (src/core/manual/manualPages.ts)', () => {
    const files = readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => name.slice(0, -'.md'.length).replaceAll('\\', '/'));
    expect([...topics].sort()).toEqual(files.sort());
  });

  it('call every page by its first heading', () => {
    const headings = topics.map((topic) => /^# (.*)$/m.exec(readPage(topic))?.[1]);
    expect(headings).toEqual(pages.map(({ title }) => title));
  });

  it('are the index; `npm run docs:reference` writes it', () => {
    expect(readFileSync(join(docsFolder, 'README.md'), 'utf8')).toBe(indexPage([...manual, internals]));
  });
});

describe('what pages say of the program', () => {
  it('are messages that the program has (troubleshooting)', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .concat(
        readdirSync(join(root, 'scripts'), { recursive: true, encoding: 'utf8' }).map((name) =>
          join('../scripts', name),
        ),
      )
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
      .join('\n')
      .replaceAll(/['`] \+\n\s*['`]/g, '');
    const messages = [...readPage('troubleshooting').matchAll(/^### `(.*)`$/gm)].map(([, message]) => message);
    expect(messages.length).toBeGreaterThan(20);
    const unknown = messages.filter((message) => {
      const parts = message.split(/(?<!\(\?<subject>)…/).map((part) => part.trim());
      return !parts.every((part) => sources.includes(part));
    });
    expect(unknown).toEqual([]);
  });

  it('are the exit codes of the command line (troubleshooting)', () => {
    const rows = [...readPage('troubleshooting').matchAll(/^\| (\d+) \| (.*) \|$/gm)];
    expect(rows.map(([, code, means]) => ({ code: Number(code), means }))).toEqual(exitCodes);
  });

  it('are the hashes that datasets are recognised by (databases)', () => {
    const known = Object.values(DATABASES as Readonly<Record<string, Database>>).map(({ hash }) => hash);
    const said = [...readPage('databases').matchAll(/`([0-9a-f]{64})`/g)].map(([, hash]) => hash);
    expect(said.length).toBeGreaterThan(5);
    expect(said.filter((hash) => !known.includes(hash))).toEqual([]);
  });
});

describe('links', () => {
  const headings = (text: string): string[] => [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  const broken = (file: string): string[] => {
    const text = readFileSync(file, 'utf8');
    const targets = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
    return targets
      .filter((target) => !/^(https?|mailto):/.test(target))
      .filter((target) => {
        const [path, fragment] = target.split('#');
        const place = path === '' ? file : resolve(dirname(file), path);
        if (!existsSync(place)) return true;
        if (fragment === undefined) return false;
        const there = readFileSync(place, 'utf8');
        return !anchorsOf(headings(there)).includes(fragment) && !there.includes(`<a id="${fragment}"></a>`);
      })
      .map((target) => `${relative(root, file)}: ${target}`);
  };
  const files = [
    ...['README.md', 'CONTRIBUTING.md', 'docs/README.md'].map((name) => join(root, name)),
    ...topics.map((topic) => join(docsFolder, `${topic}.md`)),
  ];

  it.each(files.map((file) => [relative(root, file), file]))(
    'of %s lead to files and headings that exist',
    (_, file) => {
      expect(broken(file)).toEqual([]);
    },
  );

  it('are made of headings as on GitHub', () => {
    expect(
      anchorsOf(['What a file may hold', '`method.json`', 'What it costs', 'What it costs', 'Müller & Co.']),
    ).toEqual(['what-a-file-may-hold', 'methodjson', 'what-it-costs', 'what-it-costs-1', 'müller--co']);
  });
});
