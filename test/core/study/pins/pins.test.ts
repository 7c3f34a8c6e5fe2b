/**
 * Keys of cells, hashes of splits and predictions are the format of stored results. These files pin them for the preset
 * studies and for every protocol, method by method: a change of structure leaves them alone, and a change of a method's
 * settings or results shows in its own lines only. `vitest -u` writes them again.
 */
import { describe, expect, it } from 'vitest';
import { pinnedPredictions, pinnedPresets, pinnedProtocols } from './pinned.ts';

const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

describe('the format of stored results', () => {
  it('keeps keys and splits of the preset studies', async () => {
    await expect(text(pinnedPresets())).toMatchFileSnapshot('presets.json');
  });

  it('keeps keys and splits of every protocol, and the predictions', async () => {
    await expect(text(pinnedProtocols())).toMatchFileSnapshot('protocols.json');
  });

  it('keeps those of studies that draw by the hash of the pixels, as earlier versions did', async () => {
    await expect(text(pinnedPresets('pixels'))).toMatchFileSnapshot('pixels/presets.json');
    await expect(text(pinnedProtocols('pixels'))).toMatchFileSnapshot('pixels/protocols.json');
  });

  it('keeps the predictions of the methods of the preset studies', async () => {
    await expect(text(pinnedPredictions())).toMatchFileSnapshot('predictions.json');
  });
});
