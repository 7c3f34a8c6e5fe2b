import { describe, expect, it } from 'vitest';
import { codeDecider, type Classifier } from '../../../src/core/classify/classifiers/registry.ts';
import { scoresAmongOthers, scoresOfClients, type EnrolledClient } from '../../../src/core/classify/clientScores.ts';
import { decide } from '../../../src/core/classify/scores.ts';
import { matrixStack, type MatrixStack } from '../../../src/core/linalg/matrix.ts';
import { stream } from '../../../src/core/random/stream.ts';

const stack = (rows: readonly (readonly number[])[]): MatrixStack =>
  matrixStack(rows.length, rows[0].length / 2, 2, Float64Array.from(rows.flat()));
const draw = (name: string, count: number): number[][] => {
  const random = stream('clients', name);
  return Array.from({ length: count }, () => Array.from({ length: 6 }, () => random.normal()));
};
/** Clients 5 and 8, in turn; the world has an image of client 8 and five of others. */
const [gallery, labels] = [draw('gallery', 5), [5, 8, 5, 8, 5]];
const world = { codes: draw('world', 6), labels: [3, 3, 8, 4, 4, 3] };
const worldOf = () => ({ codes: stack(world.codes), labels: Int32Array.from(world.labels) });
const probes = draw('probes', 3);
/** Images of a client, then those of the world that are not its own. */
const knownOf = (client: number) => {
  const others = world.codes.filter((_, n) => world.labels[n] !== client);
  return {
    codes: stack([...gallery.filter((_, n) => labels[n] === client), ...others]),
    labels: [...labels.filter((label) => label === client), ...world.labels.filter((label) => label !== client)],
  };
};

describe('scores of clients', () => {
  it('are each of its own images and the world without them, in the order of the gallery', () => {
    const seen: EnrolledClient[] = [];
    const scores = scoresOfClients(stack(gallery), labels, stack(probes), worldOf(), (client) => {
      seen.push(client);
      return [10, 20, 30].map((value) => value + client.labels[0]);
    });
    expect(seen).toEqual(
      [5, 8].map(knownOf).map((known) => ({ codes: known.codes, labels: Int32Array.from(known.labels) })),
    );
    expect(scores).toMatchObject({ probes: 3, subjects: [5, 8], positions: [0, 1], voters: 1 });
    expect([0, 1, 2].map((p) => [...Array.from(scores.of(p))])).toEqual([
      [15, 18],
      [25, 28],
      [35, 38],
    ]);
  });

  it('are among the gallery where there is no world', () => {
    const codes = stack(gallery);
    const among = { probes: 3, subjects: [1], positions: [2], voters: 1, of: () => [0] };
    const found = scoresAmongOthers(codes, labels, stack(probes), null, (known, subjects) => {
      expect(known).toBe(codes);
      expect(subjects).toBe(labels);
      return among;
    });
    expect(found).toBe(among);
  });

  it.each<Classifier>([{ kind: 'src', sparsity: 0.05 }, { kind: 'crc' }])(
    'by $kind are those that its subject has among the world, whoever else is enrolled',
    (classifier) => {
      const decider = codeDecider(classifier)!;
      const found = decider.scores(stack(gallery), labels, stack(probes), worldOf);
      [5, 8].forEach((client, c) => {
        const known = knownOf(client);
        const alone = decider.scores(known.codes, known.labels, stack(probes));
        expect(alone.subjects).toEqual([client, ...new Set(world.labels.filter((label) => label !== client))]);
        probes.forEach((_, p) => expect(found.of(p)[c]).toBe(alone.of(p)[0]));
      });
      expect(decide(found)).toHaveLength(3);
    },
  );

  it.each(['rbf', 'linear'] as const)('by a machine are of the client against the world: %s kernel', (kernel) => {
    const decider = codeDecider({ kind: 'ls-svm', kernel })!;
    const found = decider.scores(stack(gallery), labels, stack(probes), worldOf);
    expect(found.subjects).toEqual([5, 8]);
    expect(found.of(0)).not.toEqual(decider.scores(stack(gallery), labels, stack(probes)).of(0));
    // Parameters are those of the world alone; enrolling fewer clients changes no score.
    const alone = decider.scores(stack(gallery.filter((_, n) => labels[n] === 8)), [8, 8], stack(probes), worldOf);
    probes.forEach((_, p) => expect(found.of(p)[1]).toBe(alone.of(p)[0]));
    // f = y − α/γ at the codes it has learned from, and the α add up to 0: so the f add up as the targets do.
    [5, 8].forEach((client, c) => {
      const known = knownOf(client);
      const own = decider.scores(stack(gallery), labels, known.codes, worldOf);
      const total = known.labels.reduce((sum, _, n) => sum + own.of(n)[c], 0);
      const targets = known.labels.reduce((sum, label) => sum + (label === client ? 1 : -1), 0);
      expect(total).toBeCloseTo(targets, 10);
    });
  });

  it('by whitened distances are in deviations of the world, by others of the codes alone', () => {
    const score = (metric: 'whitened' | 'city-block', withWorld: boolean) =>
      codeDecider({ kind: '1nn', metric })!.scores(stack(gallery), labels, stack(probes), withWorld ? worldOf : null)
        .pair!(1, 2);
    const deviations = gallery[0].map((_, i) => {
      const values = world.codes.map((code) => code[i]);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
    });
    const expected = gallery[2].reduce((sum, value, i) => sum + ((value - probes[1][i]) / deviations[i]) ** 2, 0);
    expect(score('whitened', true)).toBeCloseTo(-expected, 10);
    expect(score('whitened', false)).not.toBeCloseTo(-expected, 2);
    expect(score('city-block', true)).toBe(score('city-block', false));
  });
});
