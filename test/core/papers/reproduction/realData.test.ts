/** Experiments of the papers on public databases, at the quick size. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeMat } from '../../../../src/core/formats/matlab/matlab.ts';
import { decodePnm } from '../../../../src/core/formats/pictures/pnm.ts';
import { matrixStack, stackItem } from '../../../../src/core/linalg/index.ts';
import type { PaperData } from '../../../../src/core/papers/experiment.ts';
import { needsRealData, realData } from '../../../support/realData.ts';
import { broken, quickResult } from '../quickSize.ts';

type Data = Omit<PaperData, 'standIn'>;

function orl(): Data {
  const images = matrixStack(400, 112, 92);
  for (let n = 0; n < 400; n++) {
    const file = resolve(realData('orl'), `s${Math.floor(n / 10) + 1}`, `${(n % 10) + 1}.pgm`);
    stackItem(images, n).data.set(decodePnm(readFileSync(file)).samples);
  }
  return { database: 'orl', images, labels: Int32Array.from({ length: 400 }, (_, n) => Math.floor(n / 10)) };
}

const FREY = 'frey/frey_rawface.mat';

/** The file has a frame per column. */
function frey(): Data {
  const { data } = decodeMat(readFileSync(realData(FREY))).variables[0];
  return { database: 'frey', images: matrixStack(1965, 28, 20, Float64Array.from(data)), labels: new Int32Array(1965) };
}

describe('experiments on the faces of ORL', needsRealData('orl'), () => {
  it.each(['phopca-fig1', 'phopca-fig2', 'phopca-fig3-orl', 'phopca-fig4'])(
    '%s: every statement of the paper holds',
    (id) => {
      expect(broken(quickResult(id, orl()))).toEqual([]);
    },
  );
});

describe('experiments on the Frey faces', needsRealData(FREY), () => {
  it('unified-table1: each neighbourhood is nearest to its own method; EM-PCA and EM-LDA are within 1°', () => {
    const { checks } = quickResult('unified-table1', frey());
    expect(checks.filter(({ kind, holds }) => kind === 'order' && !holds)).toEqual([]);
    const [ofPca, ofLda] = checks.filter(({ kind }) => kind === 'value');
    expect([ofPca.claim, ofPca.holds, ofLda.claim, ofLda.holds]).toEqual([
      'The angle of EM-PCA to PCA in degrees.',
      true,
      'The angle of EM-LDA to LDA in degrees.',
      true,
    ]);
  });

  it('unified-fig4: with strong noise EM-LPP on pixels is ahead of LPP at full rank, and close to PCA', () => {
    const [{ rows }] = quickResult('unified-fig4', frey()).tables;
    const noisy = Object.fromEntries(rows.map(({ title, cells }) => [title, cells[2].value!]));
    expect(noisy['EM-LPP, E[y]']).toBeGreaterThan(noisy['LPP']);
    expect(Math.abs(noisy['EM-LPP, E[y]'] - noisy['PCA'])).toBeLessThan(0.02);
  });
});
