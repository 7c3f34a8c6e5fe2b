/**
 * The articles of the gallery as pictures: runs the commands of the page on drawn faces, sets each article in both
 * layouts with pdflatex and draws its pages side by side. Needs pdflatex with IEEEtran and elsarticle, pdftoppm, and
 * Python with numpy.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { docsFolder, readPage, stepsOf } from '../../test/support/manualBlocks.ts';

const ARTICLES = ['recognition', 'verification', 'deep', 'databases', 'own'] as const;
const LAYOUTS = ['ieee', 'elsevier'] as const;
const DOTS_PER_INCH = 80;
/** Blank space between pages, in pixels. */
const GAP = 24;
/** Enough for the bands of figures. */
const COLOURS = 64;

/** Writes `<article>-<layout>.png` into the folder. */
export async function drawArticles(out: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-articles-'));
  try {
    cpSync(join(docsFolder, 'gallery'), folder, { recursive: true });
    followPage(folder);
    mkdirSync(out, { recursive: true });
    for (const article of ARTICLES) {
      for (const layout of LAYOUTS) {
        const name = `${article}-${layout}`;
        setArticle(folder, article, layout);
        writeFileSync(join(out, `${name}.png`), await pagesOf(folder, name));
        process.stdout.write(`${name}.png\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the commands of the page up to its figures. */
function followPage(folder: string): void {
  const [articles] = readPage('gallery').split('\n## Figures');
  const launcher = resolve(docsFolder, '../bin/eigenbench.js');
  const env = { ...process.env, XDG_DATA_HOME: folder };
  for (const step of stepsOf(articles)) {
    if ('run' in step) execFileSync(process.execPath, [launcher, ...step.run], { cwd: folder, env, stdio: 'ignore' });
  }
}

function setArticle(folder: string, article: string, layout: string): void {
  const name = `${article}-${layout}`;
  const latex = (): void => {
    const source = `\\def\\article{${article}}\\input{${layout}}`;
    execFileSync('pdflatex', ['-halt-on-error', '-jobname', name, source], { cwd: folder, stdio: 'ignore' });
  };
  latex();
  execFileSync('bibtex', [name], { cwd: folder, stdio: 'ignore' });
  latex();
  latex();
}

/** The pages without their margins, side by side. */
async function pagesOf(folder: string, name: string): Promise<Buffer> {
  execFileSync('pdftoppm', ['-r', `${DOTS_PER_INCH}`, '-png', `${name}.pdf`, `${name}-page`], { cwd: folder });
  const files = readdirSync(folder).filter((file) => file.startsWith(`${name}-page`));
  const pages = await Promise.all(
    files
      .sort()
      .map((file) => sharp(join(folder, file)).trim({ background: 'white' }).toBuffer({ resolveWithObject: true })),
  );
  const placed = pages.map(({ data, info }, at) => ({
    input: data,
    left: pages.slice(0, at).reduce((sum, before) => sum + before.info.width + GAP, 0),
    top: 0,
    width: info.width,
  }));
  const { left, width } = placed.at(-1)!;
  return sharp({
    create: {
      width: left + width,
      height: Math.max(...pages.map(({ info }) => info.height)),
      channels: 3,
      background: 'white',
    },
  })
    .composite(placed)
    .png({ palette: true, colours: COLOURS })
    .toBuffer();
}
