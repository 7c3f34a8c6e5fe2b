/** Grey images for the screen. */

/** Grey images for the screen: 8 bits a pixel, row by row, base64. */
export interface PixelBlock {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly pixels: string;
}
