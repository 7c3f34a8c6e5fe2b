import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEvent } from '../../../../src/core/contract/audits.ts';
import { auditStream } from '../../../../src/main/engine/datasets/auditDataset.ts';
import { eyesOfFile } from '../../../../src/main/engine/datasets/eyeHandlers.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

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
