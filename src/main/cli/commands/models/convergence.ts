import { basename } from 'node:path';
import { fitCharts, type TracedFit } from '../../../../core/figures/charts/convergenceChart.ts';
import { sheetOf } from '../../../../core/figures/drawingArea.ts';
import { figurePageSchema, type FigurePageInput } from '../../../../core/figures/figurePage.ts';
import { drawLineCharts } from '../../../../core/figures/painters/lineChart.ts';
import { storedTraces, type StoredTrace } from '../../../../core/methods/storedTraces.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declareConvergence } from '../../declarations/modelCommands.ts';
import { Failure, UsageError } from '../../errors.ts';
import { writeOut } from '../../files/writeOut.ts';
import { readModel, type Model } from '../../modelFile.ts';
import { figureFormat } from '../../options/figureOptions.ts';

/** eigenbench convergence: plots traces of fitted models against iterations or seconds, as SVG, PNG, PDF or TikZ. */
export async function convergenceCommand(
  paths: readonly string[],
  options: OptionsOf<typeof declareConvergence>,
): Promise<void> {
  const { out, theme, trace, against, axes, ...page } = options;
  const format = figureFormat(out);
  const names = [...new Set(trace)];
  const repeated = paths.find((path, at) => paths.indexOf(path) !== at);
  if (repeated !== undefined) throw new UsageError(`${repeated} is named twice.`);
  // Files of the same name in several folders are labelled by their paths.
  const unique = new Set(paths.map((path) => basename(path))).size === paths.length;
  const fits = await Promise.all(
    paths.map(async (path): Promise<TracedFit> => {
      const { fit } = await readModel(path);
      const traces = names.flatMap((name) => tracesNamed(name, path, fit, axes));
      if (against === 'seconds' && !fit.iterationSeconds) {
        throw new Failure(`${path} holds no seconds of its iterations: fit it again, or draw against the iteration.`);
      }
      return { label: unique ? basename(path) : path, methodId: fit.method, traces, seconds: fit.iterationSeconds };
    }),
  );
  const sheet = figurePageSchema.parse(page satisfies Only<FigurePageInput, typeof page>);
  if (sheet.yRange) throw new UsageError('--y-range: every quantity has an axis of its own.');
  const drawing = drawLineCharts(fitCharts(fits, against), theme, sheetOf(sheet));
  const { figureContent } = await import('../../../export/figureFile.ts');
  try {
    writeOut(out, await figureContent(drawing, format, sheet));
  } catch (error) {
    if (error instanceof RangeError) throw new Failure(`${out}: ${error.message}.`);
    throw error;
  }
}

/** Traces of this name, one per requested axis. Throws Failure if the model does not have them. */
function tracesNamed(name: string, path: string, fit: Model['fit'], axes?: readonly number[]): StoredTrace[] {
  const stored = storedTraces(fit);
  if (stored.length === 0) throw new Failure(`${path} has no trace of two iterations: there is nothing to draw.`);
  const traces = stored.filter((trace) => trace.name === name);
  if (traces.length === 0) {
    const names = [...new Set(stored.map((trace) => trace.name))].join(', ');
    throw new Failure(`${path} has no trace "${name}": it has ${names}.`);
  }
  if (axes === undefined || traces[0].column === null) return traces;
  return axes.map((axis) => {
    const column = traces.find((trace) => trace.column === axis);
    if (!column) throw new Failure(`${path}: "${name}" has the axes 1 to ${traces.length}, found ${axis}.`);
    return column;
  });
}
