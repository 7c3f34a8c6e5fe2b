/** What benchmarks write: bench-results/<section>.json, and all sections there as one table, in Markdown and JSON. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from './compare.ts';
import { tableOf } from './table.ts';

export interface Machine {
  readonly processor: string;
  readonly threads: number;
  readonly node: string;
  /** Load average of the last minute. */
  readonly load: number;
  readonly date: string;
}

export interface GrowthRow {
  readonly work: string;
  /** What grows. */
  readonly over: string;
  readonly sizes: readonly number[];
  /** Processor time at each size, or wall time where `wall` says so. */
  readonly seconds: readonly number[];
  readonly wall?: boolean;
  /** Slope of log seconds over log size. */
  readonly exponent: number;
}

export interface MemoryRow {
  readonly work: string;
  readonly seconds: number;
  /** Largest resident set of the process, bytes. */
  readonly peak: number;
}

interface Heading {
  readonly title: string;
  readonly note?: string;
}

export type Section = Heading &
  (
    | {
        readonly kind: 'comparison';
        readonly setting: {
          readonly kernels: string;
          readonly python: Readonly<Record<string, string | null>> | null;
          readonly before: Machine;
          readonly after: Machine;
        };
        readonly rows: readonly Row[];
      }
    | {
        readonly kind: 'growth';
        readonly before: Machine;
        readonly after: Machine;
        readonly rows: readonly GrowthRow[];
      }
    | {
        readonly kind: 'memory';
        readonly before: Machine;
        readonly after: Machine;
        readonly rows: readonly MemoryRow[];
      }
  );

const folder = fileURLToPath(new URL('../../../bench-results', import.meta.url));

export function machine(): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    threads: availableParallelism(),
    node: process.version,
    load: loadavg()[0],
    date: new Date().toISOString(),
  };
}

/**
 * Writes bench-results/<name>.json and, from all sections there, table.md and table.json; prints the section once
 * complete.
 */
export function writeSection(name: string, section: Section, complete = true): void {
  writeResults(name, section);
  const sections = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'table.json')
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Partial<Section>)
    .filter((found): found is Section => found.kind !== undefined);
  writeResults('table', sections);
  writeFileSync(join(folder, 'table.md'), `${sections.map(tableOf).join('\n\n')}\n`);
  if (complete) console.log(tableOf(section));
}

/** Writes bench-results/<name>.json. */
export function writeResults(name: string, results: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
}
