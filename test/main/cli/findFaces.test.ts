import { mkdirSync, writeFileSync } from 'node:fs';
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
  for (const subject of ['a', 'b']) mkdirSync(here.at(`scenes/${subject}`), { recursive: true });
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
    writeFileSync(here.at(`scenes/${file}.pgm`), Buffer.concat([Buffer.from(`P5\n${COLS} ${ROWS}\n255\n`), pixels]));
  });
});

describe('the search for faces', () => {
  it('marks eyes as an import goes on, and lists every image that is in doubt', async () => {
    const { code, stdout, stderr } = await here.run('import', 'scenes', '--find-faces');
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
    expect(stdout).toMatch(/1 image with eyes more than a tenth of .* found:\n {2}a\/2\.pgm: \d\d %\n/);
    expect(stdout).toMatch(/1 image in which no face was found:\n {2}a\/3\.pgm/);
  });

  it('keeps eyes that are marked, unless they are to be replaced', async () => {
    expect((await here.run('find-faces', 'scenes')).stdout).toContain('eyes marked in 0,');
    const again = await here.run('find-faces', 'scenes', '--replace', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ marked: 5, excluded: [] });
  });

  it('leaves out what the choices say, by name', async () => {
    const choices = ['--without-face', 'skip', '--several', 'skip', '--json'];
    const { code, stdout } = await here.run('import', 'scenes', '--name', 'few', '--find-faces', ...choices);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).faces.excluded).toEqual(['a/3.pgm', 'b/2.pgm']);
    expect((await here.run('datasets')).stdout).toMatch(/few\s.*\b4\b/);
  });

  it('imports nothing where a choice is to fail', async () => {
    const { code, stderr } = await here.run(
      'import',
      'scenes',
      '--name',
      'no',
      '--find-faces',
      '--without-face',
      'fail',
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/1 image without a face \(refused\):\n {2}a\/3\.pgm/);
    expect((await here.run('datasets')).stdout).not.toMatch(/^no\b/m);
  });
});
