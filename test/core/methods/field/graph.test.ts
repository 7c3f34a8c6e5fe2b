import { describe, expect, it } from 'vitest';
import { squaredDistances } from '../../../../src/core/linalg/index.ts';
import { ballGraph, eachRow, nearestGraph, nearestOf, type Graph } from '../../../../src/core/methods/field/graph.ts';
import { normalMatrix } from '../support/axes.ts';

/** Rows beyond two tiles of distances; the first 20 once more at the end, and a third of all entries rounded: ties. */
const COUNT = 150;
const x = normalMatrix('graph', COUNT, 3);
for (let at = 0; at < x.data.length; at += 3) x.data[at] = Math.round(x.data[at]);
x.data.copyWithin(130 * 3, 0, 20 * 3);
const distances = squaredDistances(x, x).data;
const others = (i: number) => Array.from({ length: COUNT }, (_, j) => j).filter((j) => j !== i);

/** The `k` nearest of row i by sorting, which is stable. */
const sorted = (i: number, k: number) =>
  others(i)
    .sort((a, b) => distances[i * COUNT + a] - distances[i * COUNT + b])
    .slice(0, k);

function expectEdges(graph: Graph, joined: (i: number, j: number) => boolean): void {
  for (let i = 0; i < COUNT; i++) {
    const [from, to] = [graph.start[i], graph.start[i + 1]];
    const expected = others(i).filter((j) => joined(i, j));
    expect([...graph.index.subarray(from, to)]).toEqual(expected);
    expect([...graph.distances.subarray(from, to)]).toEqual(expected.map((j) => distances[i * COUNT + j]));
  }
}

describe('Graphs found a tile of distances at a time', () => {
  it('join the nearest rows of the whole distance matrix, ties to the lower index', () => {
    const near = Array.from({ length: COUNT }, (_, i) => new Set(sorted(i, 4)));
    expectEdges(nearestGraph(x, 4), (i, j) => near[i].has(j) || near[j].has(i));
  });

  it('join the rows of the whole distance matrix within a radius', () => {
    expectEdges(ballGraph(x, 0.7), (i, j) => distances[i * COUNT + j] <= 0.7 ** 2);
  });

  it('call between rows of tiles, so that a search can be cancelled', () => {
    for (const search of [nearestGraph, ballGraph]) {
      let calls = 0;
      expect(() =>
        search(x, 2, () => {
          if (++calls === 2) throw new Error('cancelled');
        }),
      ).toThrow('cancelled');
    }
  });
});

describe('Rows of distances', () => {
  it('are those of the whole matrix, bit for bit, and give the nearest rows in order', () => {
    let next = 0;
    eachRow(x, (i, row) => {
      expect(i).toBe(next++);
      expect([...row]).toEqual([...distances.subarray(i * COUNT, (i + 1) * COUNT)]);
      expect(nearestOf(row, i, 5)).toEqual(sorted(i, 5));
    });
    expect(next).toBe(COUNT);
  });
});
