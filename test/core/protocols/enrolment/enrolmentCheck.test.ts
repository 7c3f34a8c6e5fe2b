import { describe, expect, it } from 'vitest';
import { checkEnrolment, type PredefinedEnrolment } from '../../../../src/core/protocols/enrolment/enrolmentCheck.ts';
import { labels } from '../sixSubjects.ts';

/** Six subjects with four images each: 0 to 3, 4 to 7, and so on. */
const apart: PredefinedEnrolment = {
  world: [0, 1, 4],
  development: { enrol: [8, 12], probe: [9, 13] },
  evaluation: { enrol: [16, 20], probe: [17, 21] },
};
/** Subjects 0 and 1 are clients of both sets, 2 is the impostor of the development, 3 that of the evaluation. */
const same: PredefinedEnrolment = {
  world: [0, 1, 4, 5],
  development: { enrol: [0, 1, 4, 5], probe: [2, 6, 8] },
  evaluation: { enrol: [0, 1, 4, 5], probe: [3, 7, 12] },
};
type Sets = 'development' | 'evaluation';

/** Problems of lists with other ones in a set. */
function problems(
  given: PredefinedEnrolment,
  change: Partial<Record<Sets, Partial<PredefinedEnrolment[Sets]>>> & { world?: number[] },
  { impostors = 'all' as 'all' | 'strangers', present = labels } = {},
): string[] {
  const { development, evaluation, world = given.world } = change;
  const changed = {
    world,
    development: { ...given.development, ...development },
    evaluation: { ...given.evaluation, ...evaluation },
  };
  const rules = { clients: given === same ? ('same' as const) : ('apart' as const), impostors };
  return checkEnrolment(changed, 'lists', present, rules).map(({ path, message }) => {
    expect(message.startsWith(`${path}: `)).toBe(true);
    return message;
  });
}

describe('enrolment lists', () => {
  it('name images that there are: the first that is not', () => {
    expect(problems(apart, {})).toEqual([]);
    expect(problems(apart, { evaluation: { probe: [17, 21, 23] } })).toEqual([]);
    const missing = (place: string) => [`lists.${place}: there is no image 24; indices run from 0 to 23.`];
    expect(problems(apart, { world: [24, 1] })).toEqual(missing('world[0]'));
    for (const set of ['development', 'evaluation'] as const) {
      for (const role of ['enrol', 'probe'] as const) {
        expect(problems(apart, { [set]: { [role]: [8, 24, 99] } })).toEqual(missing(`${set}.${role}[1]`));
      }
    }
  });

  it('have probes that are not enrolled, of both kinds, among the images that take part', () => {
    expect(problems(apart, { development: { probe: [9, 12, 8] } })).toEqual([
      'lists.development.probe: image 12 is enrolled as well.',
    ]);
    const neither = (set: Sets) => [`lists.${set}: probes and templates give no genuine or no impostor comparison.`];
    expect(problems(apart, { development: { enrol: [8, 9], probe: [10, 11] } })).toEqual(neither('development'));
    expect(problems(apart, { evaluation: { enrol: [16, 17], probe: [20, 21] } })).toEqual(neither('evaluation'));
    // Probes of clients are compared with their own template alone: only strangers are impostors.
    expect(problems(apart, {}, { impostors: 'strangers' })).toEqual([
      ...neither('development'),
      ...neither('evaluation'),
    ]);
    const without = (image: number) => ({ present: labels.with(image, -1) });
    expect(problems(apart, { development: { probe: [9, 13, 8] } }, without(8))).toEqual([]);
    expect(problems(apart, { evaluation: { probe: [17, 18] } }, without(20))).toEqual(neither('evaluation'));
  });

  it('evaluate no subject of the world or of the development', () => {
    const instead = '; thresholds from other images of the same clients are asked for by "clients": "same".';
    const of = (image: number, set: string) =>
      `lists.evaluation: image ${image} is of a subject of the ${set}${instead}`;
    expect(problems(apart, { evaluation: { enrol: [16, 20, 2], probe: [17, 21, 5] } })).toEqual([of(2, 'world')]);
    expect(problems(apart, { evaluation: { probe: [17, 21, 5] } })).toEqual([of(5, 'world')]);
    expect(problems(apart, { evaluation: { probe: [17, 21, 11] } })).toEqual([of(11, 'development')]);
    expect(problems(apart, { development: { probe: [9, 13, 18] } })).toEqual([of(16, 'development')]);
    expect(problems(apart, { world: [0, 8] })).toEqual([]);
  });
});

describe('enrolment lists of the same clients', () => {
  it('have probes that nobody has seen', () => {
    expect(problems(same, {})).toEqual([]);
    expect(problems(same, { world: [0, 6, 3] })).toEqual([
      'lists.development.probe: image 6 is among the world images.',
      'lists.evaluation.probe: image 3 is among the world images.',
    ]);
    expect(problems(same, { evaluation: { probe: [3, 6, 12] } })).toEqual([
      'lists.evaluation.probe: image 6 is a probe of the development as well.',
    ]);
  });

  it('have one template of a client, or a client in one of both sets', () => {
    const one = (image: number) => [
      `lists.evaluation.enrol: image ${image} is enrolled in one of both sets only; a client has one template.`,
    ];
    expect(problems(same, { development: { enrol: [0, 4, 5] } })).toEqual(one(1));
    expect(problems(same, { evaluation: { enrol: [0, 1, 4] } })).toEqual(one(5));
    // Another client of the evaluation, and another of the development.
    expect(problems(same, { evaluation: { enrol: [0, 1, 4, 5, 16] } })).toEqual([]);
    expect(problems(same, { development: { enrol: [0, 1, 4, 5, 16] } })).toEqual([]);
  });

  it('have other impostors in either set', () => {
    expect(problems(same, { evaluation: { probe: [3, 7, 12, 9] } })).toEqual([
      'lists.evaluation.probe: image 9 is of an impostor of the development.',
    ]);
    // A subject that is enrolled in either set is no stranger.
    expect(problems(same, { development: { enrol: [0, 1, 4, 5, 9] }, evaluation: { probe: [3, 7, 12, 10] } })).toEqual(
      [],
    );
    expect(problems(same, { evaluation: { enrol: [0, 1, 4, 5, 9], probe: [3, 7, 12, 10] } })).toEqual([]);
  });
});
