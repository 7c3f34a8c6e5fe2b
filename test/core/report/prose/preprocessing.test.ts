import { describe, expect, it } from 'vitest';
import type { DatasetProvenance } from '../../../../src/core/images/provenance.ts';
import { marked, pandoc } from '../../../../src/core/report/prose/methodsParagraph.ts';
import { preprocessingSentences } from '../../../../src/core/report/prose/preprocessing.ts';

const file = (name: string) => ({ file: name, left: [1, 2] as [number, number], right: [3, 2] as [number, number] });
const finder = { detector: 'a', landmarks: 'b', runtime: 'c' };
const sentences = (making: DatasetProvenance, problems: { file: string; reason: string }[] = []): string[] =>
  preprocessingSentences({ making, problems }).map((sentence) => marked(sentence, pandoc));

describe('the sentences on preprocessing', () => {
  it('are none for images as they are in their files', () => {
    expect(sentences([{ kind: 'import', source: 'orl', size: null, recipe: {}, files: [] }])).toEqual([]);
  });

  it('say what an import changed or left out by request', () => {
    const recipe = { grey: 'bt709', fit: 'pad', dropDuplicates: 'exact', minPerSubject: 4 } as const;
    const making: DatasetProvenance = [
      { kind: 'import', source: 'x', size: { rows: 56, cols: 46 }, recipe, files: [] },
    ];
    expect(sentences(making)).toEqual([
      'Images were converted to grey values with the weights bt709, resized to 56 × 46 pixels by area averaging and set on one black canvas with their proportions kept',
      'Identical copies of images were left out',
      'Subjects with fewer than four images were left out',
    ]);
  });

  it('follow the steps of preprocessing, with who located the eyes', () => {
    const steps = ['align:112x92:30,46:61,46', 'crop:1,2,100,80', 'resize:56x46:bicubic', 'ellipse:1,0.9', 'equalise'];
    const stage = { kind: 'preprocess', origin: 'orl', steps: [...steps, 'normalise:length', 'round'] } as const;
    const making = [
      { ...stage, steps: [...stage.steps], eyes: [file('a'), file('b')], finder: { ...finder, images: 1 } },
    ];
    expect(sentences(making)).toEqual([
      'Faces and eyes were located by a face detector and a network for landmarks, in 1 of 2 images',
      'Images were rotated and scaled to 112 × 92 pixels with the eyes at (x, y) = (30, 46) and (61, 46), cropped to 100 × 80 pixels, resized to 56 × 46 pixels by bicubic interpolation, set to zero outside a central ellipse, equalised in their histogram, normalised to length 1 each and rounded to integers',
    ]);
    expect(sentences([{ ...stage, steps: [steps[0]], eyes: [file('a')] }])[0]).toBe(
      'The positions of the eyes were known',
    );
  });

  it('count the images that were left out, with the reason, and name a few', () => {
    const reason = 'no eyes were found.';
    expect(sentences([{ kind: 'exclude', files: ['s1/1.pgm', 's2/4.pgm'] }])).toEqual([
      'two images were left out by hand (s1/1.pgm and s2/4.pgm)',
    ]);
    expect(sentences([], [{ file: 's3/2.pgm', reason }])).toEqual([
      'one image was left out (s3/2.pgm): no eyes were found',
    ]);
    const many = Array.from({ length: 12 }, (_, n) => ({ file: `${n}.pgm`, reason }));
    expect(sentences([], many)).toEqual(['12 images were left out: no eyes were found']);
    expect(
      sentences(
        [],
        many.map((problem, n) => ({ ...problem, reason: `size ${n}` })),
      ),
    ).toEqual(['12 images were left out because they could not be read']);
  });
});
