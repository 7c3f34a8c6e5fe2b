/**
 * What a method from outside costs besides its own work, alongside PCA of ours: run it by
 * `npx node test/bench/programs/overhead.ts`. "Idle" programs do nothing, so their times are those of the frames; the
 * examples compute PCA. Wall time, medians.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectImages, type ImageSet } from '../../../src/core/images/imageSet.ts';
import type { Method } from '../../../src/core/methods/method.ts';
import { parseDeclaration } from '../../../src/core/methods/external/declaration.ts';
import { externalMethod } from '../../../src/core/methods/external/externalMethod.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import type { LanguageName } from '../../../src/core/methods/external/languages.ts';
import { newMethod } from '../../../src/main/external/scaffoldMethod.ts';
import { functionsOf } from '../../../src/main/external/loadRegistered.ts';

const Q = 40;
const ROUNDS = 5;
/** ORL at the size of the preset studies. */
const { images: faces, labels } = generateFaces({ subjects: 40, perSubject: 10, rows: 56, cols: 46 });

/** A module that does nothing. */
const IDLE_MODULE = `export const method = {
  fit: (data: { images: { rows: number; cols: number } }, latent: readonly number[], settings: object) => ({
    method: 'bench-idle', latent, settings, imageShape: { rows: data.images.rows, cols: data.images.cols }, parameters: {},
    trace: [], objective: null, iterations: 0, converged: true, logLikelihood: null, warnings: [],
  }),
  encode: ({ latent: [q] }: { latent: readonly number[] }, { count }: { count: number }) =>
    ({ count, rows: q, cols: 1, data: new Float64Array(count * q) }),
};`;

/** Bodies of programs that do nothing. */
const idle: Partial<Record<LanguageName, readonly [file: string, body: string]>> = {
  python: [
    'method.py',
    `import numpy as np
import eigenbench_method as eigenbench
eigenbench.serve("bench-idle", fit=lambda train, latent, settings: {"q": np.array([latent[0]])},
                 encode=lambda model, images: np.zeros((len(images), int(model["q"][0]))))`,
  ],
  octave: [
    'method.m',
    `1;
function model = my_fit(train, latent, settings)
  model.q = latent(1);
endfunction
eigenbench_serve("bench-idle", struct("fit", @my_fit, "encode", @(model, images) zeros(size(images, 1), model.q)));`,
  ],
  r: [
    'method.R',
    `source("eigenbench_method.R")
eigenbench_serve("bench-idle", list(fit = function(train, latent, settings) list(q = latent[1]),
  encode = function(model, images) matrix(0, dim(images)[1], model$q[1])))`,
  ],
  node: [
    'method.mjs',
    `import { serve } from './eigenbench-method.mjs';
serve('bench-idle', {
  fit: (train, [q]) => ({ q: { shape: [1], data: Float64Array.of(q) } }),
  encode: ({ q }, { shape: [count] }) => ({ shape: [count, q.data[0]], data: new Float64Array(count * q.data[0]) }),
});`,
  ],
  typescript: ['method.ts', IDLE_MODULE],
};

interface Costs {
  /** Seconds until a fit of one image answers: the process, its interpreter, its packages. */
  readonly start: number;
  readonly firstFit: number;
  readonly furtherFit: number;
  /** Of all images, which the program has. */
  readonly encode: number;
  /** Of one image that it has not. */
  readonly encodeOne: number;
}

/** Images that no program has seen. */
const copyOf = (images: ImageSet): ImageSet =>
  selectImages(
    images,
    Array.from({ length: images.count }, (_, n) => n),
  );

function seconds(work: () => unknown): number {
  const from = performance.now();
  work();
  return (performance.now() - from) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function costsOf(method: Method): Costs {
  const settings = resolveSettings(method, {});
  const context = () => ({ random: stream('bench'), checkCancelled: () => undefined });
  const fit = (images: ImageSet, q = Q) => method.fit({ images, labels }, [q], settings, context());
  const start = seconds(() => fit(selectImages(faces, [0, 1, 2]), 1));
  const times = (work: () => unknown): number => median(Array.from({ length: ROUNDS }, () => seconds(work)));
  const firstFit = median(
    Array.from({ length: ROUNDS }, () => {
      const images = copyOf(faces);
      return seconds(() => fit(images));
    }),
  );
  const images = copyOf(faces);
  const model = fit(images);
  method.encode(model, images);
  return {
    start,
    firstFit,
    furtherFit: times(() => fit(images)),
    encode: times(() => method.encode(model, images)),
    encodeOne: times(() => method.encode(model, selectImages(faces, [7]))),
  };
}

/** The costs of the example in a language, or of a program that does nothing; null without its interpreter. */
function costsIn(language: LanguageName, doingNothing: boolean): Costs | null {
  const parent = mkdtempSync(join(tmpdir(), 'eigenbench-bench-'));
  const folder = join(parent, 'bench-idle');
  const interpreter = { node: process.execPath, python: '/usr/bin/python3' }[language as string];
  newMethod(folder, language, interpreter);
  const own = idle[language];
  if (doingNothing && own) writeFileSync(join(folder, own[0]), `${own[1]}\n`);
  const declaration = parseDeclaration(JSON.parse(readFileSync(join(folder, 'method.json'), 'utf8')));
  const functions = functionsOf({ ...declaration, nested: false }, folder, null, () => undefined);
  try {
    return costsOf(externalMethod(declaration, '0'.repeat(16), { functions }));
  } catch (error) {
    process.stderr.write(`${language}: ${(error as Error).message.split('\n')[0]}\n`);
    return null;
  } finally {
    functions.close?.();
    rmSync(parent, { recursive: true, force: true });
  }
}

const ms = (value: number): string => `${(1000 * value).toPrecision(2)}`;
const line = (name: string, costs: Costs | null): string =>
  costs
    ? `| ${name} | ${ms(costs.start)} | ${ms(costs.firstFit)} | ${ms(costs.furtherFit)} | ${ms(costs.encode)} | ${ms(costs.encodeOne)} |`
    : `| ${name} | not here | | | | |`;

console.log(
  `${faces.count} images of ${faces.rows} × ${faces.cols}, q = ${Q}; medians of ${ROUNDS}, milliseconds of the`,
);
console.log(`wall; load ${loadavg()[0].toFixed(1)}; Node ${process.versions.node}\n`);
console.log('| | start | first fit | further fit | encode all | encode one new |\n|---|---|---|---|---|---|');
console.log(line('PCA of ours', costsOf(pca)));
console.log(line('module, idle', costsIn('typescript', true)));
console.log(line('Node, idle', costsIn('node', true)));
// The examples for Node and TypeScript have an eigensolver of a few lines, which says nothing about frames.
for (const [language, name] of [
  ['python', 'Python'],
  ['octave', 'Octave'],
  ['r', 'R'],
] as const) {
  console.log(line(`${name}, idle`, costsIn(language, true)));
  console.log(line(`${name}, PCA`, costsIn(language, false)));
}
