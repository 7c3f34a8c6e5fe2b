import type { DatasetAudit } from '../../../../core/contract/audits.ts';
import { eyesOf } from '../../optionValues.ts';
import { followStream } from '../followStream.ts';
import { findDataset, withEngine } from '../../workspace.ts';
import { shellWord } from '../../../../core/text/shellQuote.ts';
import { print, printJson } from '../../terminal.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareAudit } from '../../declarations/datasetCommands.ts';

/** eigenbench audit: lists the defects of a dataset by image. */
export async function auditCommand(
  name: string,
  { near, eyes, json, ...options }: OptionsOf<typeof declareAudit>,
): Promise<void> {
  const audit = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, name);
    const input = { id, ...(near === undefined ? {} : { near }), ...eyesOf(engine, eyes) };
    const done = await followStream({
      unit: '%',
      of: `Audit of "${name}"`,
      json: json === true,
      start: (signal) => engine.client.datasets.audit(input, { signal }),
      cancelled: 'Audit cancelled.',
    });
    return done.audit;
  });
  if (json) printJson(audit);
  else print(describeAudit(audit));
}

/** One line per kind of defect found by an import; empty without defects. */
export function describeDefects(audit: DatasetAudit, name: string): string {
  const lines = defectsOf(audit).map(({ heading }) => heading.replace(/:$/, '.'));
  return lines.length === 0 ? '' : `${lines.join('\n')}\nDetails: eigenbench audit ${shellWord(name)}\n`;
}

/** Every defect with its images. */
function describeAudit(audit: DatasetAudit): string {
  const defects = defectsOf(audit);
  const { near, recropped } = audit;
  const lines = defects.flatMap(({ heading, items }) => [heading, ...items.map((item) => `  ${item}`)]);
  if (near.searched && near.count === 0) lines.push(`No near-duplicates (correlation of at least ${near.threshold}).`);
  if (!near.searched) lines.push('Near-duplicates were not searched for: feature vectors, or more than 50,000 images.');
  if (recropped.searched && recropped.pairs.length === 0) lines.push('No picture cropped twice.');
  if (recropped.skipped.length > 0) {
    lines.push(
      `Pictures cropped twice were not searched for in ${plural(recropped.skipped.length, 'subject')} with too many images.`,
    );
  }
  return `${defects.length === 0 ? 'No defects found.\n' : ''}${lines.join('\n')}\n`;
}

interface Defect {
  readonly heading: string;
  /** Whether the defect exists. @default whether there are items */
  readonly isPresent?: boolean;
  readonly items: readonly string[];
}

function defectsOf(audit: DatasetAudit): Defect[] {
  const { exact, near, recropped, constant, truncated, counts, images, sizes, eyes, faces } = audit;
  const file = (n: number): string => images[n].file;
  const label = (n: number): string => `${file(n)} (${images[n].subject})`;
  const pair = ({ images: [a, b], sameSubject, correlation }: DatasetAudit['near']['pairs'][number]): string =>
    `${sameSubject ? file(a) : label(a)} ≈ ${sameSubject ? file(b) : label(b)}, ${correlation.toFixed(5)}`;
  const within = exact.filter(({ sameSubject }) => sameSubject);
  const across = exact.filter(({ sameSubject }) => !sameSubject);
  const defects: Defect[] = [
    {
      heading: `${plural(within.length, 'group')} of identical images within a subject:`,
      items: within.map((group) => group.images.map(file).join(' = ')),
    },
    {
      heading: `${plural(across.length, 'group')} of identical images under several subjects:`,
      items: across.map((group) => group.images.map(label).join(' = ')),
    },
    {
      heading: `${plural(near.count, 'pair')} of nearly identical images (correlation of at least ${near.threshold}):`,
      items: near.pairs.map(pair),
    },
    {
      heading: `${plural(recropped.pairs.length, 'pair')} that may be one picture cropped twice (check them):`,
      items: recropped.pairs.map(pair),
    },
    {
      heading: `${plural(constant.length, 'image')} of one grey value:`,
      items: constant.map(({ image, value }) => `${file(image)}: ${value}`),
    },
    {
      heading: `${plural(truncated.length, 'image')} that may be truncated:`,
      items: truncated.map(({ image, rows }) => `${file(image)}: the last ${rows} rows hold one grey value`),
    },
    {
      heading: `${plural(sizes.odd.length, 'image')} of another shape in the file than ${sizes.usual?.rows} × ${sizes.usual?.cols}:`,
      items: sizes.odd.map(({ image, rows, cols }) => `${file(image)}: ${rows} × ${cols}`),
    },
    {
      heading: `${plural(eyes?.swapped.length ?? 0, 'image')} with left and right eye swapped (they are sorted):`,
      items: (eyes?.swapped ?? []).map(file),
    },
    {
      heading: `${plural(eyes?.suspicious.length ?? 0, 'image')} with eyes that cannot be right:`,
      items: (eyes?.suspicious ?? []).map(({ image, reason }) => `${file(image)}: ${reason}`),
    },
    {
      heading: `${plural(eyes?.missing.length ?? 0, 'image')} without eye positions:`,
      items: (eyes?.missing ?? []).map(file),
    },
    {
      heading: `${plural(faces?.contradicted.length ?? 0, 'image')} with eyes more than a tenth of their distance from those found:`,
      items: (faces?.contradicted ?? []).map(({ image, by }) => `${file(image)}: ${Math.round(100 * by)}%`),
    },
    {
      heading: `${plural(faces?.none.length ?? 0, 'image')} in which no face was found:`,
      items: (faces?.none ?? []).map(file),
    },
    {
      heading: `${plural(faces?.several.length ?? 0, 'image')} with several faces:`,
      items: (faces?.several ?? []).map(({ image, faces: count }) => `${file(image)}: ${count}`),
    },
    {
      heading: `${plural(faces?.doubtful.length ?? 0, 'image')} with a doubtful face, the most doubtful first:`,
      items: (faces?.doubtful ?? []).map(({ image, concerns }) => `${file(image)}: ${concerns.join(', ')}`),
    },
    {
      heading: `Unequal counts: ${counts.least} to ${counts.most} images per subject${counts.usual === null ? '.' : `, mostly ${counts.usual}:`}`,
      isPresent: counts.least < counts.most,
      items: counts.unusual.map(({ subject, count }) => `${subject}: ${count}`),
    },
    {
      heading: `${plural(counts.single.length, 'subject')} with one image:`,
      items: counts.single,
    },
  ];
  return defects.filter(({ isPresent, items }) => isPresent ?? items.length > 0);
}
