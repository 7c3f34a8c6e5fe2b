/** The preset study on ORL: its images, splits and cells, as many repeats as asked for. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodePnm } from '../../../src/core/formats/pictures/pnm.ts';
import { asVectors } from '../../../src/core/images/imageSet.ts';
import { resize } from '../../../src/core/images/resize.ts';
import { gramOfRows, matrixStack, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { evaluateCell } from '../../../src/core/study/cells/evaluate.ts';
import { splitCache } from '../../../src/core/study/cells/splitCache.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
import { taskOf } from '../../core/study/evaluateAll.ts';
import { realData } from '../../support/realData.ts';
import { openImageFiles, readImages, type Shape } from '../harness/imageFiles.ts';

/** Forty subjects with ten images each, in the size that the bilinear papers use for ORL. */
export const SHAPE: Shape = [400, 56, 46];
export const SUBJECTS = 40;

/** ORL halved to 56 × 46 by area, where the data are; else images drawn with a falling spectrum of rank (20, 20). */
export function facesOf56x46(): { readonly images: MatrixStack; readonly name: 'ORL' | 'drawn images' } {
  return facesOf(56, 46);
}

/** The same in another size. */
export function facesOf(
  rows: number,
  cols: number,
): { readonly images: MatrixStack; readonly name: 'ORL' | 'drawn images' } {
  const [count] = SHAPE;
  if (existsSync(realData('orl'))) {
    const images = matrixStack(count, rows, cols);
    for (let n = 0; n < count; n++) {
      const file = resolve(realData('orl'), `s${Math.floor(n / 10) + 1}`, `${(n % 10) + 1}.pgm`);
      const { rows: height, cols: width, samples } = decodePnm(readFileSync(file));
      const whole = { rows: height, cols: width, pixels: Float64Array.from(samples) };
      images.data.set(resize(whole, rows, cols, 'area').map(Math.round), n * rows * cols);
    }
    return { images, name: 'ORL' };
  }
  const files = openImageFiles();
  const images = readImages(files.write([count, rows, cols], [20, 20]), [count, rows, cols]);
  files.remove();
  return { images, name: 'drawn images' };
}

export interface PresetStudy {
  readonly labels: readonly number[];
  readonly splits: readonly { readonly train: readonly number[]; readonly test: readonly number[] }[];
  /** Evaluates all cells: fits of the two-sided methods, their iterations and all wrong decisions. */
  readonly run: () => { readonly iterations: number; readonly wrong: number };
}

/** The preset with `repeats` repeats and, where given, latent values of the two-sided methods per axis. */
export function presetStudy(images: MatrixStack, repeats: number, axis?: readonly number[]): PresetStudy {
  const preset = new URL('../../../resources/studies/orl.json', import.meta.url);
  const json = JSON.parse(readFileSync(preset, 'utf8')) as {
    protocol: { repeats: number };
    methods: { method: string; latent?: unknown }[];
  };
  json.protocol.repeats = repeats;
  if (axis) {
    for (const method of json.methods) {
      if (method.method === 'glram' || method.method === 'bppca') method.latent = { qc: axis, qr: axis };
    }
  }
  const parsed = parseStudySpec(json);
  if (!parsed.ok) throw new Error(`The preset study is not valid: ${JSON.stringify(parsed)}`);
  const { spec } = parsed;
  const labels = Int32Array.from({ length: images.count }, (_, n) => Math.floor(n / (images.count / SUBJECTS)));
  const facts = {
    hash: 'bench',
    labels,
    subjects: Array.from({ length: SUBJECTS }, (_, s) => `s${s + 1}`),
    attributes: [],
  };
  const plan = planCells(planStudy(spec), facts);
  const places = [...new Map(plan.cells.map((cell) => [`${cell.condition} ${cell.repeat}`, cell])).values()];
  return {
    labels: [...labels],
    splits: places.map(({ condition, repeat }) => {
      const { train, test } = splitOf(spec, facts, condition, repeat);
      return { train: [...train], test: [...test] };
    }),
    run() {
      const gram = gramOfRows(asVectors(images));
      let [work, split] = [splitCache(), ''];
      let [iterations, wrong] = [0, 0];
      for (const cell of plan.cells) {
        const place = `${cell.condition} ${cell.repeat}`;
        if (place !== split) [split, work] = [place, splitCache()];
        const data = { images, labels, gram: () => gram };
        const result = evaluateCell(taskOf(spec, facts, plan, cell), data, () => undefined, work);
        for (const value of result.iterations) iterations += value;
        for (const value of result.wrong) wrong += value;
      }
      return { iterations, wrong };
    },
  };
}
