import { z } from 'zod';
import { hashOf } from '../hash.ts';
import { regionPixels, type Region } from '../images/maskRegions.ts';
import { losePixels } from '../images/perturb.ts';
import { checkRegion, regionSchema } from '../region.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hiddenCharacters.ts';
import { sideParameter, sideProse, sideSchema, type PerturbationDeclaration, type Side } from './perturbation.ts';
import { prose } from '../text/proseTags.ts';

const schema = z.strictObject({
  kind: z.literal('missing-mask'),
  regions: z.array(regionSchema).min(1),
  /** Shown in tables. */
  name: z.string().min(1).max(40).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM).default('mask'),
  on: sideSchema,
});

export interface Level {
  readonly kind: 'missing-mask';
  readonly regions: readonly Region[];
  readonly name: string;
  readonly on: Side;
}

/** The pixels of these regions are lost in every image; one level. Otherwise as 'missing'. */
export const missingMask: PerturbationDeclaration<typeof schema, Level> = {
  kind: 'missing-mask',
  title: 'Missing pixels, by mask',
  help: 'The same pixels of every image are lost; methods that estimate missing pixels get them as missing.',
  schema,
  parameters: [
    { name: 'regions', title: 'Rectangles', help: '', kind: 'regions', placeholder: '0:8, 4:12; 20:28, 4:12' },
    { name: 'name', title: 'Name in tables', help: '', kind: 'text', default: 'mask' },
    sideParameter,
  ],
  levels: (group) => [group],
  text: ({ regions, name }) => ({ key: `${name},${hashOf(regions).slice(0, 8)}`, title: `missing ${name}` }),
  apply: ({ regions }, { pixels, cols, marked }) => losePixels(pixels, regionPixels(regions, cols), marked),
  drawn: () => false,
  prose: ({ name, on }) => prose`removing the same pixels (${name}) from ${sideProse(on)}`,
  losesPixels: true,
  /** Checks for regions that extend beyond the image and for masks that cover all of it. */
  check({ regions }, path, { rows, cols }) {
    const outside = regions.flatMap((region, i) => checkRegion(region, `${path}.regions[${i}]`, { rows, cols }));
    if (outside.length > 0 || regionPixels(regions, cols).length < rows * cols) return outside;
    const message = `${path}.regions: they cover the whole image of ${rows} × ${cols}; no pixel is left.`;
    return [{ path: `${path}.regions`, message }];
  },
};
