/** One split of the study on faces, as the form of a study draws it before it runs. */
import { z } from 'zod';
import { field } from '../../field.ts';
import { conditionsOf } from '../../study/spec/conditions.ts';
import { noSuchCondition } from '../../study/table/unknownEntry.ts';
import { facesOf } from '../facePixels.ts';
import { condition } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { drawSplit } from '../painters/split.ts';
import { FigureRefusal } from '../figureSource.ts';
import { shownImages, splitView, type DrawnSplit } from '../splitView.ts';

/** Longer side of a face in a file, in pixels. */
const PIXELS = 112;

export const split = declareFigure({
  kind: 'split',
  title: 'The split on faces',
  help: 'Training and test images of some subjects, or some of the pairs that verification compares.',
  icon: 'M2 2H5V6H2V2M7 2H10V6H7V2M2 10H5V14H2V10M7 10H10V14H7V10M12.5 1V3M12.5 5V7M12.5 9V11M12.5 13V15M15 2H18V6H15V2M20 2H23V6H20V2M15 10H18V14H15V10',
  studies: 'one',
  fields: {
    condition,
    repeat: field(z.int().min(1).default(1), { title: 'Repeat', help: 'repeat whose split is drawn (default: 1)' }),
  },
  read(figure, source): DrawnSplit {
    const [{ spec }] = source.studies;
    const conditions = conditionsOf(spec.protocol, spec.perturbations);
    const condition = conditions.find(({ key }) => key === (figure.condition ?? conditions[0].key));
    if (!condition) {
      const keys = conditions.map(({ key }) => key);
      throw new FigureRefusal(noSuchCondition(figure.condition!, keys), 'figure.condition');
    }
    const view = splitView(readSplit(), source.facts(), `${condition.title}, repeat ${figure.repeat}, ${spec.dataset}`);
    const images = shownImages(view);
    const block = source.faces(images, PIXELS);
    const faces = facesOf(block);
    return { view, rows: block.rows, cols: block.cols, faces: new Map(images.map((at, n) => [at, faces[n]])) };

    function readSplit() {
      try {
        return source.split(condition!.key, figure.repeat);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new FigureRefusal(`${error.message}.`, 'figure.repeat');
      }
    }
  },
  draw: (drawn, { theme, sheet }) => drawSplit(drawn, theme, sheet),
});
