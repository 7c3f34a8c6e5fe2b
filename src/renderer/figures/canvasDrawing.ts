/** Paints drawings on a canvas, for plots that are drawn again with every move of the pointer. */
import type { ImageShape, TextShape } from '../../core/figures/drawing/drawing.ts';
import type { ScatterDrawing, ScatterShape } from '../../core/figures/painters/scatter.ts';
import { pixelImages } from '../faces/greyImage.ts';

/** Paints in CSS pixels. Images become canvases once; they are kept as long as the painter. */
export function canvasPainter(font: string) {
  const canvases = new Map<string, HTMLCanvasElement>();

  function canvasOf({ rows, cols, pixels }: ImageShape): HTMLCanvasElement {
    const cached = canvases.get(pixels);
    if (cached) return cached;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [cols, rows];
    const [{ rgba }] = pixelImages({ rows, cols, count: 1, pixels });
    canvas.getContext('2d')?.putImageData(new ImageData(rgba, cols, rows), 0, 0);
    canvases.set(pixels, canvas);
    return canvas;
  }

  function paintText(context: CanvasRenderingContext2D, shape: TextShape): void {
    const [x, y] = shape.at;
    const content = shape.runs.map(({ text }) => text).join('');
    context.fillStyle = shape.fill;
    context.textAlign = shape['text-anchor'] === 'middle' ? 'center' : (shape['text-anchor'] ?? 'start');
    if (!shape.upward) return context.fillText(content, x, y);
    context.save();
    context.translate(x, y);
    context.rotate(-Math.PI / 2);
    context.fillText(content, 0, 0);
    context.restore();
  }

  function paintShape(context: CanvasRenderingContext2D, shape: ScatterShape): void {
    if (shape.kind === 'text') return paintText(context, shape);
    if (shape.kind === 'image') {
      return context.drawImage(canvasOf(shape), shape.x, shape.y, shape.width, shape.height);
    }
    context.strokeStyle = shape.stroke ?? 'none';
    context.lineWidth = shape['stroke-width'] ?? 1;
    context.fillStyle = shape.fill ?? 'none';
    const isFilled = shape.fill !== undefined && shape.fill !== 'none';
    if (shape.kind === 'rect') {
      const { x = 0, y = 0, width, height } = shape;
      if (isFilled) context.fillRect(x, y, width, height);
      else context.strokeRect(x, y, width, height);
      return;
    }
    context.beginPath();
    if (shape.kind === 'circle') context.arc(shape.cx, shape.cy, shape.r, 0, 2 * Math.PI);
    else {
      context.moveTo(...shape.from);
      context.lineTo(...shape.to);
    }
    if (isFilled) context.fill();
    else context.stroke();
  }

  return (context: CanvasRenderingContext2D, { shapes }: ScatterDrawing): void => {
    context.font = `12px ${font}`;
    context.imageSmoothingEnabled = false;
    for (const shape of shapes) paintShape(context, shape);
  };
}
