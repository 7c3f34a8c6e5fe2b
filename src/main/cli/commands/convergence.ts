import { basename } from 'node:path';
import { convergenceFigure } from '../../../core/figures/convergenceFigure.ts';
import { Failure } from '../errors.ts';
import { figureFormat } from '../figureFormat.ts';
import { readModel } from '../model.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';

interface ConvergenceOptions {
  readonly out: string;
  readonly theme: 'light' | 'dark';
}

/** eigenbench convergence: the objective of fitted models against the iteration, as SVG or PNG. */
export async function convergenceCommand(paths: readonly string[], { out, theme }: ConvergenceOptions): Promise<void> {
  const format = figureFormat(out);
  const traces = await Promise.all(
    paths.map(async (path) => {
      const { fit } = await readModel(path);
      if (fit.trace.length < 2) throw new Failure(`${path} has no trace of two iterations: there is nothing to draw.`);
      return { label: basename(path), methodId: fit.method, values: fit.trace, objective: fit.objective?.name };
    }),
  );
  const [{ objective = 'Objective' }] = traces;
  const svg = convergenceFigure(traces, objective[0].toUpperCase() + objective.slice(1), theme);
  if (format === 'svg') return writeFileAtomic(out, svg);
  const { pngOf } = await import('../../export/png.ts');
  await writeFileAtomic(out, await pngOf(svg));
}
