// @module-tag processes
/** What a program may do besides encoding, each against what it must be. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../src/core/images/imageSet.ts';
import { cellMeter } from '../../../src/core/measures/cellMeter.ts';
import { acceptsMissingPixels } from '../../../src/core/study/study.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { checkMethod } from '../../../src/main/external/checkMethod.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { newMethod } from '../../../src/main/external/scaffoldMethod.ts';
import { needsPython, python } from './interpreters.ts';
import { context, declared, faces, methodIn, training, writeProgram } from './ownProgram.ts';
import { evaluateShapes } from '../../support/classify.ts';

/** Codes are the first q pixels, scaled by a setting; the model is one number. */
const ALL = `
const values = (images) => {
  const [count, rows, cols] = images.shape;
  return Array.from({ length: count }, (_, n) => images.data.subarray(n * rows * cols, (n + 1) * rows * cols));
};
const fit = ({ images, labels, seed }, [q]) => {
  if (!images.data.every(Number.isFinite)) throw new Error('images have missing pixels');
  if (!labels || labels.length !== images.shape[0]) throw new Error('no labels');
  const model = { q: Float64Array.of(q) };
  const arrays = { q: { shape: [1], data: model.q }, size: { shape: [2], data: Float64Array.from(images.shape.slice(1)) } };
  return { model: arrays, facts: { iterations: 3, converged: false, trace: [3, 2, 1], logLikelihood: -seed, warnings: ['slow'] } };
};
const encode = ({ q }, images) => ({ shape: [images.shape[0], q.data[0]], data: values(images).flatMap((x) => [...x.subarray(0, q.data[0])]) });
const reconstruct = ({ q, size }, codes) => {
  const [rows, cols] = size.data;
  const data = new Float64Array(codes.shape[0] * rows * cols);
  for (let n = 0; n < codes.shape[0]; n++) for (let i = 0; i < q.data[0]; i++) data[n * rows * cols + i] = codes.data[n * q.data[0] + i];
  return { shape: [codes.shape[0], rows, cols], data };
};
const logLikelihood = (model, images) => Float64Array.from(values(images), (x) => -x[0]);
const score = (model, training, images) => {
  const gallery = values(training.images);
  const rows = values(images).flatMap((x) => gallery.map((y) => -x.reduce((sum, v, i) => sum + (v - y[i]) ** 2, 0)));
  return { shape: [images.shape[0], gallery.length], data: rows };
};
const classify = (model, training, images) => {
  const { shape: [, count], data } = score(model, training, images);
  return values(images).map((_, n) => {
    const own = data.slice(n * count, (n + 1) * count);
    return training.labels[own.indexOf(Math.max(...own))];
  });
};`;

const fields = {
  can: ['reconstruct', 'logLikelihood', 'score'] as readonly string[],
  labels: true,
  shapesTogether: true,
  objective: { name: 'error', sense: 'minimise' },
};

/** It serves what it declares. */
function programOf(own: typeof fields & { deterministic?: boolean }): string {
  return writeProgram(temporaryFolder(), `${ALL}\nserve('own', { ${['fit', 'encode', ...own.can].join()} });`, own);
}

describe('a program that can all', () => {
  it('keeps every rule', () => {
    const report = checkMethod(programOf(fields));
    expect(report.rules.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(report.rules.filter(({ state }) => state === 'skipped').map(({ title }) => title)).toEqual([
      'Codes of a smaller shape lead those of a larger one',
      'Takes missing pixels',
    ]);
  });

  it('has the facts of its fits, and a seed of its own for each shape', () => {
    const method = methodIn(programOf(fields));
    const session = method.open!(training, {}, context());
    const [three, two] = [...session.fitAll!([[3], [2]])!].flat();
    if (three instanceof Error || two instanceof Error) throw new Error('there is no fit');
    expect(three).toMatchObject({
      method: 'own',
      latent: [3],
      iterations: 3,
      converged: false,
      trace: [3, 2, 1],
      warnings: ['slow'],
    });
    expect(three.objective).toMatchObject({ name: 'error', sense: 'minimise' });
    expect(three.logLikelihood).not.toBe(two.logLikelihood);
    // Alone, a shape has the seed that it has among others.
    expect(method.open!(training, {}, context()).fit([2]).logLikelihood).toBe(two.logLikelihood);
    session.release();
  });

  it('reconstructs, and has a likelihood per image', () => {
    const method = methodIn(programOf(fields));
    const fit = method.fit(training, [4], {}, context());
    const rebuilt = method.reconstruct!(fit, method.encode(fit, faces.images));
    expect([rebuilt.count, rebuilt.rows, rebuilt.cols]).toEqual([30, 14, 12]);
    expect([...rebuilt.data.subarray(0, 5)]).toEqual([...faces.images.data.subarray(0, 4), 0]);
    expect(method.logLikelihood!(fit, faces.images)[1]).toBe(-faces.images.data[14 * 12]);
  });

  it.each([['score'], ['classify']])('decides by its own rule (%s), as the nearest pixels do', (rule) => {
    const method = methodIn(programOf({ ...fields, can: [rule] }));
    const numbers = Int32Array.from({ length: 30 }, (_, n) => n);
    const [train, test] = [numbers.filter((n) => n % 5 < 3), numbers.filter((n) => n % 5 >= 3)];
    const input = { ...faces, train, test, shapes: [[2]], settings: {}, context: context(), gram: () => null as never };
    const { wrong, failures } = evaluateShapes(method, { ...input, labels: Int32Array.from(faces.labels) });
    expect(failures).toEqual([]);
    const size = 14 * 12;
    const distance = (a: number, b: number): number => {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += (faces.images.data[a * size + i] - faces.images.data[b * size + i]) ** 2;
      return sum;
    };
    const nearest = (probe: number): number =>
      train.reduce((best, n) => (distance(probe, n) < distance(probe, best) ? n : best));
    expect(wrong).toEqual([test.filter((n) => faces.labels[nearest(n)] !== faces.labels[n]).length]);
  });

  it('gives scores that CMC, ROC and error rates are measured on, as a classifier of ours with the same order does', () => {
    const numbers = Int32Array.from({ length: 30 }, (_, n) => n);
    const [train, test] = [numbers.filter((n) => n % 5 < 3), numbers.filter((n) => n % 5 >= 3)];
    // All pixels are the code: the program's scores, less the squared distance, order as our nearest neighbour does.
    const shapes = [[14 * 12]];
    const labels = Int32Array.from(faces.labels);
    const measured = (can: readonly string[]) => {
      const method = methodIn(programOf({ ...fields, can }));
      const input = {
        ...faces,
        labels,
        train,
        test,
        shapes,
        settings: {},
        context: context(),
        gram: () => null as never,
      };
      const meter = cellMeter(method, input, ['identification', 'verification']);
      const { shapes: fitted, wrong, nearest } = evaluateShapes(method, input, undefined, meter.observe);
      return { wrong, nearest, ...meter.measures(fitted) };
    };
    const own = measured(['score']);
    expect(own).toEqual(measured([]));
    const [auc] = own.values['verification-auc']!;
    expect(auc).toBeGreaterThan(0.5);
    expect(own.curves.roc!.of).toBe(3 * test.length);
    // Subjects alone have no scores.
    expect(measured(['classify']).values['verification-auc']).toEqual([null]);
  });

  it('has q × q codes of one latent dimension where it declares them, and reconstructs from them', () => {
    const SQUARE = `
const fit = ({ images }, [q]) => ({ q: { shape: [1], data: Float64Array.of(q) } });
const encode = ({ q: { data: [q] } }, images) => {
  const [count, rows, cols] = images.shape;
  const codes = new Float64Array(count * q * q);
  for (let n = 0; n < count; n++) for (let i = 0; i < q; i++) for (let j = 0; j < q; j++)
    codes[(n * q + i) * q + j] = images.data[(n * rows + i) * cols + j];
  return { shape: [count, q, q], data: codes };
};
const reconstruct = (model, codes) => ({ shape: [codes.shape[0], 14, 12], data: new Float64Array(codes.shape[0] * 168).fill(codes.shape[2]) });
serve('own', { fit, encode, reconstruct });`;
    const declared = { codes: ['q', 'q'], can: ['reconstruct'], largest: [['rows', 'cols']] };
    const folder = writeProgram(temporaryFolder(), SQUARE, declared);
    expect(checkMethod(folder).rules.filter(({ state }) => state === 'failed')).toEqual([]);
    const method = methodIn(folder);
    const fit = method.fit(training, [3], {}, context());
    const codes = method.encode(fit, faces.images);
    expect([codes.count, codes.rows, codes.cols]).toEqual([30, 3, 3]);
    expect(codes.data[3]).toBe(faces.images.data[12]);
    expect(method.reconstruct!(fit, codes).data[0]).toBe(3);
    expect(method.codeSize!([3], { rows: 14, cols: 12 }, {})).toBe(9);
    // Without the declaration such codes are a lie.
    const plain = methodIn(writeProgram(temporaryFolder(), SQUARE, { can: ['reconstruct'] }));
    const other = plain.fit(training, [3], {}, context());
    expect(() => plain.encode(other, faces.images)).toThrow('in the shape (30, 3, 3), expected (30, 3)');
  });

  it('is sent missing pixels where it says that it takes them, and no others', () => {
    const HOLES = `
const zero = (images) => images.data.map((value) => (Number.isNaN(value) ? 0 : value));
const fit = ({ images }) => ({ holes: { shape: [1], data: Float64Array.of(images.data.filter(Number.isNaN).length) } });
const encode = (model, images) => {
  const [count, rows, cols] = images.shape;
  const data = zero(images);
  return { shape: [count, 1], data: Float64Array.from({ length: count }, (_, n) => data[n * rows * cols + 3]) };
};
serve('own', { fit, encode });`;
    const data = faces.images.data.slice();
    data[3] = NaN;
    const holed = { ...training, images: { ...faces.images, data } };
    const folder = writeProgram(temporaryFolder(), HOLES, { can: ['missing'], largest: [[1]] });
    const report = checkMethod(folder);
    expect(report.rules.find(({ title }) => title === 'Takes missing pixels')).toMatchObject({ state: 'passed' });
    const method = methodIn(folder);
    expect(acceptsMissingPixels(method, {}, {} as never)).toBe(true);
    const fit = method.fit(holed, [1], {}, context());
    expect(fit.parameters['holes'].data[0]).toBe(1);
    expect(method.encode(fit, holed.images).data[0]).toBe(0);
    const plain = methodIn(writeProgram(temporaryFolder(), HOLES, { largest: [[1]] }));
    expect(() => plain.fit(holed, [1], {}, context())).toThrow('Own takes whole images, found missing pixels');
    // The program has not been ended by that.
    expect(plain.fit(training, [1], {}, context()).parameters['holes'].data[0]).toBe(0);
  });

  it('needs the subjects where it says so', () => {
    const method = methodIn(programOf(fields));
    const data = { images: selectImages(faces.images, [0, 1, 2]), labels: null };
    expect(() => method.fit(data, [1], {}, { random: stream('a'), checkCancelled: () => undefined })).toThrow(
      'Own needs the subjects of the training images.',
    );
  });

  it.each([
    [
      ['reconstruct'],
      'fit, encode, reconstruct, score',
      /^Own: the program has the function "score", which "can" in method\.json does not name: add "score"/,
    ],
    [
      ['classify', 'reconstruct'],
      'fit, encode, reconstruct',
      /^Own: the program has no function "classify", which "can" in method\.json names: add the function, or/,
    ],
  ])('is refused where "can" names %s and it serves %s', (can, served, reason) => {
    const folder = writeProgram(temporaryFolder(), `${ALL}\nserve('own', { ${served} });`, { ...fields, can });
    expect(() => checkMethod(folder)).toThrow(reason);
    expect(() => methodIn(folder).fit(training, [1], {}, context())).toThrow(reason);
  });

  it('is refused in Python too', needsPython, () => {
    const folder = join(temporaryFolder(), 'own');
    newMethod(folder, 'python', python!);
    const file = join(folder, 'method.py');
    const served = (more: string) => readFileSync(file, 'utf8').replace(/encode=encode.*\)/, `encode=encode${more})`);
    writeFileSync(file, served(', score=fit'));
    expect(() => checkMethod(folder)).toThrow('the program has the function "score"');
    writeFileSync(file, served(''));
    const declaration = join(folder, 'method.json');
    writeFileSync(
      declaration,
      JSON.stringify({ ...JSON.parse(readFileSync(declaration, 'utf8')), nested: false, can: ['score'] }),
    );
    expect(() => checkMethod(folder)).toThrow('the program has no function "score"');
  });

  it('of a module is held to the same', () => {
    const folder = temporaryFolder();
    const module = (more: string) => `exports.method = {
      fit: ({ images: { rows, cols } }, latent) => ({ latent, imageShape: { rows, cols }, parameters: {}, warnings: [] }),
      encode: (fit, images) => ({ count: images.count, rows: 1, cols: 1, data: new Float64Array(images.count) }),${more}
    };`;
    const fitted = (can: readonly string[], more: string) => () => {
      const own = join(folder, `${can.join('-')} ${more.length}`);
      mkdirSync(own);
      writeFileSync(join(own, 'own.js'), module(more));
      writeFileSync(join(own, 'method.json'), JSON.stringify(declared({ command: undefined, module: 'own.js', can })));
      return methodIn(own).fit(training, [1], {}, context()).latent;
    };
    const rule = 'ownRule: { classify: () => null, score: () => null }';
    expect(fitted(['score'], rule)()).toEqual([1]);
    expect(fitted([], '')()).toEqual([1]);
    expect(fitted([], rule)).toThrow('Own: the "method" of own.js has the function "score"');
    expect(fitted([], 'reconstruct: () => null')).toThrow('has the function "reconstruct"');
    expect(fitted(['logLikelihood'], '')).toThrow('has no function "logLikelihood"');
  });

  it('says so where it is not deterministic', () => {
    const method = methodIn(programOf({ ...fields, deterministic: false }));
    expect(method.fit(training, [1], {}, context()).warnings).toContain(
      'Declared as not deterministic: another run may give other numbers.',
    );
  });
});
