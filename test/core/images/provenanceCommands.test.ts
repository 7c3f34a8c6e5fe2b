/** The command lines of a making are those that the program reads. */
import { describe, expect, it } from 'vitest';
import type { ImportStage } from '../../../src/core/images/provenance.ts';
import { provenanceCommands } from '../../../src/core/images/provenanceCommands.ts';

const stage: ImportStage = { kind: 'import', source: 'my faces', size: { rows: 56, cols: 46 }, recipe: {}, files: [] };

describe('makingCommands', () => {
  it('writes every part of a recipe as an option, quoted for the shell', () => {
    const recipe: ImportStage['recipe'] = {
      variable: 'fea',
      labels: "gnd'",
      imageAxis: 'last',
      header: 'none',
      dropColumns: ['id', 'light source'],
      list: 'lists/at.txt',
      imageSize: { rows: 8, cols: 6 },
      pixelOrder: 'columns',
      layout: 'orl',
      pattern: '(?<subject>.*)_',
      followLinks: true,
      subset: 'c27',
      minPerSubject: 3,
      dropDuplicates: 'near',
      raw: { rows: 6, cols: 8, channels: 1, order: 'planar', header: 4, bits: 16 },
      grey: { red: 0.2, green: 0.7, blue: 0.1 },
      greyOnly: true,
      filter: 'bicubic',
      depth: '8-bit',
      fit: 'stretch',
      skipOtherSizes: true,
      missing: 'rows',
      enlarge: false,
    };
    expect(provenanceCommands([{ ...stage, recipe }], 'faces')).toEqual([
      "eigenbench import 'my faces' --name faces --size 56x46 --variable fea --labels 'gnd'\\''' --image-axis last " +
        "--header none --drop-column id --drop-column 'light source' --list lists/at.txt --image-size 8x6 " +
        "--pixel-order columns --layout orl --pattern '(?<subject>.*)_' --follow-links --subset c27 " +
        '--min-per-subject 3 --drop-duplicates near --raw 8,6,1,planar,4,16 --grey 0.2,0.7,0.1 --grey-only ' +
        '--filter bicubic --depth 8-bit --fit stretch --skip-other-sizes --missing rows',
    ]);
  });

  it('names datasets as the next stage calls them', () => {
    const eyes = [{ file: 'a', left: [1, 2] as [number, number], right: [3, 2] as [number, number] }];
    expect(
      provenanceCommands(
        [
          stage,
          { kind: 'exclude', files: ['a.pgm', 'b.pgm'] },
          { kind: 'preprocess', origin: 'whole', steps: ['crop:1,1,4,4', 'round'], eyes: null },
          { kind: 'preprocess', origin: 'cut', steps: ['equalise'], eyes },
        ],
        'faces',
      ),
    ).toEqual([
      "eigenbench import 'my faces' --name whole --size 56x46",
      '# 2 images of whole excluded in the window: a.pgm, b.pgm',
      'eigenbench preprocess whole --name cut --step crop:1,1,4,4 --step round',
      'eigenbench preprocess cut --name faces --step equalise --eyes eyes.txt',
    ]);
    expect(provenanceCommands([{ kind: 'drawn' }], 'x')).toEqual(['eigenbench demo --data-only --name x']);
    expect(provenanceCommands([{ kind: 'drawn', subjects: 8 }], 'x')).toEqual([
      'eigenbench demo --data-only --name x --subjects 8',
    ]);
  });
});
