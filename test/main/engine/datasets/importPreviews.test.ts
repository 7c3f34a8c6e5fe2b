import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eyesOfFile } from '../../../../src/main/engine/datasets/eyeHandlers.ts';
import { previewOf } from '../../../../src/main/engine/datasets/importPreviews.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const image = { rows: 20, cols: 40, pixels: Float64Array.from({ length: 800 }, (_, i) => i % 256), colours: null };

describe('the preview of steps', () => {
  it('says where the eyes are, by their place in the image, as shares that outlive any reduction', async () => {
    const eyePath = join(temporaryFolder(), 'eyes.txt');
    // The first eye of the file is the right one of the image.
    writeFileSync(eyePath, 'a.png 29.5 9.5 9.5 4.5\n');
    const images = [
      { ...image, index: 0 },
      { ...image, index: 1 },
    ];
    const align = { kind: 'align', rows: 10, cols: 10, left: { x: 2, y: 3 }, right: { x: 7, y: 3 } } as const;
    const options = { steps: [align], eyeSource: eyesOfFile(eyePath), maxSide: 8 };
    const [known, unknown] = (await previewOf({ images, files: ['a.png', 'b.png'] }, options)).images;
    expect(known.eyes).toEqual([
      { x: 0.25, y: 0.25 },
      { x: 0.75, y: 0.5 },
    ]);
    expect(known.after).toMatchObject({ rows: 8, cols: 8 });
    expect(unknown).toMatchObject({ eyes: null, after: null, reason: 'its eyes are not known' });
  });
});
