import type { Database } from 'better-sqlite3';
import { provenanceSchema } from '../../../core/images/provenance.ts';
import { digestOf } from '../digests.ts';
import { encodePixels, type Pixels, type PixelType } from './pixels.ts';
import type { RecordSeals } from '../recordSeals.ts';

/** Adds RGB triples to the images of a dataset that lack them, by position; its images are the same by their hash. */
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
    colours.forEach((own, position) => {
      if (own === null) return;
      const bytes = encodePixels(type === 'u8' ? own : Float64Array.from(own), 0, own.length);
      put.run(bytes, digestOf(bytes), id, position);
    });
    const known = stages.get(id);
    if (known !== undefined) {
      // As an import with the colours would have written it.
      const made = provenanceSchema.parse(JSON.parse(known)).map((stage) => {
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
