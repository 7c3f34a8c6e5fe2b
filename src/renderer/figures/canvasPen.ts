import type { GreyImage } from '../faces/greyImage.ts';
import type { Pen } from '../../core/figures/drawScatter.ts';

/** Faces as canvases, created once per image. */
const drawn = new WeakMap<GreyImage, HTMLCanvasElement>();

/** A canvas with the pixels of an image. */
export function imageCanvas(image: GreyImage): HTMLCanvasElement {
  const cached = drawn.get(image);
  if (cached) return cached;
  const canvas = document.createElement('canvas');
  canvas.width = image.cols;
  canvas.height = image.rows;
  canvas.getContext('2d')?.putImageData(new ImageData(image.rgba, image.cols, image.rows), 0, 0);
  drawn.set(image, canvas);
  return canvas;
}

/** Draws on a canvas in CSS pixels. */
export function canvasPen(
  context: CanvasRenderingContext2D,
  imageOf: (index: number) => GreyImage | undefined,
  font: string,
): Pen {
  context.font = `12px ${font}`;
  context.imageSmoothingEnabled = false;
  return {
    rect(x, y, width, height, fill) {
      context.fillStyle = fill;
      context.fillRect(x, y, width, height);
    },
    frame(x, y, width, height, colour, line) {
      context.strokeStyle = colour;
      context.lineWidth = line;
      context.strokeRect(x, y, width, height);
    },
    line(x1, y1, x2, y2, colour) {
      context.strokeStyle = colour;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    },
    dot(x, y, radius, fill) {
      context.fillStyle = fill;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    },
    ring(x, y, radius, colour, line) {
      context.strokeStyle = colour;
      context.lineWidth = line;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.stroke();
    },
    text(text, x, y, colour, place) {
      context.fillStyle = colour;
      context.textAlign = place === 'upward' ? 'center' : place === 'middle' ? 'center' : place;
      if (place !== 'upward') return context.fillText(text, x, y);
      context.save();
      context.translate(x, y);
      context.rotate(-Math.PI / 2);
      context.fillText(text, 0, 0);
      context.restore();
    },
    face(index, x, y, width, height) {
      const image = imageOf(index);
      if (image) context.drawImage(imageCanvas(image), x, y, width, height);
      return image !== undefined;
    },
  };
}
