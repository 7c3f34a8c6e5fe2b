/** A JavaScript or TypeScript module as a method: it runs in the solver's thread, like a method of ours. */
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
  /** Throws FitError where the folder is not as it was registered. */
  readonly verify: () => void;
}

/** The functions of a module that exports `method`; loaded by the first fit. Whatever it throws becomes a FitError. */
export function moduleMethod(source: ModuleSource): ExternalFunctions {
  const { declaration } = source;
  const { title, can } = declaration;
  let loaded: Partial<Method> | null = null;
  const run = <K extends keyof Method, R>(name: K, use: (own: NonNullable<Method[K]>) => R): R => {
    loaded ??= exported(source);
    const own = loaded[name];
    if (!own) throw new FitError(`${title}: ${declaration.module} must export a method with ${name}.`);
    try {
      // Called on the module's own object, as its author wrote it.
      return use((typeof own === 'function' ? own.bind(loaded as never) : own) as NonNullable<Method[K]>);
    } catch (error) {
      if (error instanceof CancelledError || error instanceof FitError) throw error;
      throw new FitError(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const fit: ExternalFunctions['fit'] = (data, latent, settings, context) => {
    requireNoMissingPixels(declaration, data.images);
    return run('fit', (own) => ({ ...own(data, latent, settings, context), settings, method: declaration.id }));
  };
  const encode: ExternalFunctions['encode'] = (fit, images) => {
    requireNoMissingPixels(declaration, images);
    const codes = run('encode', (own) => own(fit, images));
    return requireCodes(title, codes, images.count, codeShape(declaration, fit.latent, fit.imageShape, fit.settings));
  };
  return {
    fit,
    encode,
    ...(declaration.nested && { sweep: (input: SweepInput) => nestedSweep(input, fit, encode) }),
    ...(can.includes('reconstruct') && { reconstruct: (...input) => run('reconstruct', (own) => own(...input)) }),
    ...(can.includes('logLikelihood') && { logLikelihood: (...input) => run('logLikelihood', (own) => own(...input)) }),
    ...(can.includes('classify') && {
      classify: (...input) => run('ownRule', (own) => own.classify(...input)),
    }),
    ...(can.includes('score') && {
      score: (fit, training, probes) =>
        requireScores(
          title,
          run('ownRule', (own) => own.score?.(fit, training, probes)),
          probes.count,
          training.images.count,
        ),
    }),
  };
}

/** Codes of the declared shape, all finite. */
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

/** As many scores as declared, all finite. */
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
  let found: unknown;
  try {
    found = createRequire(join(folder, 'method.json'))(`./${file}`);
  } catch (error) {
    throw new FitError(`${title}: ${file} could not be loaded: ${(error as Error).message}`);
  }
  const { method, default: standard } = (found ?? {}) as { method?: unknown; default?: unknown };
  const own = method ?? standard;
  if (own === null || typeof own !== 'object') {
    throw new FitError(`${title}: ${file} must export a "method", found ${own === undefined ? 'none' : typeof own}.`);
  }
  const unlike = functionsProblem(declaration.can, functionsOf(own, declaration.can));
  if (unlike !== null) throw new FitError(`${title}: the "method" of ${file} ${unlike}.`);
  return own;
}

/** What a module can by the names of "can"; `classify` of a rule that scores is not asked, and need not be declared. */
function functionsOf({ reconstruct, logLikelihood, ownRule }: Partial<Method>, can: Declaration['can']): string[] {
  const scores = ownRule?.score !== undefined && !can.includes('classify');
  const given = { reconstruct, logLikelihood, classify: scores ? undefined : ownRule?.classify, score: ownRule?.score };
  return Object.entries(given).flatMap(([name, own]) => (own ? [name] : []));
}
