/** Where NaN stands in what a module answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkMethod } from '../../../src/main/external/checkMethod.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { context, declared, faces, methodIn, training } from './ownProgram.ts';

/** A module whose functions set one number of what they answer to NaN. */
function moduleOf(at: { codes?: number; scores?: number; pixels?: number }): string {
  const folder = temporaryFolder();
  const can = ['reconstruct', 'score'];
  const declaration = declared({ command: undefined, module: 'own.js', can, labels: true });
  writeFileSync(join(folder, 'method.json'), JSON.stringify(declaration));
  writeFileSync(
    join(folder, 'own.js'),
    `const holed = (length, at) => Float64Array.from({ length }, (_, i) => (i === at ? NaN : 0));
     exports.method = {
       fit: ({ images: { rows, cols } }, latent) => ({ latent, imageShape: { rows, cols }, parameters: {}, trace: [], warnings: [] }),
       encode: ({ latent: [q] }, { count }) => ({ count, rows: q, cols: 1, data: holed(count * q, ${at.codes}) }),
       reconstruct: ({ imageShape: { rows, cols } }, { count }) =>
         ({ count, rows, cols, data: holed(count * rows * cols, ${at.pixels}) }),
       ownRule: {
         classify: (fit, training, { count }) => new Int32Array(count),
         score: (fit, { images }, { count }) => holed(count * images.count, ${at.scores}),
       },
     };`,
  );
  return folder;
}

describe('NaN that a module answers', () => {
  it('is found in codes and scores, by image and number', () => {
    const coding = methodIn(moduleOf({ codes: 31 }));
    const fit = coding.fit(training, [3], {}, context());
    expect(() => coding.encode(fit, faces.images)).toThrow(
      'Own: encode answered NaN at image 11 of 30, number 2 of 3.',
    );
    const scoring = methodIn(moduleOf({ scores: 62 }));
    expect(() => scoring.ownRule!.score!(fit, training, faces.images)).toThrow(
      'Own: score answered NaN at test image 3 of 30, training image 3 of 30.',
    );
  });

  it('is found in images, by row and column, when the method is tried', () => {
    const { rules } = checkMethod(moduleOf({ pixels: 14 * 12 + 13 }));
    expect(rules.find(({ title }) => title === 'Reconstructs images')).toMatchObject({
      state: 'failed',
      detail: 'Image 2 of 12, row 2 of 14, column 2 of 12 is NaN.',
    });
  });
});
