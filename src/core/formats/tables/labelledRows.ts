/** Images as rows of numbers with their subjects: a selection of a dataset, in any order. */
import { type ImageStream, greyBlocks } from '../imageStream.ts';

/** Names of rows and subjects in a file that is one of several. */
export interface RowNames {
  /** Subjects of all files together, in the order of their first images; the classes of each. @default its own */
  readonly subjects?: readonly string[];
  /** Name of number `i`, from 0. @default "r1c1", by row and column of the image */
  readonly nameOf?: (i: number) => string;
}

/** The images at these indices of a set, in this order. */
export function imagesAt(images: ImageStream, places: ArrayLike<number>): ImageStream {
  const list = Array.from(places);
  const { pixelsOf, coloursOf, subjects, files, attributes } = images;
  return {
    ...images,
    count: list.length,
    pixelsOf: (n) => pixelsOf(list[n]),
    ...(coloursOf && { coloursOf: (n: number) => coloursOf(list[n]) }),
    subjects: list.map((place) => subjects[place]),
    files: list.map((place) => files[place]),
    attributes: list.map((place) => attributes[place]),
  };
}

/** Replaces pixels by vectors: those of a whole dataset in order, or those of some of its images. */
export function vectorsInPlace(
  of: Pick<ImageStream, 'subjects' | 'files' | 'attributes'>,
  { length, values }: { readonly length: number; readonly values: Float64Array },
): ImageStream {
  const { subjects, files, attributes } = of;
  return {
    rows: length,
    cols: 1,
    count: subjects.length,
    type: 'f64',
    pixelsOf: (n) => values.subarray(n * length, (n + 1) * length),
    subjects,
    files,
    attributes,
  };
}

/** A text file with one line per image: the head, then the lines of one block of images at a time, in UTF-8. */
export function* vectorTexts(
  images: ImageStream,
  head: string,
  lineOf: (values: number[], n: number) => string,
): Iterable<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  if (head !== '') yield encoder.encode(head);
  const size = images.rows * images.cols;
  let n = 0;
  for (const block of greyBlocks(images)) {
    let text = '';
    for (let from = 0; from < block.length; from += size) {
      text += lineOf(Array.from(block.subarray(from, from + size)), n++);
    }
    yield encoder.encode(text);
  }
}
