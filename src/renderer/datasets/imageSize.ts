/** "56 × 46", "56x46" or "56 46" (rows first) as numbers; null for anything else or beyond 1 … 4096. */
export function parseImageSize(text: string): { rows: number; cols: number } | null {
  const match = /^\s*(\d{1,4})\s*(?:[x×X*,]|\s)\s*(\d{1,4})\s*$/.exec(text);
  if (!match) return null;
  const [rows, cols] = [Number(match[1]), Number(match[2])];
  return [rows, cols].every((side) => side >= 1 && side <= 4096) ? { rows, cols } : null;
}
