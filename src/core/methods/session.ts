/** `Method.fit` of the methods that work in sessions. */
import type { Method } from './method.ts';

/** One shape in a session of its own, which is released however the fit ends. */
export function fitInSession(open: NonNullable<Method['open']>): Method['fit'] {
  return (data, latent, settings, context) => {
    const session = open(data, settings, context);
    try {
      return session.fit(latent, context.warm);
    } finally {
      session.release();
    }
  };
}
