/** A workspace with a finished study, and whether a copy of it that was damaged shows what it showed before. */
import { faultReason } from '../../../src/main/workspace/workspaceErrors.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from '../runner/bench.ts';

const spec = specWith({
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
  methods: [{ method: 'pca' }, { method: '2dpca' }],
  measures: ['verification'],
  selection: { innerSplits: 1 },
});

/** Everything that numbers come from, and the numbers. */
export function contentOf(workspace: Workspace): string {
  const { datasets, studies } = workspace;
  const [study] = studies.list();
  const { datasetId, spec } = studies.get(study.id)!;
  const { attributes, ...facts } = datasets.factsOf(datasetId);
  const pixels = new Float64Array(30 * 120);
  datasets.readPixels(datasetId, pixels);
  const bits = Buffer.from(pixels.buffer).toString('base64');
  return JSON.stringify([outcomeOf(workspace, study.id), spec, facts, attributes, bits]);
}

/** Null: as before. A sentence: refused. Throws where it is another content or an error without a sentence. */
export function lookAt(path: string, expected: string): string | null {
  let workspace: Workspace | null = null;
  try {
    workspace = openWorkspace(path);
    // A list that has become empty is told when the file is opened.
    const [missing] = workspace.notices.filter((notice) => notice.includes(' is damaged: '));
    if (missing !== undefined) return missing;
    const content = contentOf(workspace);
    if (content === expected) return null;
  } catch (error) {
    const reason = faultReason(error);
    if (reason === null) throw error;
    return reason;
  } finally {
    workspace?.close();
  }
  throw new Error('other content without a word');
}

/** Writes it, closed. */
export async function finishedWorkspace(path: string): Promise<void> {
  const bench = openBench(path, 1);
  await runToEnd(bench, createStudy(bench.workspace, spec));
  await bench.close();
}
