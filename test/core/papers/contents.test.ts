import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifiers } from '../../../src/core/classify/classifiers/registry.ts';
import { isFeatureKind } from '../../../src/core/features/registry.ts';
import { findMethod, methods } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { PAPER_CONTENTS } from '../../../src/core/papers/contents.ts';
import { PAPERS, type PaperId } from '../../../src/core/papers/papers.ts';

const papers = Object.keys(PAPERS) as PaperId[];
const commands = readFileSync(new URL('../../../docs/reference/commands.md', import.meta.url), 'utf8');

/** Settings that name variants of a method in the papers. */
const VARIANTS = ['algorithm', 'noise', 'variance', 'weights', 'prior', 'mode'];

describe.each(papers)('the contents of %s', (paper) => {
  const contents = PAPER_CONTENTS[paper];
  const counterparts = contents.flatMap(({ here }) => here);

  it('lead to methods, settings, classifiers, feature steps and options that exist', () => {
    for (const counterpart of counterparts) {
      if ('classifier' in counterpart) {
        expect(classifiers.map(({ kind }) => kind)).toContain(counterpart.classifier);
      } else if ('feature' in counterpart) {
        expect(isFeatureKind(counterpart.feature), counterpart.feature).toBe(true);
      } else if ('fitOption' in counterpart) {
        expect(commands).toContain(`\`${counterpart.fitOption} `);
      } else {
        const { settings = {} } = counterpart;
        expect(resolveSettings(findMethod(counterpart.method)!, settings)).toMatchObject(settings);
      }
    }
  });

  it('say why something is missing', () => {
    for (const { what, here, remark = '' } of contents) if (here.length === 0) expect(remark, what).not.toBe('');
  });

  it('have every method that cites the paper, with all its variants', () => {
    const ofPaper = methods.filter(({ citation }) => citation?.key === PAPERS[paper].citation);
    expect(ofPaper).not.toEqual([]);
    const ofMethods = counterparts.filter((counterpart) => 'method' in counterpart);
    expect(ofMethods.map(({ method }) => method)).toEqual(expect.arrayContaining(ofPaper.map(({ id }) => id)));
    for (const { id, parameters } of ofPaper) {
      for (const parameter of parameters) {
        if (parameter.kind !== 'choice' || !VARIANTS.includes(parameter.name)) continue;
        const listed = ofMethods.map(({ settings }) => settings?.[parameter.name] ?? parameter.default);
        for (const { value } of parameter.choices) expect(listed, `${id}: ${parameter.name}`).toContain(value);
      }
    }
  });
});
