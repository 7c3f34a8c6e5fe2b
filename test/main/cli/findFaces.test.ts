// @module-tag processes
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Eyes } from '../../../src/core/images/preprocess/align.ts';
import { drawnFace, drawnScene, paste } from '../../support/drawnScenes.ts';
import { withNetworks } from '../../support/networks.ts';
import { scratch } from './harness.ts';

const here = scratch();
afterAll(() => here.remove());
withNetworks();

const [ROWS, COLS] = [180, 240];
const truth = new Map<string, Eyes>();

/** Scenes of two subjects with three images each; one image without a face, one with two, one that leans. */
beforeAll(() => {
  for (const folder of ['scenes/a', 'scenes/b', 'few/a']) mkdirSync(here.at(folder), { recursive: true });
  const images = [
    { file: 'a/1', seeds: [1], degrees: 5 },
    { file: 'a/2', seeds: [2], degrees: 0 },
    { file: 'a/3', seeds: [], degrees: 0 },
    { file: 'b/1', seeds: [3], degrees: -10 },
    { file: 'b/2', seeds: [5, 8], degrees: 0 },
    { file: 'b/3', seeds: [5], degrees: 38 },
  ];
  images.forEach(({ file, seeds, degrees }, n) => {
    const scene = drawnScene(40 + n, ROWS, COLS);
    seeds.forEach((seed, i) => {
      const at = { x: seeds.length === 1 ? 120 : 60 + 115 * i, y: 90 };
      const eyes = paste(scene, drawnFace(seed), at, 0.9 + 0.2 * i, degrees);
      truth.set(file, eyes);
    });
    const pixels = Uint8Array.from(scene.pixels, (value) => Math.min(255, Math.max(0, Math.round(value))));
    const content = Buffer.concat([Buffer.from(`P5\n${COLS} ${ROWS}\n255\n`), pixels]);
    writeFileSync(here.at(`scenes/${file}.pgm`), content);
    if (file === 'a/2' || file === 'a/3') writeFileSync(here.at(`few/${file}.pgm`), content);
  });
});

describe('the search for faces', () => {
  it('marks eyes as an import goes on, and lists every image that is in doubt', async () => {
    const { code, stdout, stderr } = await here.run('import', 'scenes', '--layout', 'folders', '--find-faces');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('A face in 5 of 6 images of "scenes"; eyes marked in 5');
    expect(stdout).toMatch(/1 image without a face \(kept\):\n {2}a\/3\.pgm\n/);
    expect(stdout).toMatch(/1 image with several faces \(the largest is marked\):\n {2}b\/2\.pgm: 2 faces\n/);
    expect(stdout).toMatch(/with a doubtful face, the most doubtful first \(kept\):\n {2}b\/3\.pgm: tilted/);
  });

  it('is what preprocessing aligns by, with networks and positions in the provenance', async () => {
    const align = ['--step', 'align:56x46:15,23:30,23'];
    const made = await here.run('preprocess', 'scenes', '--name', 'aligned', '--eyes', 'marked', ...align);
    expect(made).toMatchObject({ code: 0 });
    expect(made.stdout).toContain('a/3.pgm: its eyes are not known');
    const { making } = JSON.parse((await here.run('datasets', '--json')).stdout).find(
      ({ name }: { name: string }) => name === 'aligned',
    );
    const stages = making.stages ?? making;
    const stage = stages.at(-1);
    expect(stage.finder).toMatchObject({ images: 5 });
    expect(stage.finder.detector).toMatch(/^[0-9a-f]{64}$/);
    expect(stage.finder.runtime).toMatch(/^onnxruntime-web/);
    expect(stage.eyes).toHaveLength(5);
    for (const { file, left, right } of stage.eyes as { file: string; left: number[]; right: number[] }[]) {
      const own = truth.get(file.replace('.pgm', ''))!;
      const distance = Math.hypot(own.right.x - own.left.x, own.right.y - own.left.y);
      expect(Math.hypot(left[0] - own.left.x, left[1] - own.left.y) / distance).toBeLessThan(0.1);
      expect(Math.hypot(right[0] - own.right.x, right[1] - own.right.y) / distance).toBeLessThan(0.1);
    }
  });

  it('is compared with given eyes by the audit', async () => {
    const line = (file: string, shift: number): string => {
      const { left, right } = truth.get(file)!;
      return `${file} ${left.x + shift} ${left.y} ${right.x + shift} ${right.y}\n`;
    };
    writeFileSync(here.at('eyes.txt'), line('a/1', 0) + line('a/2', 9) + line('b/1', 0));
    const { stdout } = await here.run('audit', 'scenes', '--eyes', 'eyes.txt');
    expect(stdout).toMatch(/1 image with eyes more than a tenth of .* found:\n {2}a\/2\.pgm: \d\d%\n/);
    expect(stdout).toMatch(/1 image in which no face was found:\n {2}a\/3\.pgm/);
  });

  it('imports nothing where a choice is to fail', async () => {
    const { code, stderr } = await here.run('import', 'few', '--find-faces', '--without-face', 'fail');
    expect(code).toBe(1);
    expect(stderr).toMatch(/1 image without a face \(refused\):\n {2}a\/3\.pgm/);
    expect((await here.run('datasets')).stdout).not.toMatch(/^few\b/m);
  });

  it('leaves out what the choices say, by name', async () => {
    const { code, stdout } = await here.run('import', 'few', '--find-faces', '--without-face', 'skip', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).faces).toMatchObject({ marked: 1, excluded: ['a/3.pgm'] });
    const datasets = JSON.parse((await here.run('datasets', '--json')).stdout);
    expect(datasets.find(({ name }: { name: string }) => name === 'few')).toMatchObject({ count: 1, excluded: 1 });
  });

  it('keeps eyes that are marked, unless they are to be replaced', async () => {
    expect((await here.run('find-faces', 'few')).stdout).toContain('eyes marked in 0,');
    const again = await here.run('find-faces', 'few', '--replace', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ marked: 1, excluded: [] });
  });
});

describe('a search that was killed', () => {
  const IMAGES = 16;
  beforeAll(() => {
    for (const folder of ['long/a', 'long/b']) {
      mkdirSync(here.at(folder), { recursive: true });
      for (let n = 1; n <= IMAGES / 2; n++) {
        cpSync(here.at(`scenes/${n % 2 ? 'a/1' : 'b/2'}.pgm`), here.at(`${folder}/${n}.pgm`));
      }
    }
  });
  const command = ['import', 'long', '--layout', 'folders', '--find-faces', '--json', '--workspace', 'long.eigenbench'];

  /** Images whose faces the workspace holds. */
  function searched(): number {
    if (!existsSync(here.at('long.eigenbench'))) return 0;
    try {
      const db = new Database(here.at('long.eigenbench'), { readonly: true });
      try {
        const row = db.prepare('SELECT search FROM found_faces').get() as { search: string } | undefined;
        return row === undefined ? 0 : (JSON.parse(row.search) as { images: unknown[] }).images.length;
      } finally {
        db.close();
      }
    } catch {
      // The file is being made.
      return 0;
    }
  }

  it('is continued by the same command, with the result of a search without a break', async () => {
    let before = 0;
    const { code } = await here.start(command, (child) => {
      const poll = setInterval(() => {
        before = searched();
        if (before > 0) child.kill('SIGKILL');
        if (before > 0 || child.exitCode !== null) clearInterval(poll);
      }, 20);
    });
    expect(code).toBeNull();
    const again = await here.run(...command);
    expect(again.stderr).toContain('"long" was imported from these files before');
    const { dataset, faces } = JSON.parse(again.stdout);
    expect(dataset).toMatchObject({ name: 'long', count: IMAGES });
    expect(faces.marked).toBe(IMAGES);
    expect(faces.earlier).toBeGreaterThanOrEqual(before);
    expect(faces.earlier).toBeLessThan(IMAGES);
    const whole = JSON.parse((await here.run(...command, '--name', 'whole')).stdout);
    expect(whole.faces).toMatchObject({ marked: IMAGES, earlier: 0, images: faces.images, finder: faces.finder });
  });

  it('is not continued for other options or files: the name is taken', async () => {
    const sized = await here.run(...command, '--size', '90x120');
    expect(sized).toMatchObject({ code: 1 });
    expect(sized.stderr).toContain('There is a dataset "long" already');
    cpSync(here.at('long/a/1.pgm'), here.at('long/a/99.pgm'));
    expect((await here.run(...command)).stderr).toContain('There is a dataset "long" already');
  });
});

describe('photographs of different sizes', () => {
  /** Rows, columns and the place of the middle of the face. */
  const photographs = [
    { file: 'a/1', seed: 1, rows: 180, cols: 240, x: 120, y: 90 },
    { file: 'a/2', seed: 2, rows: 300, cols: 200, x: 90, y: 190 },
    { file: 'b/1', seed: 3, rows: 200, cols: 360, x: 250, y: 100 },
  ];
  const eyes = new Map<string, Eyes>();

  beforeAll(() => {
    for (const folder of ['photographs/a', 'photographs/b']) mkdirSync(here.at(folder), { recursive: true });
    photographs.forEach(({ file, seed, rows, cols, x, y }, n) => {
      const scene = drawnScene(70 + n, rows, cols);
      eyes.set(file, paste(scene, drawnFace(seed), { x, y }, 0.9, 4));
      const pixels = Uint8Array.from(scene.pixels, (value) => Math.min(255, Math.max(0, Math.round(value))));
      const content = Buffer.concat([Buffer.from(`P5\n${cols} ${rows}\n255\n`), pixels]);
      writeFileSync(here.at(`photographs/${file}.pgm`), content);
    });
  });

  it('are left out by name only on demand', async () => {
    const parameters = ['import', 'photographs', '--layout', 'folders', '--name', 'one-size', '--json'];
    expect((await here.run(...parameters)).code).toBe(1);
    const { stdout } = await here.run(...parameters, '--skip-other-sizes');
    const { problems } = JSON.parse(stdout);
    expect(problems).toHaveLength(2);
    expect(problems[0].reason).toMatch(/choose a size, or one canvas for all$/);
  });

  it('are searched on one canvas, and aligned by the eyes that were found', async () => {
    const made = await here.run(
      ...['import', 'photographs', '--layout', 'folders', '--fit', 'pad', '--find-faces', '--json'],
    );
    expect(made).toMatchObject({ code: 0 });
    const { dataset, faces } = JSON.parse(made.stdout);
    expect(dataset).toMatchObject({ rows: 300, cols: 360, count: 3 });
    expect(faces.marked).toBe(3);
    const align = ['--step', 'align:56x46:15,23:30,23'];
    await here.run('preprocess', 'photographs', '--name', 'cut', '--eyes', 'marked', ...align);
    const datasets = JSON.parse((await here.run('datasets', '--json')).stdout) as { name: string; making: unknown }[];
    const [, stage] = datasets.find(({ name }) => name === 'cut')!.making as [
      unknown,
      { readonly eyes: readonly { readonly file: string; readonly left: number[]; readonly right: number[] }[] },
    ];
    expect(stage.eyes).toHaveLength(3);
    for (const { file, rows, cols } of photographs) {
      const { left, right } = eyes.get(file)!;
      const found = stage.eyes.find((own) => own.file === `${file}.pgm`)!;
      // Where the photograph stands on the canvas.
      const [dx, dy] = [Math.floor((360 - cols) / 2), Math.floor((300 - rows) / 2)];
      const apart = Math.hypot(right.x - left.x, right.y - left.y);
      expect(Math.hypot(found.left[0] - left.x - dx, found.left[1] - left.y - dy) / apart).toBeLessThan(0.1);
      expect(Math.hypot(found.right[0] - right.x - dx, found.right[1] - right.y - dy) / apart).toBeLessThan(0.1);
    }
  });
});
