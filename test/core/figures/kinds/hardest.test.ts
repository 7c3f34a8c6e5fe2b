import { describe, expect, it } from 'vitest';
import { hardest, hardImages } from '../../../../src/core/figures/kinds/hardest.ts';
import { SCREEN } from '../../../../src/core/figures/drawingArea.ts';
import { FigureRefusal, type FigureSource } from '../../../../src/core/figures/figureSource.ts';
import { base64Of } from '../../../../src/core/formats/base64.ts';
import { tableOf } from '../../study/tableOf.ts';

const splits = [
  {
    repeat: 1,
    test: [4, 7, 9],
    wrong: [
      [true, false, true],
      [true, false, false],
    ],
  },
  {
    repeat: 1,
    test: [7, 4],
    wrong: [
      [true, true],
      [false, false],
    ],
  },
];
const source = (answers: ReturnType<FigureSource['answers']>): FigureSource =>
  ({
    studies: [{ name: 'faces', spec: {} }],
    results: () => ({ table: { ...tableOf([[10, 20]], { methods: ['pca', 'lda'] }), done: 2 }, curves: () => [] }),
    answers: () => answers,
    faces: (images: readonly number[]) => ({
      rows: 2,
      cols: 1,
      count: images.length,
      pixels: base64Of(Uint8Array.from(images.flatMap((image) => [image, image]))),
    }),
  }) as unknown as FigureSource;

describe('hardest images', () => {
  it('come in the order of the methods that miss them, on the average over the repeats', () => {
    expect(hardImages(splits)).toEqual([
      { image: 4, methods: 1.5, repeats: 2 },
      { image: 9, methods: 1, repeats: 1 },
      { image: 7, methods: 0.5, repeats: 2 },
    ]);
  });

  it('are drawn as faces with their numbers under them, as many as are asked for', () => {
    const figure = hardest.schema.parse({ kind: 'hardest', images: 2 });
    const data = hardest.read(figure, source({ methods: ['PCA', 'LDA'], splits }));
    expect(data.faces.map(({ count }) => count)).toEqual(['1.5', '1.0']);
    const { shapes } = hardest.draw(data, { theme: 'light', sheet: SCREEN });
    const faces = shapes.filter((shape) => shape.kind === 'image');
    expect(faces.map(({ pixels }) => [...atob(pixels)].map((one) => one.charCodeAt(0)))).toEqual([
      [4, 4],
      [9, 9],
    ]);
    const under = shapes.filter((shape) => shape.kind === 'text' && shape.part === 'count');
    expect(under).toHaveLength(2);
    expect(data.note).toContain('2 methods');
  });

  it('are refused where single answers are not known, and where nothing is misclassified', () => {
    const figure = hardest.schema.parse({ kind: 'hardest' });
    const read = (answers: ReturnType<FigureSource['answers']>) => () => hardest.read(figure, source(answers));
    expect(read({ methods: [], splits: [] })).toThrow(FigureRefusal);
    expect(read({ methods: ['PCA'], splits: [{ repeat: 1, test: [1], wrong: [[false]] }] })).toThrow(
      /misclassifies an image/,
    );
  });
});
