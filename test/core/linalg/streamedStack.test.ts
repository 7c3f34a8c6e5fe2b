import { describe, expect, it } from 'vitest';
import {
  forEachPart,
  matrixStack,
  partOfStack,
  readStack,
  selectStack,
  streamedStack,
  type MatrixStack,
} from '../../../src/core/linalg/index.ts';
import { randomMatrix } from './support.ts';

const plain = matrixStack(11, 3, 4, randomMatrix(11, 12, 1).data);

/** The same matrices, read from elsewhere; `reads` counts the matrices. */
function elsewhere(reads = { count: 0 }): MatrixStack {
  return streamedStack(11, 3, 4, (from, to, target, at) => {
    reads.count += to - from;
    target.set(plain.data.subarray(from * 12, to * 12), at);
  });
}

const index = Int32Array.of(10, 3, 4, 5, 0, 3);

describe('stacks that are read in parts', () => {
  it('give the values of a stack in memory, by parts and as a whole', () => {
    const stack = elsewhere();
    const target = new Float64Array(40);
    readStack(stack, 2, 5, target, 4);
    expect(target.subarray(4)).toEqual(plain.data.subarray(24, 60));
    expect(target.subarray(0, 4)).toEqual(new Float64Array(4));
    expect(stack.data).toEqual(plain.data);
  });

  it('make their values once, and not before somebody asks for all of them', () => {
    const reads = { count: 0 };
    const stack = elsewhere(reads);
    partOfStack(stack, 2, 9);
    selectStack(stack, index);
    expect(reads.count).toBe(0);
    expect(stack.data).toBe(stack.data);
    readStack(stack, 0, 3, new Float64Array(36), 0);
    expect(reads.count).toBe(11);
  });

  it('are selected and cut like stacks in memory', () => {
    for (const stack of [plain, elsewhere()]) {
      const chosen = selectStack(stack, index);
      const expected = Array.from(index, (n) => [...plain.data.subarray(n * 12, n * 12 + 12)]).flat();
      expect([...chosen.data]).toEqual(expected);
      const again = selectStack(chosen, [5, 1, 2]);
      expect([...again.data]).toEqual([5, 1, 2].flatMap((n) => expected.slice(n * 12, n * 12 + 12)));
      const cut = partOfStack(partOfStack(stack, 1, 10), 2, 6);
      expect(cut.count).toBe(4);
      expect(cut.data).toEqual(plain.data.slice(36, 84));
    }
  });

  it('come in steps of four matrices', () => {
    for (const stack of [plain, elsewhere(), elsewhere()]) {
      const seen: number[] = [];
      forEachPart(stack, (values, first, count) => {
        expect(first % 4).toBe(0);
        expect(values).toEqual(plain.data.slice(first * 12, (first + count) * 12));
        seen.push(...Array.from({ length: count }, (_, n) => first + n));
      });
      expect(seen).toEqual(Array.from({ length: 11 }, (_, n) => n));
    }
    const wide = streamedStack(10, 300, 300, (from, to, target, at) => target.fill(from, at, at + (to - from) * 90000));
    const steps: number[] = [];
    forEachPart(wide, (_, first, count) => steps.push(first, count));
    expect(steps).toEqual([0, 4, 4, 4, 8, 2]);
  });
});
