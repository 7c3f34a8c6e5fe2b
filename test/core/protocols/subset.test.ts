import { describe, expect, it } from 'vitest';
import { checkSubset, restrict, withoutImages, type Subset } from '../../../src/core/protocols/subset.ts';
import { faces } from './faces.ts';

/** Two subjects with three images and one with two; sessions 1, 2 and 3, and glasses that nobody asked about in 7. */
const plain = faces(3, 3, 2);
const attributes = [
  { session: '1', glasses: 'yes' },
  { session: '1', glasses: 'no' },
  { session: '1', glasses: 'no' },
  { session: '2', glasses: 'yes' },
  { session: '2', glasses: 'no' },
  { session: '2', glasses: 'yes' },
  { session: '3', glasses: 'yes' },
  { session: '3' },
] as Record<string, string>[];
const dataset = { ...plain, attributes };
/** Images that take part. */
const taking = (subset: Subset, of = dataset) =>
  [...Array.from(restrict(of, subset).labels).entries()].filter(([, label]) => label >= 0).map(([image]) => image);

describe('a subset of a dataset', () => {
  it('leaves the labels of images that take part as they are, and gives all others the label −1', () => {
    expect([...plain.labels]).toEqual([0, 1, 2, 0, 1, 2, 0, 1]);
    const { labels, identities: __, ...others } = restrict(dataset, { subjects: ['a', 'c'] });
    expect([...Array.from(labels)]).toEqual([0, -1, 2, 0, -1, 2, 0, -1]);
    const { labels: _, ...unchanged } = dataset;
    expect(others).toEqual(unchanged);
    expect(restrict(dataset, undefined)).toBe(dataset);
  });

  it('has the images of its subjects, of its attributes and of its list that are in all of these', () => {
    expect(taking({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(taking({ subjects: ['c', 'b'] })).toEqual([1, 2, 4, 5, 7]);
    expect(taking({ images: [6, 1] })).toEqual([1, 6]);
    expect(taking({ attributes: { session: ['3', '1'] } })).toEqual([0, 1, 2, 6, 7]);
    expect(taking({ attributes: { session: ['1', '2'], glasses: ['yes'] } })).toEqual([0, 3, 5]);
    expect(taking({ attributes: { glasses: ['yes', 'no'] } })).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(taking({ subjects: ['a', 'b'], images: [0, 2, 3, 4], attributes: { session: ['2'] } })).toEqual([3, 4]);
  });

  it('has nothing where it asks for subjects or attributes that there are not', () => {
    expect(taking({ subjects: ['x', 'y'] })).toEqual([]);
    expect(taking({ attributes: { pose: ['left'] } })).toEqual([]);
    expect(taking({ attributes: { session: ['1'] } }, { ...plain, attributes: [] })).toEqual([]);
    expect([...Array.from(restrict(plain, { attributes: { session: ['1'] } }).labels)]).toEqual(
      plain.labels.map(() => -1),
    );
  });

  it('is checked: the first subject, image and value of every attribute that there is not', () => {
    expect(checkSubset(undefined, dataset)).toEqual([]);
    expect(checkSubset({}, dataset)).toEqual([]);
    const good = { subjects: ['a', 'b'], images: [0, 7], attributes: { session: ['1', '3'], glasses: ['no'] } };
    expect(checkSubset(good, dataset)).toEqual([]);
    expect(
      checkSubset(
        {
          subjects: ['a', 'x', 'y'],
          images: [7, 8, 9],
          attributes: { session: ['2', '4', '5'], pose: ['left'], glasses: ['yes'] },
        },
        dataset,
      ),
    ).toEqual([
      { path: 'subset.subjects', message: 'subset.subjects: there is no subject "x".' },
      { path: 'subset.images', message: 'subset.images: there is no image 8; indices run from 0 to 7.' },
      {
        path: 'subset.attributes.session',
        message: 'subset.attributes.session: "session" is never "4"; its values are 1, 2, 3.',
      },
      {
        path: 'subset.attributes.pose',
        message: 'subset.attributes.pose: the images of "faces" have no attribute "pose"; it has glasses, session.',
      },
    ]);
  });
});

it('excludes images from the whole dataset, or from a subset', () => {
  expect(withoutImages(undefined, 5, [1, 4])).toEqual({ images: [0, 2, 3] });
  const named = { subjects: ['a', 'b'], images: [4, 2, 1] };
  expect(withoutImages(named, 5, [1])).toEqual({ subjects: ['a', 'b'], images: [4, 2] });
});
