import { IMAGE_ENDINGS } from '../naming.ts';
import { patternLayout } from '../patternLayout.ts';

/**
 * CMU PIE in folders of its subjects 04000 … 04068: `<camera>_<flash or frame>.ppm`, above or below the folder of the
 * experiment. Camera 27 is frontal. In `expression` and `talking` the second number counts frames.
 */
export const cmuPie = patternLayout({
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
});
