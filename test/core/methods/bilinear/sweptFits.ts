/** Fits of a session of a bilinear method at several shapes: together, or one after another. */
import type { MatrixStack } from '../../../../src/core/linalg/index.ts';
import type {
  Fit,
  FitContext,
  FitSession,
  LatentShape,
  Method,
  Settings,
} from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';

export function sessionOf(
  method: Method,
  images: MatrixStack,
  settings: Settings = {},
  change: Partial<FitContext> = {},
): FitSession {
  const context = { random: stream('swept fits'), checkCancelled: () => undefined, ...change };
  return method.open!({ images, labels: null }, resolveSettings(method, settings), context);
}

/** Every pair of dimensions. */
export function product(qc: readonly number[], qr: readonly number[]): LatentShape[] {
  return qc.flatMap((c) => qr.map((r) => [c, r]));
}

/** All fits by moments; FitErrors are thrown. */
export function together(
  method: Method,
  images: MatrixStack,
  shapes: readonly LatentShape[],
  settings: Settings = {},
): Fit[] {
  const session = sessionOf(method, images, settings);
  try {
    return [...session.fitAll!(shapes)!].flat().map((fit) => {
      if (fit instanceof Error) throw fit;
      return fit;
    });
  } finally {
    session.release();
  }
}

/** Those over the images, one after another. */
export function oneByOne(
  method: Method,
  images: MatrixStack,
  shapes: readonly LatentShape[],
  settings: Settings = {},
): Fit[] {
  const session = sessionOf(method, images, settings);
  try {
    return shapes.map((shape) => session.fit(shape));
  } finally {
    session.release();
  }
}
