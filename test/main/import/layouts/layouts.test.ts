import { describe, expect, it } from 'vitest';
import type { ImportRecipe } from '../../../../src/core/images/importRecipe.ts';
import { folderLayouts } from '../../../../src/main/import/layouts/index.ts';
import { importDataset, scanImport } from '../../../../src/main/import/index.ts';
import { parseByPattern } from '../../../../src/main/import/sources/userPattern.ts';
import { folderOf, pgm } from '../folder.ts';

/** A folder with a picture of 2 × 2 under each of these names. */
function folderWith(...names: string[]): string {
  return folderOf(Object.fromEntries(names.map((name) => [name, pgm(2, 2, 100)])));
}

const read = (path: string, recipe: ImportRecipe = {}) => importDataset({ path, size: null, recipe });

describe('layouts', () => {
  it('Extended Yale B: pose and angles of the light; files marked as bad are named', async () => {
    const path = folderWith(
      'CroppedYale/yaleB02/yaleB02_P00A+000E+00.pgm',
      'CroppedYale/yaleB02/yaleB02_P00A-110E+15.pgm',
      'CroppedYale/yaleB02/yaleB02_P00_Ambient.pgm',
      'CroppedYale/yaleB11/yaleB11_P00A+050E-40.pgm',
      'CroppedYale/yaleB11/yaleB11_P00A+095E+00.pgm.bad',
    );
    const { layout, subjects, attributes, problems } = await read(path);
    expect(layout).toBe('yaleb');
    expect(subjects).toEqual(['yaleB02', 'yaleB02', 'yaleB02', 'yaleB11']);
    expect(attributes).toContainEqual({ pose: '00', azimuth: '-110', elevation: '+15', subset: '5' });
    expect(attributes).toContainEqual({ pose: '00', condition: 'ambient' });
    expect(problems).toEqual([
      { file: 'CroppedYale/yaleB11/yaleB11_P00A+095E+00.pgm.bad', reason: 'its makers marked it as bad' },
    ]);
    expect((await read(path, { subset: 'yaleb-frontal' })).files).toHaveLength(3);
  });

  it('Extended Yale B: the 64 lights form subsets of 7, 12, 12, 14 and 19 by their angles', async () => {
    const mirrored = (...lights: (readonly [number, number])[]) =>
      lights.flatMap(([azimuth, elevation]) => [
        [azimuth, elevation],
        [-azimuth, elevation],
      ]);
    const lights = [
      ...[0, 20, -20, 45, -35, 90].map((elevation) => [0, elevation]),
      ...mirrored([5, 10], [5, -10], [10, 0], [10, -20], [15, 20], [20, 10], [20, -10], [20, -40], [25, 0], [35, 15]),
      ...mirrored([35, -20], [35, 40], [35, 65], [50, 0], [50, -40], [60, 20], [60, -20], [70, 0], [70, 45], [70, -35]),
      ...mirrored([85, 20], [85, -20], [95, 0], [110, 15], [110, 40], [110, 65], [110, -20], [120, 0], [130, 20]),
    ];
    const angle = (value: number, width: number): string =>
      (value < 0 ? '-' : '+') + String(Math.abs(value)).padStart(width, '0');
    const path = folderWith(...lights.map(([a, e]) => `yaleB01/yaleB01_P00A${angle(a, 3)}E${angle(e, 2)}.pgm`));
    const sizes = await Promise.all(
      [1, 2, 3, 4, 5].map(async (n) => (await read(path, { subset: `yaleb-subset-${n}` })).files.length),
    );
    expect(lights).toHaveLength(64);
    expect(sizes).toEqual([7, 12, 12, 14, 19]);
  });

  it('AR: the sex belongs to the identity; image 21 has the sunglasses of session 2', async () => {
    const path = folderWith('m-001-01.pgm', 'm-001-21.pgm', 'w-001-1.pgm', 'W-001-14.pgm', 'w-001-27.pgm');
    const { layout, subjects, attributes, problems } = await read(path);
    expect(layout).toBe('ar');
    expect(subjects).toEqual(['m-001', 'm-001', 'w-001', 'w-001']);
    expect(attributes[0]).toEqual({ session: '1', image: '1', condition: 'neutral', occlusion: 'none' });
    expect(attributes[1]).toEqual({ session: '2', image: '21', condition: 'sunglasses', occlusion: 'sunglasses' });
    expect(attributes[3]).toMatchObject({ session: '2', image: '14', condition: 'neutral' });
    expect(problems).toEqual([{ file: 'w-001-27.pgm', reason: 'its name does not follow m-001-01.bmp' }]);
  });

  it('AR: the subset of 100 subjects takes 14 images of the first 50 men and 50 women that have all', async () => {
    const two = (n: number, width: number): string => String(n).padStart(width, '0');
    const all = (subject: string): string[] => Array.from({ length: 26 }, (_, i) => `${subject}-${two(i + 1, 2)}.pgm`);
    const men = Array.from({ length: 52 }, (_, i) => `m-${two(i + 1, 3)}`);
    const women = Array.from({ length: 51 }, (_, i) => `w-${two(i + 1, 3)}`);
    const names = [...men, ...women].flatMap(all).filter((name) => name !== 'm-007-03.pgm');
    const path = folderWith(...names);
    const { subjects, attributes } = await read(path, { subset: 'ar-nonoccluded-100' });
    expect(subjects).toHaveLength(1400);
    const own = [...new Set(subjects)];
    expect(own).toHaveLength(100);
    expect(own).not.toContain('m-007');
    expect(own).toContain('m-051');
    expect(own).not.toContain('m-052');
    expect(own).not.toContain('w-051');
    expect(new Set(attributes.map(({ image }) => Number(image)))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 17, 18, 19, 20]),
    );
  });

  it('XM2VTS: session and shot', async () => {
    const { layout, subjects, attributes } = await read(folderWith('000_1_1.ppm', '000_4_2.ppm', '371_2_1.ppm'));
    expect(layout).toBe('xm2vts');
    expect(subjects).toEqual(['000', '000', '371']);
    expect(attributes[1]).toEqual({ session: '4', shot: '2' });
  });

  it('FERET, grey and colour: pose code, date and modifier', async () => {
    const grey = await read(folderWith('00002fa010_930831.pgm', '00002fb010d_931230.pgm', '00003hr001_940422.pgm'));
    expect(grey.layout).toBe('feret');
    expect(grey.subjects).toEqual(['00002', '00002', '00003']);
    expect(grey.attributes[1]).toEqual({ pose: 'fb', date: '931230', modifier: 'd' });
    const path = folderWith('00001/00001_930831_fa_a.ppm', '00001/00001_930831_fb.ppm', '00002/00002_931230_fa.ppm');
    const colour = await read(path);
    expect(colour.layout).toBe('colorferet');
    expect(colour.attributes[0]).toEqual({ date: '930831', pose: 'fa', modifier: 'a' });
    expect((await read(path, { subset: 'colorferet-frontal' })).subjects).toEqual(['00001', '00001']);
  });

  it('FERET, colour, as it is released: reduced copies and packed images are named with what helps', async () => {
    const { layout, subjects, problems } = await read(
      folderWith(
        'dvd1/data/images/00001/00001_930831_fa.ppm',
        'dvd1/data/images/00002/00002_931230_fa.ppm',
        'dvd1/data/images/00002/00002_931230_fb.ppm.bz2',
        'dvd1/data/smaller/00001/00001_930831_fa.ppm',
        'dvd1/data/smaller/00002/00002_931230_fa.ppm',
        'dvd1/data/thumbnails/00001/00001_930831_fa.ppm',
      ),
    );
    expect({ layout, subjects }).toEqual({ layout: 'colorferet', subjects: ['00001', '00002'] });
    expect(problems.map(({ file, reason }) => `${file}: ${reason}`).sort()).toEqual([
      'dvd1/data/images/00002/00002_931230_fb.ppm.bz2: it is packed; bunzip2 unpacks it',
      ...['smaller/00001/00001_930831_fa', 'smaller/00002/00002_931230_fa', 'thumbnails/00001/00001_930831_fa'].map(
        (file) => `dvd1/data/${file}.ppm: it is a reduced copy, as the release holds them`,
      ),
    ]);
  });

  it('JAFFE: expression, shot and number', async () => {
    const { layout, subjects, attributes } = await read(folderWith('KA.AN1.39.pgm', 'KA.NE2.27.pgm', 'YM.SU3.60.pgm'));
    expect({ layout, subjects }).toEqual({ layout: 'jaffe', subjects: ['KA', 'KA', 'YM'] });
    expect(attributes[0]).toEqual({ expression: 'anger', shot: '1', image: '39' });
    expect(attributes[2]).toMatchObject({ expression: 'surprise' });
  });

  it('UMIST: a folder per subject, with or without a folder face in it; views are counted', async () => {
    const { layout, subjects, attributes } = await read(
      folderWith('1a/face/1a001.pgm', '1a/face/1a002.pgm', '1b/face/1b003.pgm', '1t/1t010.pgm'),
    );
    expect({ layout, subjects }).toEqual({ layout: 'umist', subjects: ['1a', '1a', '1b', '1t'] });
    expect(attributes.map(({ view }) => view)).toEqual(['1', '2', '3', '10']);
  });

  it('CMU PIE: experiment, camera, and flash or frame, whichever folder comes first', async () => {
    const { layout, subjects, attributes } = await read(
      folderWith('illum/04000/27_08.ppm', 'expression/04000/27_01.ppm', '04068/lights/05_11.ppm', '04068/29_02.ppm'),
    );
    expect({ layout, subjects }).toEqual({ layout: 'pie', subjects: ['04000', '04000', '04068', '04068'] });
    expect(attributes).toContainEqual({ experiment: 'illum', camera: '27', flash: '08' });
    expect(attributes).toContainEqual({ experiment: 'expression', camera: '27', frame: '01' });
    expect(attributes).toContainEqual({ experiment: 'lights', camera: '05', flash: '11' });
    expect(attributes).toContainEqual({ camera: '29', flash: '02' });
  });

  it('Multi-PIE: session, recording, camera and flash in each name, cropped or not', async () => {
    const { layout, subjects, attributes } = await read(
      folderWith(
        'session01/multiview/001/01/05_1/001_01_01_051_06.png',
        'session02/multiview/001/02/13_0/001_02_02_130_00.png',
        'session04/346_04_01_051_19_crop_128.png',
      ),
    );
    expect({ layout, subjects }).toEqual({ layout: 'multipie', subjects: ['001', '001', '346'] });
    expect(attributes[1]).toEqual({ session: '02', recording: '02', camera: '130', flash: '00' });
    expect(attributes[2]).toMatchObject({ session: '04', flash: '19' });
  });

  it('CAS-PEAL: light, pose, expression, accessory, distance, session and background', async () => {
    const { layout, subjects, attributes } = await read(
      folderWith(
        'POSE/000001/MY_000001_IEU+00_PD-22_EN_A0_D0_T0_BB_M0_R1_S0.tif',
        'FRONTAL/Aging/MY_000064_IEU+00_PM+00_EN_A0_D0_T2_BB_M0_R1_S0.tif',
        'FRONTAL/Expression/FY_000121_IEU+00_PM+00_EC_A0_D0_T0_BB_M0_R1_S0.tif',
      ),
    );
    expect({ layout, subjects }).toEqual({ layout: 'caspeal', subjects: ['FY_000121', 'MY_000001', 'MY_000064'] });
    expect(attributes[0]).toMatchObject({ expression: 'closed eyes', session: '0' });
    expect(attributes[1]).toEqual({
      light: 'EU+00',
      pose: 'D-22',
      expression: 'neutral',
      accessory: '0',
      distance: '0',
      session: '0',
      background: 'B',
    });
    expect(attributes[2]).toMatchObject({ session: '2' });
  });

  it('CK+: sequence and frame; in copies sorted by emotion also that', async () => {
    const { layout, subjects, attributes } = await read(
      folderWith('S005/001/S005_001_00000011.png', 'S010/002/S010_002_00000001.png', 'anger/S010_004_00000017.png'),
    );
    expect({ layout, subjects }).toEqual({ layout: 'ck', subjects: ['S005', 'S010', 'S010'] });
    expect(attributes[0]).toEqual({ sequence: '001', frame: '11' });
    expect(attributes).toContainEqual({ emotion: 'anger', sequence: '004', frame: '17' });
  });

  it('ORL in one folder: the subject first; the same names in folders belong to their folders', async () => {
    const flat = await read(folderWith('1_1.jpg', '1_10.jpg', '10_2.jpg', '40_10.jpg'));
    expect([flat.layout, flat.subjects]).toEqual(['orl-flat', ['1', '1', '10', '40']]);
    const folders = ['anna', 'bob', 'carl'].flatMap((name) => [`${name}/1_1.png`, `${name}/1_2.png`]);
    expect(new Set((await read(folderWith(...folders))).subjects)).toEqual(new Set(['anna', 'bob', 'carl']));
    // Numbers that ORL has not: another numbering.
    const other = ['41', '77', '410'].flatMap((subject) => [`${subject}_1.jpg`, `${subject}_41.jpg`]);
    await expect(read(folderWith(...other))).rejects.toThrow('only a part of each name may tell them');
  });

  it('LFW: subjects by name; a least number of images leaves out the others', async () => {
    const path = folderWith(
      'lfw/Ann_Lee/Ann_Lee_0001.jpg',
      'lfw/Bo_Li/Bo_Li_0001.jpg',
      'lfw/Bo_Li/Bo_Li_0002.jpg',
      'lfw/Bo_Li/Bo_Li_0010.jpg',
    );
    const { layout, subjects, files } = await read(path);
    expect(layout).toBe('lfw');
    expect(subjects).toEqual(['Ann_Lee', 'Bo_Li', 'Bo_Li', 'Bo_Li']);
    expect(files[3]).toBe('lfw/Bo_Li/Bo_Li_0010.jpg');
    expect((await read(path, { minPerSubject: 2 })).subjects).toEqual(['Bo_Li', 'Bo_Li', 'Bo_Li']);
    await expect(read(path, { minPerSubject: 4 })).rejects.toThrow('No subject has 4 images.');
  });

  it('that are named are taken also where others would come first', async () => {
    const path = folderWith('s1/1.pgm', 's1/2.pgm', 's2/1.pgm');
    expect((await read(path)).layout).toBe('orl');
    expect((await read(path, { layout: 'folders' })).layout).toBe('folders');
    await expect(read(path, { layout: 'ar' })).rejects.toThrow(
      /No image in .* follows the naming of the layout ar \(m-001-01\.bmp\)\. Import it/,
    );
    await expect(read(path, { layout: 'none' })).rejects.toThrow(/There is no layout none; there are orl, /);
    await expect(read(path, { subset: 'ar-nonoccluded' })).rejects.toThrow(
      'There is no subset ar-nonoccluded of this layout (orl); there is none.',
    );
  });

  it('show a pattern that finds the same subjects when it is given as one', async () => {
    const examples: Record<string, string[] | undefined> = {
      orl: ['s1/1.pgm', 's10/10.pgm'],
      yale: ['subject01.glasses.gif', 'subject02.sad'],
      yaleb: ['yaleB01/yaleB01_P00A+000E+00.pgm', 'yaleB01/yaleB01_P08_Ambient.pgm'],
      ar: ['m-001-01.bmp', 'w-050-26.bmp'],
      xm2vts: ['000_1_1.ppm'],
      feret: ['00001fa010_930831.tif'],
      colorferet: ['00001/00001_930831_fa_a.ppm'],
      jaffe: ['KA.AN1.39.tiff', 'KL.HA1.158.tiff.bmp'],
      umist: ['1a/face/1a001.pgm', '1t/010.pgm'],
      pie: ['illum/04000/27_08.ppm', '04068/29_02.ppm'],
      multipie: ['session01/multiview/001/01/05_1/001_01_01_051_06.png', '250_04_02_051_07_crop.png'],
      caspeal: ['FRONTAL/Aging/MY_000064_IEU+00_PM+00_EN_A0_D0_T2_BB_M0_R1_S0.tif'],
      ck: ['S005/001/S005_001_00000011.png', 'happy/S010_004_00000017.png'],
      'orl-flat': ['1_1.jpg', '40_10.png'],
      lfw: ['A_B/A_B_0001.jpg'],
      folders: ['anna/x.png'],
      names: ['C27/01_001.jpg', '02-b.png'],
    };
    for (const layout of folderLayouts) {
      // Other layouts are tried by the naming that they declare, with digits for N and M.
      const names = examples[layout.id] ?? [layout.naming.replaceAll(/[NM]/g, '1')];
      const own = names.map((name) => layout.parse(name)?.subject);
      expect(own, layout.id).not.toContain(undefined);
      const given = parseByPattern(
        layout.pattern,
        names.map((name) => `below/${name}`),
      );
      expect(given.map((found) => found?.subject)).toEqual(own);
    }
  });
});

describe('patterns', () => {
  const flat = ['person2_s1_smile_1.pgm', 'person10_s2_neutral_2.pgm', 'person10_s1_neutral_1.pgm', 'logo.png'];
  const pattern = String.raw`^(?<subject>person\d+)_s(?<session>\d)_(?<condition>[a-z]+)_(?<shot>\d)\.`;

  it('read a flat folder: subject, session, condition and shot, in numeric order', async () => {
    const { layout, subjects, attributes, problems } = await read(folderWith(...flat), { pattern });
    expect(layout).toBe('pattern');
    expect(subjects).toEqual(['person2', 'person10', 'person10']);
    expect(attributes[0]).toEqual({ session: '1', condition: 'smile', shot: '1' });
    expect(attributes[1]).toEqual({ session: '1', condition: 'neutral', shot: '1' });
    expect(problems).toEqual([{ file: 'logo.png', reason: 'its name does not match the pattern' }]);
  });

  it('are previewed with the first matches and what does not match', async () => {
    const { names, images, subjects } = await scanImport(folderWith(...flat), { pattern });
    expect({ images, subjects }).toEqual({ images: 3, subjects: 2 });
    expect(names?.pattern).toBe(pattern);
    expect(names?.matches[0]).toEqual({
      file: 'person2_s1_smile_1.pgm',
      subject: 'person2',
      attributes: { session: '1', condition: 'smile', shot: '1' },
    });
    expect(names?.unmatched).toEqual({ count: 1, files: ['logo.png'] });
  });

  it('without a subject, without a match or in error are refused in one sentence', async () => {
    const path = folderWith(...flat);
    await expect(read(path, { pattern: 'person' })).rejects.toThrow('The pattern has no group (?<subject>…)');
    await expect(read(path, { pattern: '(?<subject>x)(' })).rejects.toThrow('The pattern is not a regular expression');
    await expect(read(path, { pattern: '(?<subject>nobody)' })).rejects.toThrow(
      'The pattern matches no file; one is named ',
    );
  });

  it('that backtrack for ever are stopped', () => {
    const name = `${'a'.repeat(60)}!`;
    expect(() => parseByPattern('^(?<subject>(a+)+)$', [name], 100)).toThrow(
      'The pattern takes more than 0.1 s for 1 names.',
    );
  });
});
