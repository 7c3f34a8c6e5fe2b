import { describe, expect, it } from 'vitest';
import { manualPages } from '../../../src/core/manual/manualPages.ts';
import { matchCount, searchManual, sectionsOf } from '../../../src/core/manual/search.ts';
import { readPage } from '../../support/manualBlocks.ts';

const page = [
  '# Cooking',
  '',
  'About *soups* and [bread](bread.md).',
  '',
  '## The `pot`',
  '',
  '```sh',
  '# a comment, no heading',
  'boil --salt',
  '```',
  '',
  '| field | meaning |',
  '| --- | --- |',
  '| salt | to taste |',
  '',
  '## Bread',
  '',
  `${'Flour and water. '.repeat(20)}Then yeast. ${'Wait and knead. '.repeat(20)}`,
].join('\n');
const sections = sectionsOf('cooking', 'Cooking', page);
const found = (wanted: string): string[] => searchManual(sections, wanted).map(({ section }) => section.heading);

describe('sections of a page', () => {
  it('are what stands below its headings, as words', () => {
    expect(sections.map(({ heading, anchor }) => [heading, anchor])).toEqual([
      ['Cooking', ''],
      ['The pot', 'the-pot'],
      ['Bread', 'bread'],
    ]);
    expect(sections[0].text).toBe('About soups and bread.');
    expect(sections[1].text).toBe('# a comment, no heading boil --salt field meaning salt to taste');
  });
});

describe('search', () => {
  it('finds the sections that have every word, upper and lower case alike, headings first', () => {
    expect(found('SALT boil')).toEqual(['The pot']);
    expect(found('bread')).toEqual(['Bread', 'Cooking']);
    expect(found('salt yeast')).toEqual([]);
    expect(found('  ')).toEqual([]);
    // A word of the title and one of the text.
    expect(found('cooking yeast')).toEqual(['Bread']);
  });

  it('shows whole words around the first match', () => {
    const [{ excerpt }] = searchManual(sections, 'yeast');
    expect(excerpt).toMatch(/^… (?:Flour|and|water).* Then yeast\. .* …$/);
    expect(excerpt.length).toBeLessThan(140);
    expect(searchManual(sections, 'soups')[0].excerpt).toBe('About soups and bread.');
  });

  it('puts a section with the words as they are before one that only has each of them', () => {
    const two = sectionsOf(
      'a',
      'A',
      '# A\n\nShape the latent one, shape it.\n\n## B\n\nOne. The latent shape is it.\n',
    );
    const [first] = searchManual(two, 'latent  shape');
    expect(first).toMatchObject({ section: { heading: 'B' }, excerpt: 'One. The latent shape is it.' });
  });

  it('says how many sections there are', () => {
    expect([0, 1, 40, 41].map(matchCount)).toEqual([
      'No matches.',
      '1 section',
      '40 sections',
      '41 sections, the best 40 of them',
    ]);
  });

  it('finds in the manual what its titles do not say', () => {
    const all = manualPages.flatMap(({ topic, title }) => sectionsOf(topic, title, readPage(topic)));
    const topics = (wanted: string): string[] => searchManual(all, wanted).map(({ section }) => section.topic);
    expect(topics('booktabs')).toContain('first-study');
    expect(topics('OMP_NUM_THREADS')).toContain('own-methods');
    expect(topics('exit code 130')).toContain('troubleshooting');
    for (const { section, excerpt } of searchManual(all, 'method')) {
      const said = `${section.heading} ${section.title} ${excerpt}`.toLowerCase();
      expect(said, section.topic).toContain('method');
    }
  });
});
