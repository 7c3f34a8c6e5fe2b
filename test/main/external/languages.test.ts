// @module-tag processes
/** Methods in every language that is installed here, against ours. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matrix, principalAngles } from '../../../src/core/linalg/index.ts';
import { twoDSvd } from '../../../src/core/methods/bilinear/twoDSvd.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { checkMethod } from '../../../src/main/external/checkMethod.ts';
import type { LanguageName } from '../../../src/core/methods/external/languages.ts';
import { newMethod } from '../../../src/main/external/scaffoldMethod.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { withPython } from '../../support/programs.ts';
import { julia, needsOctave, needsPython, needsSklearn, python, pythonWithSklearn, rscript } from './interpreters.ts';
import { context, copied, faces, methodIn, training } from './ownProgram.ts';

const Q = 6;

const languages: readonly [LanguageName, string | undefined, ReturnType<typeof skipWhen>][] = [
  ['python', python ?? undefined, needsPython],
  ['octave', undefined, needsOctave],
  ['julia', undefined, skipWhen(julia === null, 'no Julia is installed')],
  ['r', undefined, skipWhen(rscript === null, 'no R is installed')],
  ['node', process.execPath, {}],
  ['typescript', undefined, {}],
];

describe.each(languages)('the example in %s', (language, interpreter, options) => {
  it('keeps every rule', options, () => {
    const folder = join(temporaryFolder(), 'example');
    newMethod(folder, language, interpreter);
    const report = checkMethod(folder);
    expect(report.rules.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(report.rules.filter(({ state }) => state === 'passed').length).toBeGreaterThan(6);
  });

  it('finds the principal subspace and the codes of our PCA to 1e-10', options, () => {
    const folder = join(temporaryFolder(), 'example');
    newMethod(folder, language, interpreter);
    const method = methodIn(folder);
    const ours = pca.fit(training, [Q], {}, context());
    const theirs = method.fit(training, [Q], resolveSettings(method, {}), context());
    const [a, b] = [pca.encode(ours, faces.images).data, method.encode(theirs, faces.images).data];
    const { count } = faces.images;
    expect(Math.max(...principalAngles(matrix(count, Q, a), matrix(count, Q, b)))).toBeLessThan(1e-10);
    // Axes have no sign of their own.
    const size = Math.max(...a.map(Math.abs));
    a.forEach((value, i) => expect(Math.abs(Math.abs(value) - Math.abs(b[i])) / size).toBeLessThan(1e-10));
  });
});

describe('2DSVD in Octave', () => {
  it('has our codes up to signs, reconstructs what ours does, and keeps every rule', needsOctave, () => {
    const folder = copied('examples/octave-2dsvd', join(temporaryFolder(), 'own'), ['octave/eigenbench_serve.m']);
    expect(checkMethod(folder).rules.filter(({ state }) => state === 'failed')).toEqual([]);
    const method = methodIn(folder);
    const [ours, theirs] = [twoDSvd, method].map((each) => each.fit(training, [4, 3], {}, context()));
    const [a, b] = [twoDSvd.encode(ours, faces.images), method.encode(theirs, faces.images)];
    expect([b.rows, b.cols]).toEqual([4, 3]);
    const size = Math.max(...a.data.map(Math.abs));
    a.data.forEach((value, i) => expect(Math.abs(Math.abs(value) - Math.abs(b.data[i])) / size).toBeLessThan(1e-10));
    const [x, y] = [twoDSvd.reconstruct!(ours, a), method.reconstruct!(theirs, b)];
    x.data.forEach((value, i) => expect(y.data[i]).toBeCloseTo(value, 8));
  });
});

describe('principal components at the best shift, in Python', () => {
  it('scores images itself, and keeps every rule', withPython('numpy'), () => {
    const folder = copied('examples/shifted-pca', join(temporaryFolder(), 'own'), ['python/eigenbench_method.py']);
    expect(checkMethod(folder).rules.filter(({ state }) => state === 'failed')).toEqual([]);
  });
});

describe('transformers of scikit-learn by name', () => {
  const names = ['KernelPCA', 'NMF', 'FastICA', 'FactorAnalysis', 'NeighborhoodComponentsAnalysis', 'PCA'];

  it.each(names)('%s encodes, alike for one seed', needsSklearn, (transformer) => {
    const folder = copied('examples/scikit-learn', join(temporaryFolder(), 'own'), ['python/eigenbench_method.py'], {
      command: [pythonWithSklearn, 'method.py'],
    });
    const method = methodIn(folder);
    const settings = resolveSettings(method, { transformer });
    const codes = () => method.encode(method.fit(training, [3], settings, context()), faces.images);
    const found = codes();
    expect([found.count, found.rows, found.cols]).toEqual([30, 3, 1]);
    expect(found.data.some((value) => value !== 0)).toBe(true);
    expect(codes().data).toEqual(found.data);
  });

  it('PCA has our codes to 1e-10 of the largest', needsSklearn, () => {
    const folder = copied('examples/scikit-learn', join(temporaryFolder(), 'own'), ['python/eigenbench_method.py'], {
      command: [pythonWithSklearn, 'method.py'],
    });
    const method = methodIn(folder);
    const settings = resolveSettings(method, { transformer: 'PCA', scale: 1 });
    const theirs = method.encode(method.fit(training, [Q], settings, context()), faces.images).data;
    const ours = pca.encode(pca.fit(training, [Q], {}, context()), faces.images).data;
    const size = Math.max(...ours.map(Math.abs));
    ours.forEach((value, i) => expect(Math.abs(Math.abs(value) - Math.abs(theirs[i])) / size).toBeLessThan(1e-10));
  });
});
