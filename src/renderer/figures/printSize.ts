/** The size of a picture of our painters, in words: "84 × 62 mm", or pixels where it has no size on paper. */
export function printSize(svg: string): string {
  const [, width, unit, height] = /^<svg [^>]*? width="([\d.]+)(mm)?" height="([\d.]+)/.exec(svg) ?? [];
  if (width === undefined) return '';
  return `${Math.round(Number(width))} × ${Math.round(Number(height))} ${unit ?? 'pixels'}`;
}
