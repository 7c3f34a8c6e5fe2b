/** Result files of others that are almost right: the reason is one sentence that says what and where. */
import { describe, expect, it } from 'vitest';
import { encodeNpz } from '../../../src/core/formats/npz.ts';
import { galleryOf, type ImportTarget } from '../../../src/core/importedResults/importTarget.ts';
import { readResults } from '../../../src/core/importedResults/readResults.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
import { facts, labels, smallSpec } from '../study/smallDataset.ts';

const files = Array.from(labels, (label, image) => `s${label}/${image}.pgm`);
const spec = smallSpec({
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 },
  methods: [{ method: 'pca', latent: [3] }],
});
const { conditions } = planCells(planStudy(spec), facts);
const study: ImportTarget = {
  facts,
  files,
  conditions,
  repeats: 1,
  splitOf: (condition, repeat) => splitOf(spec, facts, condition, repeat),
};
const split = study.splitOf(conditions[0].key, 1);
const [probe] = split.test;
const [image] = galleryOf(split);
const read = (bytes: Uint8Array) => () => readResults([{ name: 'scores.txt', bytes }], study);

describe('a result file', () => {
  it.each(['condition,repeat,image,predicted\n', 'condition,repeat,error\n'])('without rows is refused: %j', (text) => {
    expect(read(Buffer.from(text))).toThrow(
      'expected the results of at least one split, found none: the file has a head and no rows; write the rows and add it again',
    );
  });

  it.each([
    [`${probe} ${labels[probe]} ${probe} 0.5`, `${probe} ${image} ${labels[probe]} ${probe} 0.5`, 4, 5],
    [`${probe} ${image} ${labels[probe]} ${probe} 0.5`, `${probe} ${labels[probe]} ${probe} 0.5`, 5, 4],
  ])('of scores whose lines have different numbers of columns is refused', (first, second, expected, found) => {
    expect(read(Buffer.from(`${first}\n${second}\n`))).toThrow(
      `expected ${expected} columns as in the lines before, found ${found} in line 2`,
    );
  });

  it.each([
    ['predictions', 'image,predicted\n\n{probe},{label}\n\n99,{label}\n', 'found "99", first in line 5.'],
    ['predictions', 'image,predicted,label\n\n{probe},{label},nobody\n', 'line 3 has the label "nobody"; image '],
    ['errors', 'repeat,error\n\n1,50\n\n1,25\n', 'appears 2 times, in lines 3, 5.'],
    ['errors', 'error,split\n\n50,0123456789\n', 'found "0123456789" in line 3.'],
    ['scores', 'first,second,score\n\n{image},{probe},x\n', 'expected a number, found "x" in line 3'],
  ])('of %s in a table with empty lines is refused by the line of the file', (_, text, sentence) => {
    const named: Readonly<Record<string, unknown>> = { probe, image, label: facts.subjects[labels[probe]] };
    const filled = text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(named[name]));
    expect(read(Buffer.from(filled))).toThrow(sentence);
  });

  it('with a name that holds line ends or has no end is refused in one sentence of bounded length', () => {
    const array = { shape: [1, 1], data: [1] };
    expect(read(encodeNpz({ 'sc\n\u001b[2J': array }))).toThrow(/^scores\.txt: [^\p{Cc}]* found "sc \[2J"\.$/u);
    expect(read(encodeNpz({ ['n'.repeat(60_000)]: array }))).toThrow(/^scores\.txt: .{100,800}…$/);
  });
});
