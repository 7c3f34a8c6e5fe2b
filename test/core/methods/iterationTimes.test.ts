import { describe, expect, it } from 'vitest';
import type { Fit, Method, ParameterValue } from '../../../src/core/methods/method.ts';
import { findMethod, methods } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { storedTraces } from '../../../src/core/methods/storedTraces.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';

const { images, labels } = generateFaces({ subjects: 4, perSubject: 4, rows: 8, cols: 7 });
const holed = { ...images, data: images.data.map((value, at) => (at % 11 === 3 ? NaN : value)) };

function fitOf(method: Method, set: Record<string, ParameterValue>, clock?: () => number, data = images): Fit {
  const iterations: Record<string, ParameterValue> = method.parameters.some(({ name }) => name === 'maxIterations')
    ? { maxIterations: 4 }
    : {};
  const settings = resolveSettings(method, { ...iterations, ...set });
  const attributes = Object.fromEntries((method.attributes?.(settings) ?? []).map((name) => [name, labels]));
  return method.fit(
    { images: data, labels, attributes },
    method.latentNames.map(() => 2),
    settings,
    {
      random: stream('times', method.id),
      checkCancelled: () => undefined,
      ...(clock && { clock }),
    },
  );
}

/** A clock that only this test moves. */
function ticking(): () => number {
  let now = 0;
  return () => ++now;
}

const variants: [id: string, set: Record<string, ParameterValue>, missing: boolean][] = [
  ...methods.map(({ id }): [string, Record<string, ParameterValue>, boolean] => [id, {}, false]),
  ['bppca', { algorithm: 'aecm' }, false],
  ['coupled', { algorithm: 'em' }, false],
  ['psopca', { noise: 'zero' }, false],
  ['psopca', {}, true],
  ['ppca', {}, true],
];

describe('the times of iterations', () => {
  it.each(variants)(
    'of %s %o stand beside its trace and change nothing else (missing pixels: %s)',
    (id, set, missing) => {
      const method = findMethod(id)!;
      const data = missing ? holed : images;
      const plain = fitOf(method, set, undefined, data);
      expect(plain).not.toHaveProperty('iterationSeconds');
      const { iterationSeconds, ...timed } = fitOf(method, set, ticking(), data);
      expect(timed).toEqual(plain);
      if (plain.trace.length === 0) return expect(iterationSeconds ?? []).toEqual([]);
      expect(iterationSeconds).toHaveLength(plain.trace.length);
      expect(iterationSeconds).toEqual(iterationSeconds!.toSorted((a, b) => a - b));
    },
  );

  it('are those of the start that was kept', () => {
    const method = methods.find(({ components }) => components)!;
    const { iterationSeconds, trace } = fitOf(method, { components: 2, starts: 3 }, ticking());
    expect(iterationSeconds).toHaveLength(trace.length);
    // The clock ticks once for each value: the kept trace is a run of consecutive ticks.
    iterationSeconds!.forEach((time, t) => expect(time - t).toBe(iterationSeconds![0]));
  });

  it('of a continued fit are its own, not those of the fit that it goes on from', () => {
    const psopca = findMethod('psopca')!;
    const kept = psopca.incremental!.keep(fitOf(psopca, {}, ticking()), images);
    const context = { random: stream('continue'), checkCancelled: () => undefined };
    expect(psopca.incremental!.resume(kept, images, context)).not.toHaveProperty('iterationSeconds');
    const { iterationSeconds, trace } = psopca.incremental!.resume(kept, images, { ...context, clock: ticking() });
    expect(iterationSeconds).toEqual(trace.map((_, t) => t + 1));
  });
});

describe('the traces of a fit', () => {
  it('declare name, unit and direction of their quantity, for every method that iterates', () => {
    for (const method of methods) {
      const { objective, trace } = fitOf(method, {});
      if (trace.length === 0) continue;
      expect(objective, method.id).toEqual({
        name: expect.stringMatching(/\w/),
        unit: expect.stringMatching(/nats|squared pixel values/),
        sense: expect.stringMatching(/^(maximise|minimise)$/),
      });
    }
  });

  it('are the objective and what the method declares, a matrix column by column', () => {
    const empca = findMethod('empca')!;
    const fit = fitOf(empca, { exactAxes: true, tolerance: 0 });
    const traces = storedTraces(fit);
    expect(traces.map(({ name, column, quantity }) => [name, column, quantity.name])).toEqual([
      ['objective', null, 'squared error J_q'],
      ['Jq', null, 'squared error J_q'],
      ['angle12', null, 'angle between axes 1 and 2'],
      ['exactAngles', 1, 'angle to exact axis 1'],
      ['exactAngles', 2, 'angle to exact axis 2'],
    ]);
    const { exactAngles } = fit.parameters;
    expect(traces[4].values).toEqual(Array.from({ length: 4 }, (_, t) => exactAngles.data[2 * t + 1]));
  });

  it('tell errors apart that are weighted differently', () => {
    const emepca = findMethod('emepca')!;
    const settings: Record<string, ParameterValue>[] = [
      { weights: 'geometric', ratio: 0.8 },
      { weights: 'geometric', ratio: 0.5 },
      { weights: 'equal' },
      { weights: 'list', coefficients: [1, 0.25] },
    ];
    const names = settings.map((set) => fitOf(emepca, set).objective!.name);
    expect(new Set(names).size).toBe(4);
    // The limit is traced by J_q, as EM-PCA is.
    expect(fitOf(emepca, { weights: 'limit' }).objective).toEqual(fitOf(findMethod('empca')!, {}).objective);
  });

  it('begin at iteration 0 where they hold the value before the first step', () => {
    const [trace] = storedTraces(fitOf(findMethod('psopca')!, {}, undefined, holed));
    expect(trace.first).toBe(0);
    expect(storedTraces(fitOf(findMethod('psopca')!, {}))[0].first).toBe(1);
  });

  it('are none of closed forms', () => {
    expect(storedTraces(fitOf(findMethod('pca')!, {}))).toEqual([]);
  });
});
