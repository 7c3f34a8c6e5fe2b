/** Grey images for the screen: 8 bits per pixel, row by row, base64. */
export interface PixelBlock {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly pixels: string;
}

/**
 * Maps the grey values of a dataset to those of the screen, (value − from) · stretch: values of 0…255 unchanged, others
 * stretched from minimum to maximum.
 */
export function screenScale({ low, high }: { readonly low: number; readonly high: number }): {
  readonly from: number;
  readonly stretch: number;
} {
  if (low >= 0 && high <= 255 && high > 1) return { from: 0, stretch: 1 };
  return { from: low, stretch: high > low ? 255 / (high - low) : 0 };
}
