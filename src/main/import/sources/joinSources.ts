import type { ArraySource } from '../source.ts';
import { ImportError } from '../types.ts';

/**
 * Several files of one database as one source, the images of a subject together. Throws ImportError for unequal shapes.
 */
export function joinSources(sources: readonly ArraySource[]): ArraySource {
  const [first] = sources;
  if (sources.length === 1) return first;
  const { rows, cols } = first.images;
  const odd = sources.find(({ images }) => images.rows !== rows || images.cols !== cols);
  if (odd) {
    throw new ImportError(
      `The files differ: ${first.files[0]} has ${rows} × ${cols} pixels, ${odd.files[0]} has ${odd.images.rows} × ${odd.images.cols}.`,
    );
  }
  const places = sources.flatMap(({ images }, s) => Array.from({ length: images.count }, (_, n) => ({ s, n })));
  const bySubject = Map.groupBy(places, ({ s, n }) => sources[s].subjects[n]);
  const order = [...bySubject.values()].flat();
  const size = rows * cols;
  const bytes = sources.every(({ images }) => images.pixels instanceof Uint8Array);
  const pixels = bytes ? new Uint8Array(order.length * size) : new Float64Array(order.length * size);
  order.forEach(({ s, n }, at) => pixels.set(sources[s].images.pixels.subarray(n * size, (n + 1) * size), at * size));
  return {
    ...first,
    title: `${first.title}, ${sources.length} files`,
    images: { rows, cols, count: order.length, pixels },
    subjects: order.map(({ s, n }) => sources[s].subjects[n]),
    files: order.map(({ s, n }) => sources[s].files[n]),
    attributes: order.map(({ s, n }) => sources[s].attributes[n]),
    problems: sources.flatMap(({ problems }) => problems),
  };
}
