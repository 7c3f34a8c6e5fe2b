import { IMAGE_ENDINGS } from '../naming.ts';
import { patternLayout } from '../patternLayout.ts';

/**
 * CK and CK+ (extended Cohn-Kanade): `S<subject>/<sequence>/S<subject>_<sequence>_<frame>.png`; the frames of a
 * sequence go from neutral to the peak of an expression. Copies sorted by emotion have its name as the folder.
 */
export const cohnKanade = patternLayout({
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
});
