import { describe, expect, it } from 'vitest';
import type { PerturbedImage } from '../../../src/core/perturbations/perturbation.ts';
import {
  listPerturbations,
  losesPixels,
  perturbationOfKind,
  perturbations,
  perturbationSchema,
  perturbationSentences,
  perturbationWarnings,
  type Perturbation,
} from '../../../src/core/perturbations/registry.ts';
import { stream } from '../../../src/core/random/stream.ts';
import type { Prose } from '../../../src/core/text/proseTags.ts';

const groupOf = (group: object) => perturbationSchema.parse(group);
const levelsOf = (group: object): Perturbation[] =>
  listPerturbations([groupOf(group)]).map(({ perturbation }) => perturbation!);

/** Pixels 1, 2, 3 … of an image of this shape, at the one level of a perturbation. */
function applied(group: object, rows: number, cols: number, image: Partial<PerturbedImage> = {}): number[] {
  const [level] = levelsOf(group);
  const pixels = Float64Array.from({ length: rows * cols }, (_, i) => i + 1);
  const given = { pixels, rows, cols, range: { low: -1, high: 9 }, random: stream('p'), marked: false, ...image };
  const before = Float64Array.from(given.pixels);
  const made = perturbationOfKind(level).apply(level, given);
  expect(given.pixels).toEqual(before);
  return [...made];
}

const plain = (told: Prose): string =>
  told.map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(piece))).join('');

/** Numbers of the pixels that hold this value. */
const placesOf = (image: readonly number[], value: number): number[] =>
  image.flatMap((pixel, i) => (Object.is(pixel, value) ? [i] : []));

const problemsOf = (group: object, rows: number, cols: number): string[] => {
  const [level] = levelsOf(group);
  return (perturbationOfKind(level).check?.(level, 'p', { rows, cols }) ?? []).map(({ path }) => path);
};

describe('an occluded block', () => {
  it('has its sides rounded to the nearest pixel, half a pixel up, and at least one', () => {
    const sizes = (side: number) => {
      const image = applied({ kind: 'occlusion', side: [side], at: { row: 0, col: 0 }, value: -7 }, 10, 6);
      const places = placesOf(image, -7);
      return [Math.max(...places.map((i) => Math.floor(i / 6))) + 1, Math.max(...places.map((i) => i % 6)) + 1];
    };
    expect(sizes(0.25)).toEqual([3, 2]);
    expect(sizes(0.24)).toEqual([2, 1]);
    expect(sizes(0.01)).toEqual([1, 1]);
    expect(sizes(0.55)).toEqual([6, 3]);
    expect(sizes(1)).toEqual([10, 6]);
  });

  it('stands where it is put, and the other pixels stay', () => {
    const image = applied({ kind: 'occlusion', side: [0.5], at: { row: 1, col: 2 } }, 4, 4);
    expect(image).toEqual([1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 0, 0, 13, 14, 15, 16]);
  });

  it('stands anywhere within the image where no place is given, every place once in a while', () => {
    const random = stream('places');
    const seen = new Set<number>();
    for (let draw = 0; draw < 400; draw++) {
      const places = placesOf(applied({ kind: 'occlusion', side: [0.5], value: -7 }, 4, 6, { random }), -7);
      expect(places).toHaveLength(6);
      seen.add(places[0]);
      expect(places.at(-1)! - places[0]).toBe(8);
    }
    // Upper left corners: 3 rows by 4 columns.
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 6, 7, 8, 9, 12, 13, 14, 15]);
  });

  it('may touch the border and not cross it', () => {
    const at = (row: number, col: number) => ({ kind: 'occlusion', side: [0.5], at: { row, col } });
    expect(problemsOf(at(2, 3), 4, 6)).toEqual([]);
    expect(problemsOf(at(3, 3), 4, 6)).toEqual(['p.at']);
    expect(problemsOf(at(2, 4), 4, 6)).toEqual(['p.at']);
    expect(problemsOf({ kind: 'occlusion', side: [1] }, 4, 6)).toEqual([]);
  });

  it('is another one in every repeat unless it has a place', () => {
    const { drawn } = perturbationOfKind({ kind: 'occlusion' });
    expect(drawn(groupOf({ kind: 'occlusion', side: [0.5] }))).toBe(true);
    expect(drawn(groupOf({ kind: 'occlusion', side: [0.5], at: { row: 0, col: 0 } }))).toBe(false);
  });
});

describe('salt and pepper', () => {
  it('hits the share of the pixels that it names, low and high equally often', () => {
    const image = applied({ kind: 'salt-and-pepper', fraction: [0.3] }, 100, 100);
    const [low, high] = [placesOf(image, -1).length, placesOf(image, 9).length - 1];
    const deviation = Math.sqrt(1e4 * 0.3 * 0.7);
    expect(Math.abs(low + high - 3000)).toBeLessThan(4 * deviation);
    expect(Math.abs(low - high)).toBeLessThan(4 * Math.sqrt(3000));
    image.forEach((pixel, i) => expect([-1, 9, i + 1]).toContain(pixel));
  });

  it('of all pixels leaves none', () => {
    expect(new Set(applied({ kind: 'salt-and-pepper', fraction: [1] }, 20, 20))).toEqual(new Set([-1, 9]));
  });
});

describe('missing pixels', () => {
  it('are as many as the rounded share, and hold the mean of the others', () => {
    const image = applied({ kind: 'missing', fraction: [0.25] }, 2, 3);
    // 1.5 of 6 pixels are 2.
    const lost = image.flatMap((pixel, i) => (pixel === i + 1 ? [] : [i]));
    const left = image.filter((pixel, i) => pixel === i + 1);
    expect(left.length).toBeGreaterThanOrEqual(4);
    const marked = placesOf(applied({ kind: 'missing', fraction: [0.25] }, 2, 3, { marked: true }), NaN);
    expect(marked).toHaveLength(2);
    expect(marked).toEqual(expect.arrayContaining(lost));
    const kept = [1, 2, 3, 4, 5, 6].filter((_, i) => !marked.includes(i));
    for (const i of marked) expect(image[i]).toBeCloseTo(kept.reduce((sum, pixel) => sum + pixel, 0) / 4, 12);
  });

  it('leave at least one pixel', () => {
    expect(problemsOf({ kind: 'missing', fraction: [0.9] }, 2, 2)).toEqual(['p.fraction']);
    expect(problemsOf({ kind: 'missing', fraction: [0.87] }, 2, 2)).toEqual([]);
    expect(problemsOf({ kind: 'missing', fraction: [0.9] }, 3, 2)).toEqual([]);
  });

  it('of a mask are those of its regions', () => {
    const regions = [
      { rows: [0, 1], cols: [1, 3] },
      { rows: [2, 3], cols: [0, 1] },
    ];
    const mask = { kind: 'missing-mask', regions };
    expect(placesOf(applied(mask, 3, 4, { marked: true }), NaN)).toEqual([1, 2, 8]);
    expect(problemsOf(mask, 3, 4)).toEqual([]);
    expect(problemsOf(mask, 2, 4)).toEqual(['p.regions[1].rows']);
    expect(problemsOf({ kind: 'missing-mask', regions: [{ rows: [0, 2], cols: [0, 2] }] }, 2, 2)).toEqual([
      'p.regions',
    ]);
  });

  it('are left by the two kinds that lose them', () => {
    const losing = perturbations.flatMap((declared) => ('losesPixels' in declared ? [declared.kind] : []));
    expect(losing).toEqual(['missing', 'missing-mask']);
    expect(losesPixels(null)).toBe(false);
    expect(losesPixels(levelsOf({ kind: 'missing', fraction: [0.5] })[0])).toBe(true);
    expect(losesPixels(levelsOf({ kind: 'gaussian-noise', sigma: [1] })[0])).toBe(false);
  });
});

describe('Gaussian noise', () => {
  it('has its σ in the units of the pixels, or in shares of their range', () => {
    const flat = { pixels: new Float64Array(1e4).fill(5) };
    const spread = (group: object) => {
      const moved = applied({ kind: 'gaussian-noise', ...group }, 100, 100, flat).map((pixel) => pixel - 5);
      return Math.sqrt(moved.reduce((sum, by) => sum + by * by, 0) / 1e4);
    };
    expect(Math.abs(spread({ sigma: [2] }) / 2 - 1)).toBeLessThan(0.04);
    expect(spread({ sigma: [0.2], unit: 'range' })).toBeCloseTo(spread({ sigma: [2] }), 12);
  });

  it('beyond the range of the pixels is warned of, and noise as great as the range is not', () => {
    const { warning } = perturbationOfKind({ kind: 'gaussian-noise' });
    const at = (sigma: number, more = {}) => levelsOf({ kind: 'gaussian-noise', sigma: [sigma], ...more })[0];
    expect(warning?.(at(10), { low: -1, high: 9 })).toBeNull();
    expect(warning?.(at(10.5), { low: -1, high: 9 })).toContain('σ = 10.5 exceeds the range of the stored pixels, -1');
    expect(warning?.(at(10.5, { unit: 'range' }), { low: -1, high: 9 })).toBeNull();
  });
});

describe('every perturbation', () => {
  const groups = [
    { kind: 'gaussian-noise', sigma: [5, 10] },
    { kind: 'gaussian-noise', sigma: [0.1], unit: 'range', on: 'both' },
    { kind: 'gaussian-blur', sigma: [1.5], on: 'train' },
    { kind: 'salt-and-pepper', fraction: [0.125] },
    { kind: 'occlusion', side: [0.25, 0.5] },
    { kind: 'occlusion', side: [0.25], at: { row: 1, col: 2 }, value: 7, on: 'both' },
    { kind: 'missing', fraction: [0.3] },
    { kind: 'missing-mask', regions: [{ rows: [0, 1], cols: [0, 1] }], name: 'scarf' },
  ];

  it('is a condition per level, whose key, title and axis stay', () => {
    const listed = groups.map((group) =>
      listPerturbations([groupOf(group)]).map(({ suffix, title, perturbation }) => {
        const axis = perturbationOfKind(perturbation!).axis?.(perturbation!);
        return [suffix, title, axis ? `${axis.title}: ${axis.value}` : 'no axis'].join(' | ');
      }),
    );
    expect(listed).toMatchInlineSnapshot(`
      [
        [
          " + gaussian-noise=5@test | noise σ = 5 (test) | Noise, σ: 5",
          " + gaussian-noise=10@test | noise σ = 10 (test) | Noise, σ: 10",
        ],
        [
          " + gaussian-noise=0.1,range@both | noise σ = 10% of the range (train and test) | Noise, σ (share of the range): 0.1",
        ],
        [
          " + gaussian-blur=1.5@train | blur σ = 1.5 pixels (train) | Blur, σ (pixels): 1.5",
        ],
        [
          " + salt-and-pepper=0.125@test | salt and pepper 12.5% (test) | Salt and pepper (share of the pixels): 0.125",
        ],
        [
          " + occlusion=0.25,random,0@test | occlusion 25% a side (test) | Occlusion (share of a side): 0.25",
          " + occlusion=0.5,random,0@test | occlusion 50% a side (test) | Occlusion (share of a side): 0.5",
        ],
        [
          " + occlusion=0.25,1:2,7@both | occlusion 25% a side (train and test) | Occlusion (share of a side): 0.25",
        ],
        [
          " + missing=0.3@test | missing 30% (test) | Missing pixels (share): 0.3",
        ],
        [
          " + missing-mask=scarf,0244c690@test | missing scarf (test) | no axis",
        ],
      ]
    `);
  });

  it('is told in prose, with the side that it is for', () => {
    const told = groups.map((group) => plain(perturbationOfKind(groupOf(group)).prose!(groupOf(group))));
    expect(told).toMatchInlineSnapshot(`
      [
        "adding Gaussian noise of standard deviation {"math":"σ ∈ {5, 10}"} grey levels to the test images",
        "adding Gaussian noise with a standard deviation of 10% of the range of grey values to the training and test images",
        "blurring the training images with a Gaussian of standard deviation {"math":"σ = 1.5"} pixels",
        "setting 12.5% of the pixels of the test images to the lowest or highest grey value",
        "occluding the test images with a randomly placed block of 25% or 50% of the height and width (grey value 0)",
        "occluding the training and test images with a block of 25% of the height and width at row 1, column 2 (grey value 7)",
        "removing 30% of the pixels of the test images at random",
        "removing the same pixels (scarf) from the test images",
      ]
    `);
    expect(perturbationOfKind({ kind: 'none' }).prose).toBeNull();
  });

  it('says its sentence once, in the order of the registry', () => {
    expect(perturbationSentences(groups.toReversed().map(groupOf))).toMatchInlineSnapshot(`
      [
        "The σ of noise is in units of the stored pixels (25.5 on pixels of 0 … 255 is 0.1 on pixels of 0 … 1), or, where it says so, a share of the range of the pixels of the dataset, greatest less least; noisy values are not clipped.",
        "Blur is convolution with a Gaussian of σ pixels, cut at ⌈3σ⌉ and normalised, with the image reflected at its borders.",
      ]
    `);
    expect(perturbationSentences()).toEqual([]);
  });

  it('says of each kind its own sentence alone', () => {
    const [stored, range] = [groupOf(groups[0]), groupOf(groups[1])];
    expect(perturbationSentences([stored, groupOf(groups[2])])).toHaveLength(2);
    expect(perturbationSentences([stored])).toEqual([
      expect.stringMatching(/units of the stored pixels \([^()]*\); noisy/),
    ]);
    expect(perturbationSentences([range])).toEqual([
      'The σ of noise is a share of the range of the pixels of the dataset, greatest less least; noisy values are not clipped.',
    ]);
  });

  it('is none where a study names none, and where it names that one', () => {
    const plainImages = [{ suffix: '', title: '', perturbation: null }];
    expect(listPerturbations(undefined)).toEqual(plainImages);
    expect(listPerturbations([groupOf({ kind: 'none' })])).toEqual(plainImages);
    expect(listPerturbations([])).toEqual([]);
  });

  it('warns of the levels that the user should look at, one by one', () => {
    const range = { low: 0, high: 255 };
    const listed = [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20, 300, 400] }, ...groups.slice(2)];
    const warnings = perturbationWarnings(listed.map(groupOf), range);
    expect(warnings.map((warning) => /σ = \d+/.exec(warning)![0])).toEqual(['σ = 300', 'σ = 400']);
    expect(perturbationWarnings(undefined, range)).toEqual([]);
  });

  it('is drawn anew for every repeat where it is random', () => {
    const drawn = groups.filter((group) => perturbationOfKind(groupOf(group)).drawn(groupOf(group)));
    expect(drawn).toEqual([0, 1, 3, 4, 6].map((i) => groups[i]));
    expect(perturbationOfKind({ kind: 'none' }).drawn({ kind: 'none' })).toBe(false);
  });

  it('has levels as the JSON that names its random numbers', () => {
    expect(groups.flatMap((group) => levelsOf(group).map((level) => JSON.stringify(level)))).toMatchInlineSnapshot(`
      [
        "{"kind":"gaussian-noise","level":5,"on":"test"}",
        "{"kind":"gaussian-noise","level":10,"on":"test"}",
        "{"kind":"gaussian-noise","level":0.1,"on":"both","unit":"range"}",
        "{"kind":"gaussian-blur","level":1.5,"on":"train"}",
        "{"kind":"salt-and-pepper","level":0.125,"on":"test"}",
        "{"kind":"occlusion","level":0.25,"on":"test","value":0}",
        "{"kind":"occlusion","level":0.5,"on":"test","value":0}",
        "{"kind":"occlusion","level":0.25,"on":"both","value":7,"at":{"row":1,"col":2}}",
        "{"kind":"missing","level":0.3,"on":"test"}",
        "{"kind":"missing-mask","regions":[{"rows":[0,1],"cols":[0,1]}],"name":"scarf","on":"test"}",
      ]
    `);
  });

  it('refuses levels beyond what they can be', () => {
    const fits = (group: object) => perturbationSchema.safeParse(group).success;
    const refused = [
      { kind: 'gaussian-noise', sigma: [0] },
      { kind: 'gaussian-noise', sigma: [] },
      { kind: 'gaussian-blur', sigma: [101] },
      { kind: 'salt-and-pepper', fraction: [0] },
      { kind: 'salt-and-pepper', fraction: [1.01] },
      { kind: 'occlusion', side: [1.5] },
      { kind: 'occlusion', side: [0.5], at: { row: -1, col: 0 } },
      { kind: 'missing', fraction: [1] },
      { kind: 'missing-mask', regions: [] },
    ];
    expect(refused.filter(fits)).toEqual([]);
    expect(fits({ kind: 'occlusion', side: [1] })).toBe(true);
  });
});
