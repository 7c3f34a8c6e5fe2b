import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../src/core/formats/formatError.ts';
import { decodeImage } from '../../../src/main/import/decode/decodeImage.ts';
import { mutate, ROUNDS, seeded } from './mutate.ts';
import { decoders, pictures } from './targets.ts';

describe('damaged files', () => {
  it.each(decoders)('%s decodes them or throws a FormatError of one line', (name, decode, seeds) => {
    const random = seeded(name.length);
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = mutate(seeds[random(seeds.length)], random);
      try {
        decode(bytes);
      } catch (error) {
        if (!(error instanceof FormatError)) {
          throw new Error(`round ${round}: ${String(error)} for ${Buffer.from(bytes).toString('hex')}`, {
            cause: error,
          });
        }
        expect(error.message).toMatch(/^[^\n]{10,300}$/);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(ROUNDS / 20);
    expect(refused).toBeLessThan(ROUNDS);
  });

  it('decodeImage refuses damaged pictures of every compressed format with a FormatError', async () => {
    const random = seeded(99);
    for (let round = 0; round < ROUNDS / 5; round++) {
      const bytes = mutate(pictures[random(pictures.length)], random);
      try {
        const { rows, cols, pixels } = await decodeImage(bytes);
        expect(pixels.length).toBe(rows * cols);
      } catch (error) {
        if (!(error instanceof FormatError)) throw new Error(`round ${round}: ${String(error)}`, { cause: error });
      }
    }
  });
});
