import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEvent, DatasetAudit } from '../../../../src/core/contract/audits.ts';
import { auditDataset, auditStream, duplicateGroups } from '../../../../src/main/engine/datasets/auditDataset.ts';
import type { ImportedDataset } from '../../../../src/main/import/types.ts';
import { eyesOfFile } from '../../../../src/main/engine/datasets/eyeHandlers.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

function audited(change: Partial<ImportedDataset>, eyes?: string): Promise<DatasetAudit> {
  const folder = temporaryFolder();
  const { datasets, close } = openWorkspace(join(folder, 'w.eigenbench'));
  onTestFinished(close);
  const dataset = datasets.add('faces', { ...smallDataset({ subjects: 2, perSubject: 5 }), ...change }, '');
  const eyePath = eyes === undefined ? null : join(folder, 'eyes.txt');
  if (eyePath !== null) writeFileSync(eyePath, eyes ?? '');
  const eyeSource = eyePath === null ? null : eyesOfFile(eyePath);
  return auditDataset({ datasets, dataset, near: null, eyeSource, search: null });
}

describe('the audit of a stored dataset', () => {
  it('names images whose file had another shape than most', async () => {
    const usual = { rows: 24, cols: 20 };
    const fileShapes = new Array(10).fill(usual).with(7, { rows: 48, cols: 20 });
    const { sizes, images } = await audited({ fileShapes });
    expect(sizes).toEqual({ usual, odd: [{ image: 7, rows: 48, cols: 20 }] });
    expect(images[7]).toEqual({ file: 's2/3.pgm', subject: 'person 2' });
    expect((await audited({})).sizes).toEqual({ usual: null, odd: [] });
  });

  it('names eyes that are missing, exchanged or cannot be right', async () => {
    const names = smallDataset({ subjects: 2, perSubject: 5 }).files.map((file) => file.replace('.pgm', ''));
    const lines = names.map((name) => `${name} 2 4 7 4`);
    lines[1] = `${names[1]} 7 4 2 4`;
    lines[3] = `${names[3]} 2 4 30 4`;
    lines[6] = `${names[6]} 2 1 4 9`;
    const { eyes, images } = await audited({}, lines.slice(0, 9).join('\n'));
    expect(eyes).toEqual({
      known: 9,
      missing: [9],
      swapped: [1],
      suspicious: [
        { image: 3, reason: 'an eye lies outside the image of 12 × 10', left: { x: 2, y: 4 }, right: { x: 30, y: 4 } },
        { image: 6, reason: 'the eyes are tilted by 76°', left: { x: 2, y: 1 }, right: { x: 4, y: 9 } },
      ],
    });
    expect(Object.keys(images).map(Number)).toEqual([1, 3, 6, 9]);
    expect((await audited({})).eyes).toBeNull();
  });
});

/** 600 images of 40 subjects: near-duplicates and pictures cropped twice take many turns. */
function started({ signal, eyePath = null }: { signal?: AbortSignal; eyePath?: string | null } = {}) {
  const workspace = openWorkspace(join(temporaryFolder(), 'w.eigenbench'));
  onTestFinished(() => workspace.close());
  const dataset = workspace.datasets.add(
    'faces',
    smallDataset({ subjects: 40, perSubject: 15, rows: 24, cols: 24 }),
    '',
  );
  const services = { workspace, closing: new AbortController().signal, log: pino({ level: 'silent' }) };
  const eyeSource = eyePath === null ? null : eyesOfFile(eyePath);
  return auditStream(services, { dataset, eyeSource, search: null }, signal);
}

describe('an audit that is followed', () => {
  it('tells per cent that never fall, then what it found', async () => {
    const seen: AuditEvent[] = [];
    for await (const event of started()) seen.push(event);
    const last = seen.pop();
    expect(last).toMatchObject({ kind: 'done', audit: { counts: { subjects: 40, usual: 15 } } });
    const shares = seen.map((event) => (event.kind === 'progress' ? event.progress.done : NaN));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(seen[0]).toMatchObject({ progress: { total: 100, running: ['Auditing faces'] } });
  });

  it('ends soon after it is cancelled', async () => {
    const controller = new AbortController();
    const kinds: string[] = [];
    for await (const event of started({ signal: controller.signal })) {
      kinds.push(event.kind);
      controller.abort();
    }
    expect(kinds).toEqual(['progress']);
  });

  it('fails with the reason where the eye positions cannot be read', async () => {
    const seen: AuditEvent[] = [];
    for await (const event of started({ eyePath: join(temporaryFolder(), 'none.txt') })) seen.push(event);
    expect(seen).toEqual([{ kind: 'failed', reason: expect.stringContaining('none.txt') }]);
  });
});

describe('duplicate groups', () => {
  it('join identical and nearly identical images that share one', async () => {
    const made = smallDataset();
    const { pixels } = made.images;
    const image = (n: number): Float64Array => pixels.subarray(n * 120, (n + 1) * 120) as Float64Array;
    image(7).set(image(2));
    // Brighter, and one grey value changed: near both of them.
    image(11).set(image(2).map((value, i) => 0.5 * value + 20 + (i === 3 ? 1 : 0)));
    image(29).set(image(20));
    const workspace = openWorkspace(join(temporaryFolder(), 'w.eigenbench'));
    const dataset = workspace.datasets.add('faces', made, '');
    const groups = [
      [2, 7, 11],
      [20, 29],
    ];
    expect(await duplicateGroups(workspace)(dataset)).toEqual(groups);
    // Another process reads the groups without reading a pixel; invalid stored groups are computed again.
    const unread = { ...workspace, datasets: { ...workspace.datasets, readPixels: () => expect.unreachable() } };
    expect(await duplicateGroups(unread)(dataset)).toEqual(groups);
    workspace.duplicates.set(dataset.hash, 0.999, [[2, 5000]]);
    expect(await duplicateGroups(workspace)(dataset)).toEqual(groups);
    workspace.close();
  });
});
