import { basename, extname, resolve } from 'node:path';
import type { ImportRecipe } from '../../../core/contract/importRecipe.ts';
import type { ImportReport } from '../../../core/contract/types.ts';
import { Failure, Interrupted } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { describeDefects } from './audit.ts';
import { describePreview } from './importPreview.ts';
import { ProgressLine } from '../progress.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';

interface ImportOptions extends WorkspaceOptions, ImportRecipe {
  readonly name?: string;
  readonly size?: { readonly rows: number; readonly cols: number };
  readonly json?: boolean;
  readonly preview?: boolean;
}

/** eigenbench import: one dataset from a folder or file; unreadable files are reported, the rest is imported. */
export async function importCommand(path: string, options: ImportOptions): Promise<void> {
  if (options.preview) return previewCommand(path, options);
  const { report, audit } = await withEngine(options, async ({ client, grant }) => {
    const source = resolve(path);
    const token = grant(source);
    const name = options.name ?? (basename(source, extname(source)) || 'dataset');
    const line = new ProgressLine(process.stderr, { unit: 'images', json: options.json === true });
    const abort = new AbortController();
    const report = await interruptible(
      () => abort.abort(),
      async () => {
        try {
          const input = { token, name, size: options.size ?? null, recipe: recipeOf(options) };
          for await (const event of await client.datasets.import(input, { signal: abort.signal })) {
            if (event.kind === 'progress') line.show(event.progress);
            else if (event.kind === 'done') return event.report;
            else if (event.kind === 'failed') throw new Failure(event.reason);
            else break;
          }
        } catch (error) {
          if (!abort.signal.aborted) throw error;
        } finally {
          line.clear();
        }
        throw new Interrupted('Import cancelled; nothing was imported.');
      },
    );
    return { report, audit: await client.datasets.audit({ id: report.dataset.id, near: null }) };
  });
  if (options.json) process.stdout.write(`${JSON.stringify({ ...report, audit }, null, 2)}\n`);
  else process.stdout.write(describeReport(report) + describeDefects(audit, report.dataset.name));
}

/** eigenbench import --preview: how names and arrays would be read. */
async function previewCommand(path: string, options: ImportOptions): Promise<void> {
  const preview = await withEngine(options, ({ client, grant }) =>
    client.datasets.previewImport({ token: grant(resolve(path)), recipe: recipeOf(options) }),
  );
  process.stdout.write(options.json ? `${JSON.stringify(preview, null, 2)}\n` : describePreview(preview));
}

/** The options that say how to read the source. */
function recipeOf(options: ImportRecipe): ImportRecipe {
  const { variable, labels, imageSize, pixelOrder, layout, pattern, subset, minPerSubject, dropTwins } = options;
  return { variable, labels, imageSize, pixelOrder, layout, pattern, subset, minPerSubject, dropTwins };
}

function describeReport({ dataset, problems, seconds }: ImportReport): string {
  const lines = [
    `Imported "${dataset.name}": ${dataset.count} images of ${dataset.subjects} subjects, ` +
      `${dataset.rows} rows × ${dataset.cols} columns, in ${seconds.toFixed(1)} s.`,
  ];
  if (problems.length > 0) {
    lines.push(`${problems.length} ${problems.length === 1 ? 'file was' : 'files were'} not imported:`);
    for (const { file, reason } of problems) lines.push(`  ${file}: ${reason}`);
  }
  return `${lines.join('\n')}\n`;
}
