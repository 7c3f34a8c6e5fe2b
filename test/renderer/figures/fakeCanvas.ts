/** A canvas that keeps what is drawn on it: texts, lines and outlines, at their places. */

/** What chart.js and its plug-ins use of Path2D. */
export class FakePath {
  readonly points: [number, number][] = [];
  readonly outline: string;
  constructor(outline = '') {
    this.outline = outline;
  }
  moveTo(x: number, y: number): void {
    this.points.push([x, y]);
  }
  lineTo(x: number, y: number): void {
    this.points.push([x, y]);
  }
  closePath(): void {}
}

export interface Drawing {
  readonly texts: { text: string; x: number; y: number }[];
  /** Strokes of paths. */
  readonly strokes: { path: FakePath; colour: string; width: number; dash: readonly number[]; x: number; y: number }[];
  /** Fills of paths. */
  readonly fills: { path: FakePath; colour: string; opacity: number; x: number; y: number; scale: number }[];
}

interface State {
  x: number;
  y: number;
  scale: number;
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  dash: readonly number[];
  globalAlpha: number;
}

export function fakeCanvas(width: number, height: number): { canvas: HTMLCanvasElement; drawing: Drawing } {
  const drawing: Drawing = { texts: [], strokes: [], fills: [] };
  let state: State = {
    x: 0,
    y: 0,
    scale: 1,
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    dash: [],
    globalAlpha: 1,
  };
  const kept: State[] = [];
  let current = new FakePath();
  const methods: Record<string, (...parameters: never[]) => unknown> = {
    save: () => kept.push({ ...state }),
    restore: () => (state = kept.pop() ?? state),
    translate: (x: number, y: number) => ((state.x += x), (state.y += y)),
    scale: (scale: number) => (state.scale *= scale),
    setLineDash: (dash: number[]) => (state.dash = [...dash]),
    measureText: (text: string) => ({ width: 6 * text.length }),
    beginPath: () => (current = new FakePath()),
    moveTo: (x: number, y: number) => current.moveTo(x, y),
    lineTo: (x: number, y: number) => current.lineTo(x, y),
    fillText: (text: string, x: number, y: number) => drawing.texts.push({ text, x: state.x + x, y: state.y + y }),
    stroke: (path: FakePath = current) =>
      drawing.strokes.push({
        path,
        colour: state.strokeStyle,
        width: state.lineWidth,
        dash: state.dash,
        x: state.x,
        y: state.y,
      }),
    fill: (path: FakePath = current) =>
      drawing.fills.push({
        path,
        colour: state.fillStyle,
        opacity: state.globalAlpha,
        x: state.x,
        y: state.y,
        scale: state.scale,
      }),
  };
  const context: unknown = new Proxy(methods, {
    get: (_, name) => methods[String(name)] ?? state[String(name) as keyof State] ?? ((): void => {}),
    set: (_, name, value) => {
      state = { ...state, [name]: value };
      return true;
    },
  });
  const canvas = { width, height, style: {}, getContext: () => context };
  methods['canvas'] = canvas as never;
  return { canvas: canvas as unknown as HTMLCanvasElement, drawing };
}
