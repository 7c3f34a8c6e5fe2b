import type { Database } from 'better-sqlite3';
import { provenanceSchema } from '../../../core/images/provenance.ts';
import { digestOf } from '../digests.ts';
import { encodePixels, type Pixels, type PixelType } from './pixels.ts';
import type { RecordSeals } from '../recordSeals.ts';

/**
 * Adds RGB triples to the grey images of a dataset, by position; the hash of the dataset confirms that the images are
 * the same.
 */
export function addColours(
  db: Database,
  seals: Pick<RecordSeals, 'sealDataset'>,
  id: number,
  type: PixelType,
  colours: readonly (Pixels | null)[],
): void {
  const put = db.prepare('UPDATE images SET colour = ?, colour_digest = ? WHERE dataset_id = ? AND position = ?');
  const stages = db.prepare<[number], string>('SELECT stages FROM makings WHERE dataset_id = ?').pluck();
  const putStages = db.prepare('UPDATE makings SET stages = ?, digest = ? WHERE dataset_id = ?');
  db.transaction(() => {
    colours.forEach((imageColours, position) => {
      if (imageColours === null) return;
      const bytes = encodePixels(
        type === 'u8' ? imageColours : Float64Array.from(imageColours),
        0,
        imageColours.length,
      );
      put.run(bytes, digestOf(bytes), id, position);
    });
    const stored = stages.get(id);
    if (stored !== undefined) {
      // As an import with the colours would have written it.
      const made = provenanceSchema.parse(JSON.parse(stored)).map((stage) => {
        if (stage.kind !== 'import') return stage;
        const { greyOnly: _, ...recipe } = stage.recipe;
        return { ...stage, recipe };
      });
      const text = JSON.stringify(made);
      putStages.run(text, digestOf(text), id);
    }
    db.prepare('UPDATE datasets SET coloured = 1 WHERE id = ?').run(id);
    seals.sealDataset(id);
  }).immediate();
}
