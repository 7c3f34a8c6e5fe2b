/** A JavaScript or TypeScript module as a method: it runs in the solver's thread, like a built-in method. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MatrixStack } from '../../core/linalg/matrix.ts';
import { CancelledError, FitError, type LatentShape, type Method, type SweepInput } from '../../core/methods/method.ts';
import type { Declaration } from '../../core/methods/external/declaration.ts';
import { codeShape } from '../../core/methods/external/codeShape.ts';
import { type ExternalFunctions, requireNoMissingPixels } from '../../core/methods/external/externalMethod.ts';
import { functionsProblem, axisName, SCORE_AXES } from './programReplies.ts';
import { nestedSweep } from './nestedSweep.ts';

export interface ModuleSource {
  readonly declaration: Declaration & { readonly module: string };
  readonly folder: string;
  /** Throws FitError if the folder differs from its registration. */
  readonly verify: () => void;
}

/** Functions of a module that exports `method`; the first fit loads it. All its errors become FitError. */
export function moduleMethod(source: ModuleSource): ExternalFunctions {
  const { declaration } = source;
  const { title, can } = declaration;
  let loaded: Partial<Method> | null = null;
  const run = <K extends keyof Method, R>(name: K, use: (member: NonNullable<Method[K]>) => R): R => {
    loaded ??= exported(source);
    const member = loaded[name];
    if (!member) throw new FitError(`${title}: ${declaration.module} must export a method with ${name}.`);
    try {
      // Called with the module's own object as `this`.
      return use((typeof member === 'function' ? member.bind(loaded as never) : member) as NonNullable<Method[K]>);
    } catch (error) {
      if (error instanceof CancelledError || error instanceof FitError) throw error;
      throw new FitError(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const fit: ExternalFunctions['fit'] = (data, latent, settings, context) => {
    requireNoMissingPixels(declaration, data.images);
    return run('fit', (implementation) => ({
      ...implementation(data, latent, settings, context),
      settings,
      method: declaration.id,
    }));
  };
  const encode: ExternalFunctions['encode'] = (fit, images) => {
    requireNoMissingPixels(declaration, images);
    const codes = run('encode', (implementation) => implementation(fit, images));
    return requireCodes(title, codes, images.count, codeShape(declaration, fit.latent, fit.imageShape, fit.settings));
  };
  return {
    fit,
    encode,
    ...(declaration.nested && { sweep: (input: SweepInput) => nestedSweep(input, fit, encode) }),
    ...(can.includes('reconstruct') && {
      reconstruct: (...input) => run('reconstruct', (implementation) => implementation(...input)),
    }),
    ...(can.includes('logLikelihood') && {
      logLikelihood: (...input) => run('logLikelihood', (implementation) => implementation(...input)),
    }),
    ...(can.includes('classify') && {
      classify: (...input) => run('ownRule', (rule) => rule.classify(...input)),
    }),
    ...(can.includes('score') && {
      score: (fit, training, probes) =>
        requireScores(
          title,
          run('ownRule', (rule) => rule.score?.(fit, training, probes)),
          probes.count,
          training.images.count,
        ),
    }),
  };
}

/** Validates codes: the declared shape, all finite. */
function requireCodes(title: string, codes: MatrixStack, count: number, latent: LatentShape): MatrixStack {
  const [rows, cols = 1] = latent;
  if (
    codes.count !== count ||
    codes.rows !== rows ||
    codes.cols !== cols ||
    codes.data.length !== count * rows * cols
  ) {
    throw new FitError(
      `${title}: encode answered codes of ${codes.count} × ${codes.rows} × ${codes.cols}, expected ${count} × ${rows} × ${cols}.`,
    );
  }
  const bad = codes.data.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throw new FitError(`${title}: encode answered ${codes.data[bad]} at ${axisName(bad, [count, ...latent])}.`);
  return codes;
}

/** Validates scores: the declared number, all finite. */
function requireScores(title: string, scores: Float64Array | undefined, probes: number, gallery: number): Float64Array {
  if (!scores) throw new FitError(`${title}: its module must export a method with ownRule.score.`);
  if (scores.length !== probes * gallery) {
    throw new FitError(`${title}: score answered ${scores.length} numbers, expected ${probes * gallery}.`);
  }
  const bad = scores.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throw new FitError(`${title}: score answered ${scores[bad]} at ${axisName(bad, [probes, gallery], SCORE_AXES)}.`);
  return scores;
}

function exported({ declaration, folder, verify }: ModuleSource): Partial<Method> {
  verify();
  const { title, module: file } = declaration;
  if (/\.m?ts$/.test(file) && !process.features.typescript) {
    throw new FitError(
      `${title}: ${file} is TypeScript, and Node ${process.versions.node} does not run it: ` +
        'use Node 22.18 or later, or compile it to JavaScript.',
    );
  }
  let exportedValues: unknown;
  try {
    exportedValues = createRequire(join(folder, 'method.json'))(`./${file}`);
  } catch (error) {
    throw new FitError(`${title}: ${file} could not be loaded: ${(error as Error).message}`);
  }
  const { method, default: standard } = (exportedValues ?? {}) as { method?: unknown; default?: unknown };
  const exportedMethod = method ?? standard;
  if (exportedMethod === null || typeof exportedMethod !== 'object') {
    throw new FitError(
      `${title}: ${file} must export a "method", found ${exportedMethod === undefined ? 'none' : typeof exportedMethod}.`,
    );
  }
  const mismatch = functionsProblem(declaration.can, functionsOf(exportedMethod, declaration.can));
  if (mismatch !== null) throw new FitError(`${title}: the "method" of ${file} ${mismatch}.`);
  return exportedMethod;
}

/**
 * The optional functions of a module, by their names in "can". A rule that scores need not declare `classify`, because
 * it is never called.
 */
function functionsOf({ reconstruct, logLikelihood, ownRule }: Partial<Method>, can: Declaration['can']): string[] {
  const scores = ownRule?.score !== undefined && !can.includes('classify');
  const given = { reconstruct, logLikelihood, classify: scores ? undefined : ownRule?.classify, score: ownRule?.score };
  return Object.entries(given).flatMap(([name, implementation]) => (implementation ? [name] : []));
}
