/** One test image as reconstructed by each method at several latent dimensions. */
import { z } from 'zod';
import { field } from '../../field.ts';
import { valueRange } from '../../images/imageSet.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { LatentShape } from '../../methods/method.ts';
import type { Curve } from '../../study/table/table.ts';
import { listed } from '../../text/phrases.ts';
import { faceOf } from '../facePixels.ts';
import { type FaceMatrix, drawFaceMatrix } from '../painters/faceMatrix.ts';
import { condition, labels } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { type CellQuery, FigureRefusal, figureContext, type FigureSource } from '../figureSource.ts';

/** Target latent dimensions of the columns; the nearest ones of the grids are used. */
const DIMENSIONS = [1, 5, 10, 50];

/** Size of a shape as one latent dimension: for bilinear methods the geometric mean of both. */
function lengthOf(shape: LatentShape): number {
  return shape.reduce((product, q) => product * q, 1) ** (1 / shape.length);
}

/** The shape nearest to a latent dimension; ties go to the one whose sides differ least. */
export function shapeNear(shapes: readonly LatentShape[], dimension: number): LatentShape {
  const far = (shape: LatentShape): readonly [number, number] => [
    Math.abs(Math.log(lengthOf(shape) / dimension)),
    Math.max(...shape) / Math.min(...shape),
  ];
  const [nearest] = shapes.toSorted((a, b) => {
    const [[distance, skew], [otherDistance, otherSkew]] = [far(a), far(b)];
    return Math.abs(distance - otherDistance) > 1e-9 ? distance - otherDistance : skew - otherSkew;
  });
  return nearest;
}

/** The dimensions of the grids nearest to the target ones, without duplicates. */
export function dimensionsOf(grids: readonly (readonly LatentShape[])[]): number[] {
  const all = grids.flat();
  const near = DIMENSIONS.map((dimension) => Number(lengthOf(shapeNear(all, dimension)).toFixed(1)));
  return [...new Set(near)];
}

export const reconstructions = declareFigure({
  kind: 'reconstructions',
  title: 'Reconstructions',
  help: 'One test image as each method reconstructs it from codes of several sizes.',
  icon: 'M2 2H10V14H2V2M4.5 6.5H4.5M7.5 6.5H7.5M4.5 10.5C5.5 11.5 6.5 11.5 7.5 10.5M12 8H12M14 2H16M18 2H20M22 2V4M22 7V9M22 12V14M20 14H18M16 14H14M14 12V10M14 7V5M16.5 6.5H16.5M19.5 6.5H19.5M16.5 10.5H19.5',
  studies: 'one',
  fields: {
    condition,
    labels,
    image: field(z.int().min(0).optional(), {
      title: 'Image',
      help: 'number of the test image, from 0 (default: the first of the first repeat)',
    }),
  },
  questions: (figure, source) =>
    reconstructionQuery(figure, source).rows.flatMap(({ questions }) => questions.flatMap((q) => q ?? [])),
  read(figure, source): FaceMatrix {
    const { title, columns, rows } = reconstructionQuery(figure, source);
    const without: string[] = [];
    const drawn = rows.flatMap(({ label, questions }): FaceMatrix['rows'] => {
      const answers = questions.map((question) => question && { question, answer: source.fitted(question) });
      const results = answers.flatMap((one) => (one && !('refused' in one.answer) ? [one.answer] : []));
      if (results.length === 0) {
        without.push(label);
        return [];
      }
      const [{ originals }] = results;
      const range = valueRange(originals);
      const cells = answers.map((one) => {
        if (!one || 'refused' in one.answer) return null;
        const { images, rmse } = one.answer;
        const error = rmse[0] === null ? '' : `, RMSE ${rmseText(rmse[0], range.high - range.low)}`;
        return { face: faceOf(images, range), caption: `${shapeText(one.question.cell.shape)}${error}` };
      });
      return [{ name: label, cells: [{ face: faceOf(originals, range), caption: '' }, ...cells] }];
    });
    if (drawn.length === 0) throw new FigureRefusal('None of these methods reconstructs images.');
    const left = without.length > 0 ? ` No reconstructions: ${listed(without)}.` : '';
    return {
      title,
      columns: ['Image', ...columns.map((dimension) => `q = ${dimension}`)],
      rows: drawn,
      note: `Under each face: latent dimension and root mean squared error per pixel.${left}`,
    };
  },
  draw: (matrix, { theme, sheet }) => drawFaceMatrix(matrix, theme, sheet),
});

/** Three figures; an error in the last bits of the pixels, over a range of `span`, is none. */
export function rmseText(rmse: number, span: number): string {
  return rmse < 1e-9 * span ? '0' : String(Number(rmse.toPrecision(3)));
}

interface ReconstructionQuery {
  readonly title: string;
  readonly columns: readonly number[];
  readonly rows: readonly {
    readonly label: string;
    /** One per column; null if an earlier column already has the nearest shape. */
    readonly questions: readonly (CellQuery<'rebuilt'> | null)[];
  }[];
}

type Figure = Parameters<typeof figureContext>[1] & { readonly image?: number };

function reconstructionQuery(figure: Figure, source: FigureSource): ReconstructionQuery {
  const { table, curves, condition } = figureContext(source, figure);
  const shapesOf = ({ points }: Curve): LatentShape[] => points.map(({ shape }) => shape);
  const grids = curves().filter(
    ({ label, condition: at, latentNames, points }) =>
      at === condition.key &&
      latentNames.length > 0 &&
      points.length > 0 &&
      (figure.labels?.includes(label) ?? true) &&
      table.rows.some((row) => row.label === label),
  );
  if (grids.length === 0) throw new FigureRefusal('No method has results over latent shapes in this condition.');
  const column = table.conditions.findIndex(({ key }) => key === condition.key);
  const repeatsOf = (label: string) => table.rows.find((row) => row.label === label)!.entries[column].repeats;
  const common = repeatsOf(grids[0].label).filter((one) => grids.every(({ label }) => repeatsOf(label).includes(one)));
  const wanted = common.find((one) => tests(source, condition.key, one).includes(figure.image ?? -1));
  const repeat = figure.image === undefined ? common[0] : wanted;
  if (repeat === undefined) {
    throw new FigureRefusal(
      figure.image === undefined
        ? 'The methods have finished no repeat in common.'
        : 'No repeat that the methods have finished tests this image.',
      figure.image === undefined ? null : 'figure.image',
    );
  }
  const test = tests(source, condition.key, repeat);
  const image = figure.image ?? test[0];
  const columns = dimensionsOf(grids.map(shapesOf));
  const rows = grids.map((grid) => {
    const chosen = columns.map((dimension) => shapeNear(shapesOf(grid), dimension));
    const questions = chosen.map((shape, c): CellQuery<'rebuilt'> | null => {
      if (chosen.indexOf(shape) < c) return null;
      const cell = { label: grid.label, condition: condition.key, repeat, shape };
      return { cell, name: 'rebuilt', question: { tests: [test.indexOf(image)], block: null } };
    });
    return { label: grid.label, questions };
  });
  const { labels, subjects } = source.facts();
  const title = `Test image no. ${image}, subject ${subjects[labels[image]]}, ${condition.title}, repeat ${repeat}, ${table.dataset}`;
  return { title, columns, rows };
}

function tests(source: FigureSource, condition: string, repeat: number): number[] {
  return Array.from(source.split(condition, repeat).test);
}
