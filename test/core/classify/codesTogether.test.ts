import { describe, expect, it } from 'vitest';
import { codesTogether } from '../../../src/core/classify/evaluateWithRefits.ts';
import { asVectors } from '../../../src/core/images/imageSet.ts';
import { gramOfRows, matrixStack, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { bppca } from '../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../src/core/methods/bilinear/glram.ts';
import type { Fit, FitSession, Method, SweepInput } from '../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import { evaluateShapes } from '../../support/classify.ts';

const { images, labels } = generateFaces({ subjects: 12, perSubject: 20, rows: 10, cols: 8 });
const half = (rest: number): Int32Array => Int32Array.from([...labels.keys()].filter((n) => n % 2 === rest));

function inputFor(method: Method): SweepInput {
  return {
    images,
    labels,
    train: half(0),
    test: half(1),
    shapes: [1, 2, 3, 5, 7].flatMap((qc) => [1, 2, 4, 6].map((qr) => [qc, qr])),
    settings: resolveSettings(method, {}),
    context: { random: stream('codes'), checkCancelled: () => undefined },
    gram: () => gramOfRows(asVectors(images)),
  };
}

describe.each([glram, bppca])('codes of $title at all shapes', (method) => {
  it('are made together, and are those of one shape after the other', () => {
    let calls = 0;
    const spied: Method = {
      ...method,
      open(...given) {
        const session = method.open!(...given);
        return {
          ...session,
          encode: () => expect.fail('one shape alone was encoded'),
          encodeAll(fits, set) {
            calls++;
            const codes = session.encodeAll!(fits, set);
            fits.forEach((fit, i) => expect(codes[i]).toEqual(session.encode!(fit, set)));
            return codes;
          },
        };
      },
    };
    const alone: Method = { ...method, open: (...given) => ({ ...method.open!(...given), encodeAll: undefined }) };
    const together = evaluateShapes(spied, inputFor(method));
    expect(together.sums).toBe('moments');
    expect(calls).toBe(2);
    expect(together).toEqual(evaluateShapes(alone, inputFor(method)));
  });
});

describe('groups of codes', () => {
  const fitOf = (latent: number[]): Fit => ({ latent }) as unknown as Fit;
  const set = (count: number): MatrixStack => matrixStack(count, 1, 1);
  const sets = { gallery: set(1000), probes: set(24) };
  const groups: number[] = [];
  const session = {
    encodeAll(fits: readonly Fit[]) {
      groups.push(fits.length);
      return fits.map(() => set(1));
    },
  } as unknown as FitSession;

  it('take no more than 4 MiB, share their time evenly, and leave large codes to be made alone', () => {
    // 1024 codes of 256 values are 2 MiB.
    const fits = [fitOf([16, 16]), fitOf([16, 16]), new Error('no fit'), fitOf([8, 16]), fitOf([32, 32])];
    const codesOf = codesTogether(session, fits, sets, () => () => 6);
    const shares = fits.map((fit) => (fit instanceof Error ? undefined : (codesOf(fit)?.seconds ?? null)));
    expect(shares).toEqual([3, 3, undefined, null, null]);
    expect(groups).toEqual([2, 2]);
  });
});
