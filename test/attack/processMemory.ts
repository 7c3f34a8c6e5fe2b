import { readFileSync } from 'node:fs';

/** Bytes that a process has in memory now, or had at most. Throws where Linux does not tell. */
export function processMemory(pid: number | 'self', which: 'now' | 'at most'): number {
  const field = which === 'now' ? 'VmRSS' : 'VmHWM';
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return 1024 * Number(kilobytes ?? 0);
}
