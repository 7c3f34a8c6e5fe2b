/** The images of a study in parts, shared by all parts: a read-only file named after its SHA-256. */
import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { findNamed } from '../../../core/text/nameLookup.ts';
import { ownedFolder } from '../../disk/ownedName.ts';
import { partsOfFile } from '../../disk/stream.ts';
import { writeFile } from '../../disk/writeFile.ts';
import { fileHash } from '../../disk/fileHash.ts';
import { copyDataset } from '../../workspace/datasets/copyDataset.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import { Failure } from '../errors.ts';

/** Digits of the hash in the name. */
const DIGITS = 16;
const NAME = /^images-([\da-f]{16})\.eigenbench$/;

/**
 * Returns the path of the bundle in a folder of parts: a workspace with only the dataset, and without a write-ahead log
 * so many machines can open it at once. An existing bundle with these images and vectors is kept, because parts refer
 * to it; others are removed.
 */
export function writeShardBundle(from: string, dataset: string, folder: string): string {
  const source = openWorkspace(from, { readOnly: true });
  try {
    const summary = findNamed(dataset, source.datasets.list(), ({ name }) => name);
    if (!summary) throw new Failure(`There is no dataset "${dataset}" in ${from}.`);
    const bundles = readdirSync(folder)
      .filter((name) => NAME.test(name))
      .map((name) => join(folder, name));
    const kept = bundles.find((path) => holds(path, source, summary));
    for (const path of bundles) if (path !== kept) rmSync(path, { force: true });
    return kept ?? newBundle(source, summary, folder);
  } finally {
    source.close();
  }
}

/** SHA-256 of a workspace that is a bundle; null for others. Throws Failure if a bundle has changed. */
export function bundleHash(path: string): string | null {
  const digits = NAME.exec(basename(path))?.[1];
  if (digits === undefined) return null;
  const hash = fileHash(path);
  if (hash.startsWith(digits)) return hash;
  throw new Failure(`${path} has changed since it was written: its SHA-256 is ${hash}, which its name does not say.`);
}

function newBundle(source: Workspace, dataset: DatasetSummary, folder: string): string {
  const making = ownedFolder(folder, 'images-');
  try {
    const whole = join(making, 'images.eigenbench');
    const target = openWorkspace(whole, { withoutLog: true });
    try {
      copyDataset(source, dataset, target);
    } finally {
      target.close();
    }
    const path = join(folder, `images-${fileHash(whole).slice(0, DIGITS)}.eigenbench`);
    writeFile(path, partsOfFile(whole), { sealed: true });
    return path;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Whether a bundle is intact and has the dataset's images and vectors, under their names. */
function holds(path: string, source: Workspace, { id, name, hash }: DatasetSummary): boolean {
  try {
    if (bundleHash(path) === null) return false;
    const bundle = openWorkspace(path, { readOnly: true });
    try {
      const copy = bundle.datasets.findByName(name);
      const vectors = ({ attachments }: Workspace, dataset: number): string =>
        JSON.stringify(attachments.present(dataset));
      return copy !== null && copy.hash === hash && vectors(bundle, copy.id) === vectors(source, id);
    } finally {
      bundle.close();
    }
  } catch {
    return false;
  }
}
