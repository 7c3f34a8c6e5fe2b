import { greyBlocks, type ImageStream } from '../imagesByOne.ts';

/** A text file of a line per image: the head, then the lines of a block of images at a time, in UTF-8. */
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
