import type { FigureSource } from '../../../../core/figures/source.ts';
import { splitOf } from '../../../../core/study/splits/splits.ts';
import { selectedCell, selectedEntry } from '../../../../core/study/table/chosen.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { nearestImages } from './nearestImages.ts';

/**
 * Which test images methods misclassify in a condition, at the shapes of the table, over the repeats that all of them
 * have finished; methods whose answers for single images are not known are left out.
 */
export function misclassifiedImages(
  workspace: Workspace,
  study: StoredStudy,
  ...[table, condition, labels, selection]: Parameters<FigureSource['answers']>
): ReturnType<FigureSource['answers']> {
  const facts = workspace.datasets.facts(study.datasetId)!;
  const nearest = nearestImages(workspace, study);
  const column = table.conditions.findIndex(({ key }) => key === condition);
  const found = table.rows
    .filter(({ label }) => labels.includes(label))
    .map(({ label, entries }) => {
      const entry = selectedEntry(entries[column], selection);
      const places = entry.repeats.flatMap((repeat) => {
        const cell = selectedCell(label, entry, repeat);
        const matched = cell && nearest({ label: cell.label, condition, repeat }, cell.shape);
        return matched ? [[repeat, matched] as const] : [];
      });
      return { label, places: new Map(places) };
    })
    .filter(({ places }) => places.size > 0);
  const repeats = [...(found[0]?.places.keys() ?? [])].filter((repeat) =>
    found.every(({ places }) => places.has(repeat)),
  );
  return {
    methods: found.map(({ label }) => label),
    splits: repeats.map((repeat) => {
      const { train, gallery = train, test } = splitOf(study.spec, facts, condition, repeat);
      const wrong = found.map(({ places }) => {
        const matched = places.get(repeat)!;
        return Array.from(test, (image, i) => facts.labels[gallery[matched[i]]] !== facts.labels[image]);
      });
      return { repeat, test, wrong };
    }),
  };
}
