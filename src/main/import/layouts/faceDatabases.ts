/** Databases recognised by one pattern, in the order in which they are tried. */
import type { FolderLayout } from '../source.ts';
import { IMAGE_ENDINGS } from './fileNames.ts';
import { patternLayout } from './patternLayout.ts';

const orlNames = patternLayout({
  id: 'orl-flat',
  title: 'ORL (AT&T) faces in one folder',
  naming: '7_3.jpg',
  pattern: String.raw`(?:^|/)s?(?<subject>\d{1,2})_(?<image>\d{1,2})\.(?:${IMAGE_ENDINGS})$`,
  refine({ subject, image }) {
    const isInRange = Number(subject) >= 1 && Number(subject) <= 40 && Number(image) >= 1 && Number(image) <= 10;
    return isInRange ? { subject, attributes: {} } : null;
  },
});

/** Codes of the expressions (M. Lyons et al., Coding facial expressions with Gabor wavelets, 1998). */
const JAFFE_EXPRESSIONS: Readonly<Record<string, string>> = {
  AN: 'anger',
  DI: 'disgust',
  FE: 'fear',
  HA: 'happiness',
  NE: 'neutral',
  SA: 'sadness',
  SU: 'surprise',
};

/** Codes of the database (W. Gao et al., The CAS-PEAL large-scale Chinese face database, IEEE SMC-A 38, 2008). */
const PEAL_EXPRESSIONS: Readonly<Record<string, string>> = {
  N: 'neutral',
  L: 'laugh',
  F: 'frown',
  S: 'surprise',
  C: 'closed eyes',
  O: 'open mouth',
};

/**
 * Subsets by the angle between light and camera axis, as in A. Georghiades, P. Belhumeur, D. Kriegman, From few to
 * many, IEEE PAMI 23 (2001): up to 12°, 25°, 50°, 77°, and beyond. Lights at (35°, 40°) are 51.1° off the axis and
 * belong to the third: 7, 12, 12, 14 and 19 of the 64 lights.
 */
const SUBSETS = [12, 25.5, 52, 77];

/** 1 … 5 for a light at these angles in degrees. */
function subsetOf(azimuth: number, elevation: number): number {
  const cosine = Math.cos((azimuth * Math.PI) / 180) * Math.cos((elevation * Math.PI) / 180);
  const angle = (Math.acos(cosine) * 180) / Math.PI;
  return 1 + SUBSETS.filter((most) => angle > most).length;
}

/**
 * Contents of images 1–13 of a session (A. Martinez, R. Benavente, The AR face database, CVC Technical Report 24,
 * 1998); 14–26 repeat them two weeks later.
 */
const SHOWN: readonly (readonly [condition: string, occlusion: string])[] = [
  ['neutral', 'none'],
  ['smile', 'none'],
  ['anger', 'none'],
  ['scream', 'none'],
  ['left light', 'none'],
  ['right light', 'none'],
  ['both lights', 'none'],
  ['sunglasses', 'sunglasses'],
  ['sunglasses, left light', 'sunglasses'],
  ['sunglasses, right light', 'sunglasses'],
  ['scarf', 'scarf'],
  ['scarf, left light', 'scarf'],
  ['scarf, right light', 'scarf'],
];

export const databases: readonly FolderLayout[] = [
  /** ORL (AT&T) faces: `s<subject>/<image>.pgm`. The image number carries no meaning, so there are no attributes. */
  patternLayout({
    id: 'orl',
    title: 'ORL (AT&T) faces',
    naming: 'sN/M.pgm',
    pattern: String.raw`(?:^|/)(?<subject>s\d+)/\d+\.(?:pgm|ppm|pbm|pnm|gif|png|jpe?g|tiff?|webp|bmp)$`,
  }),
  /** Yale faces: `subject<NN>.<condition>`, GIF files whose original names do not end in `.gif`. */
  patternLayout({
    id: 'yale',
    title: 'Yale faces',
    naming: 'subjectNN.condition',
    pattern: String.raw`(?:^|/)(?<subject>subject\d+)[._](?<condition>[a-z]+)(?:\.(?:pgm|gif|png|jpe?g|tiff?|webp|bmp))?$`,
  }),
  /**
   * Yale B and its extension: `yaleB<NN>_P<pose>A<azimuth>E<elevation>.pgm`, angles of the light in degrees; pose 00 is
   * frontal. One image per pose shows the ambient light alone. Files ending in `.bad` were damaged when they were
   * taken.
   */
  patternLayout({
    id: 'yaleb',
    title: 'Extended Yale B',
    naming: 'yaleBNN_P00A+000E+00.pgm',
    pattern: String.raw`(?:^|/)(?<subject>yaleB\d\d)_P(?<pose>\d\d)(?:A(?<azimuth>[+-]\d{3})E(?<elevation>[+-]\d\d)|_(?<condition>Ambient))\.(?:pgm|png|bmp|tiff?|jpe?g|gif)$`,
    refine({ subject, condition, ...attributes }) {
      if (condition !== undefined)
        return { subject, attributes: { ...attributes, condition: condition.toLowerCase() } };
      const subset = subsetOf(Number(attributes['azimuth']), Number(attributes['elevation']));
      return { subject, attributes: { ...attributes, subset: String(subset) } };
    },
    skips: (file) => (/yaleB\d\d_P.*\.bad$/i.test(file) ? 'its makers marked it as bad' : null),
  }),
  /**
   * AR faces: `<m or w>-<person>-<image 1–26>`. Men and women are numbered separately, so the sex belongs to the
   * identity.
   */
  patternLayout({
    id: 'ar',
    title: 'AR faces',
    naming: 'm-001-01.bmp',
    pattern: String.raw`(?:^|/)(?<subject>[mw]-\d{1,3})-(?<image>\d{1,2})\.(?:bmp|png|jpe?g|tiff?|pgm|ppm|gif|raw)$`,
    refine({ subject, image }) {
      const number = Number(image);
      if (number < 1 || number > 26) return null;
      const [condition, occlusion] = SHOWN[(number - 1) % 13];
      return {
        subject: subject.toLowerCase(),
        attributes: { session: number <= 13 ? '1' : '2', image: String(number), condition, occlusion },
      };
    },
  }),
  /** XM2VTS frontal images: `<subject>_<session 1–4>_<shot 1–2>.ppm`. */
  patternLayout({
    id: 'xm2vts',
    title: 'XM2VTS frontal images',
    naming: '000_1_1.ppm',
    pattern: String.raw`(?:^|/)(?<subject>\d{3})_(?<session>[1-4])_(?<shot>[12])\.(?:ppm|pgm|png|jpe?g|tiff?|bmp|gif)$`,
  }),
  /**
   * FERET, grey: subject (5 digits), pose, three flags, modifier (a: glasses, b: hair, c: both …), then date:
   * `00001fa010a_930831.tif`. Pose codes: fa and fb are the two frontal images of a session, ba … bk turned ones.
   */
  patternLayout({
    id: 'feret',
    title: 'FERET (grey)',
    naming: '00001fa010_930831.tif',
    pattern: String.raw`(?:^|/)(?<subject>\d{5})(?<pose>[a-z]{2})\d{3}(?<modifier>[a-z]?)_(?<date>\d{6})\.(?:tiff?|pgm|ppm|png|jpe?g|bmp|gif)$`,
  }),
  /**
   * FERET, colour: `00001_930831_fa_a.ppm`; the modifier is optional. The release compresses each image by bzip2
   * (`data/images/00001/00001_930831_fa_a.ppm.bz2`) and contains the same images twice more, reduced, under the same
   * names.
   */
  patternLayout({
    id: 'colorferet',
    title: 'FERET (colour)',
    naming: '00001_930831_fa.ppm',
    pattern: String.raw`(?:^|/)(?<subject>\d{5})_(?<date>\d{6})_(?<pose>[a-z]{2})(?:_(?<modifier>[a-z]))?\.(?:ppm|pgm|tiff?|png|jpe?g|bmp|gif)$`,
    skips(file) {
      if (!/\d{5}_\d{6}_[a-z]{2}(?:_[a-z])?\.\w+(?:\.bz2)?$/i.test(file)) return null;
      if (/(?:^|\/)(?:smaller|thumbnails)\//i.test(file)) return 'it is a reduced copy, as the release holds them';
      return /\.bz2$/i.test(file) ? 'it is packed; bunzip2 unpacks it' : null;
    },
  }),
  /** JAFFE: `<initials>.<expression><shot>.<number in the database>.tiff`, ten women. */
  patternLayout({
    id: 'jaffe',
    title: 'JAFFE (Japanese female facial expression)',
    naming: 'KA.AN1.39.tiff',
    pattern: String.raw`(?:^|/)(?<subject>[a-z]{2})\.(?<expression>AN|DI|FE|HA|NE|SA|SU)(?<shot>\d)\.(?<image>\d{1,3})(?:\.tiff)?\.(?:${IMAGE_ENDINGS})$`,
    refine: ({ subject, expression, shot, image }) => ({
      subject,
      attributes: { expression: JAFFE_EXPRESSIONS[expression.toUpperCase()], shot, image },
    }),
  }),
  /**
   * UMIST (Sheffield): a folder `1a` … `1t` for each of 20 subjects, optionally with a subfolder `face`. The last
   * number of a name counts the views from profile to front.
   */
  patternLayout({
    id: 'umist',
    title: 'UMIST (Sheffield) faces',
    naming: '1a/face/1a001.pgm',
    pattern: String.raw`(?:^|/)(?<subject>1[a-t])/(?:face/)?[^/]*?(?<view>\d+)\.(?:${IMAGE_ENDINGS})$`,
    refine: ({ subject, view }) => ({ subject: subject.toLowerCase(), attributes: { view: String(Number(view)) } }),
  }),
  /**
   * CMU PIE in folders of its subjects 04000 … 04068: `<camera>_<flash or frame>.ppm`, above or below the folder of the
   * experiment. Camera 27 is frontal. In `expression` and `talking` the second number counts frames.
   */
  patternLayout({
    id: 'pie',
    title: 'CMU PIE',
    naming: 'illum/04000/27_08.ppm',
    pattern: String.raw`^(?:(?=(?:.*/)?(?<experiment>expression|illum|lights|talking)/)|)(?:.*/)?(?<subject>040[0-6]\d)/(?:.*/)?(?<camera>\d{2})_(?<number>\d{2,3})\.(?:${IMAGE_ENDINGS})$`,
    refine({ subject, experiment, camera, number }) {
      const frames = /^(expression|talking)$/i.test(experiment ?? '');
      return {
        subject,
        attributes: {
          ...(experiment !== undefined && { experiment: experiment.toLowerCase() }),
          camera,
          [frames ? 'frame' : 'flash']: number,
        },
      };
    },
  }),
  /**
   * CMU Multi-PIE: `<subject>_<session 1–4>_<recording>_<camera>_<flash 00–19>.png`, in any folder; cropped copies
   * append a word. Camera 051 is frontal; flashes 00 and 19 are the room's light alone.
   */
  patternLayout({
    id: 'multipie',
    title: 'CMU Multi-PIE',
    naming: '001_01_01_051_06.png',
    pattern: String.raw`(?:^|/)(?<subject>\d{3})_(?<session>0[1-4])_(?<recording>\d{2})_(?<camera>\d{3})_(?<flash>[01]\d)(?:_[a-z][^/]*)?\.(?:${IMAGE_ENDINGS})$`,
  }),
  /**
   * CAS-PEAL: sex and age group (Y, M, O) with the subject's number, light, pose, expression, accessory, distance,
   * session, background: `MY_000064_IEU+00_PM+00_EN_A0_D0_T0_BB_M0_R1_S0.tif`. Light and pose keep their codes: `EU+00`
   * is ambient light, `M+22` looks 22° to the side.
   */
  patternLayout({
    id: 'caspeal',
    title: 'CAS-PEAL',
    naming: 'MY_000064_IEU+00_PM+00_EN_A0_D0_T0_BB_M0_R1_S0.tif',
    pattern: String.raw`(?:^|/)(?<subject>[FM][YMO]_\d{6})_I(?<light>[A-Z][UMD][+-]\d\d)_P(?<pose>[UMD][+-]\d\d)_E(?<expression>[NLFSCO])_A(?<accessory>\d)_D(?<distance>\d)_T(?<session>\d)_B(?<background>[A-Z])_M\d_R\d_S\d[^/]*\.(?:${IMAGE_ENDINGS})$`,
    refine({ subject, expression, ...attributes }) {
      return {
        subject: subject.toUpperCase(),
        attributes: { ...attributes, expression: PEAL_EXPRESSIONS[expression.toUpperCase()] },
      };
    },
  }),
  /**
   * CK and CK+ (extended Cohn-Kanade): `S<subject>/<sequence>/S<subject>_<sequence>_<frame>.png`; the frames of a
   * sequence go from neutral to the peak of an expression. Copies sorted by emotion have its name as the folder.
   */
  patternLayout({
    id: 'ck',
    title: 'CK+ (extended Cohn-Kanade)',
    naming: 'S005/001/S005_001_00000011.png',
    pattern: String.raw`(?:^|/)(?:(?<emotion>anger|contempt|disgust|fear|happy|sadness|surprise|neutral)/)?(?<subject>S\d{3})_(?<sequence>\d{3})_(?<frame>\d{8})\.(?:${IMAGE_ENDINGS})$`,
    refine({ subject, emotion, sequence, frame }) {
      return {
        subject: subject.toUpperCase(),
        attributes: {
          ...(emotion !== undefined && { emotion: emotion.toLowerCase() }),
          sequence,
          frame: String(Number(frame)),
        },
      };
    },
  }),
  /** Labeled Faces in the Wild: `Given_Family/Given_Family_0001.jpg`. The number only counts the images of a person. */
  patternLayout({
    id: 'lfw',
    title: 'Labeled Faces in the Wild',
    naming: 'Given_Family/Given_Family_0001.jpg',
    pattern: String.raw`(?:^|/)(?<subject>[^/]+)/\k<subject>_\d{4}\.(?:jpe?g|png|pgm|ppm|bmp|tiff?|gif)$`,
  }),
  /** ORL as one folder: `<subject 1–40>_<image 1–10>.jpg`. In folders, such names do not identify their subjects. */
  {
    ...orlNames,
    parse: (file) => (file.includes('/') ? null : orlNames.parse(file)),
  },
];
