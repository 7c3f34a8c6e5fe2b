/** Formats times, sizes and words for shells and batch systems. */

/** 7260 → "2:01:00". */
export function clock(seconds: number): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** Whole minutes, rounded up. */
export function minutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}

/** MB as gigabytes if that is a whole number: 8192 → "8G", 1000 → "1000M". */
export function size(megabytes: number): string {
  return megabytes % 1024 === 0 ? `${megabytes / 1024}G` : `${megabytes}M`;
}

/** Part numbers with runs joined: [1, 2, 3, 7] → "1-3,7". */
export function ranges(parts: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last && part === last[1] + 1) last[1] = part;
    else runs.push([part, part]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}
