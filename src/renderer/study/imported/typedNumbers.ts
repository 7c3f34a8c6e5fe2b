/** Published numbers as they are typed in, and as a file of them would hold them. */
export interface TypedNumber {
  readonly value: string;
  readonly deviation: string;
}

/** A number, or what was typed where it is none, so that the answer names it. */
interface Entry {
  readonly method: string;
  readonly condition: string;
  readonly value: number | string;
  readonly deviation?: number | string;
  readonly source: string;
}

/** The numbers of all conditions whose fields are not blank, "17,9" as 17.9. */
export function typedNumbers(
  typed: Readonly<Record<string, Readonly<Record<string, TypedNumber>>>>,
  source: string,
): Entry[] {
  return Object.entries(typed).flatMap(([condition, rows]) =>
    Object.entries(rows).flatMap(([method, { value, deviation }]): Entry[] => {
      if (value.trim() === '' && deviation.trim() === '') return [];
      const spread = deviation.trim() !== '' && { deviation: numberOf(deviation) };
      return [{ method, condition, value: numberOf(value), ...spread, source }];
    }),
  );
}

/** What is wrong with the first number that is none or no share, as a sentence; null where all are right. */
export function typedProblem(entries: readonly Entry[]): string | null {
  for (const { method, value, deviation } of entries) {
    const fields = { 'error rate': value, 'standard deviation': deviation ?? 0 };
    for (const [name, found] of Object.entries(fields)) {
      if (typeof found === 'number' && found >= 0 && found <= 100) continue;
      return `${method}, ${name}: expected a number of per cent from 0 to 100, found "${found}".`;
    }
  }
  return null;
}

function numberOf(text: string): number | string {
  const number = Number(text.trim().replace(',', '.').replace('−', '-'));
  return text.trim() !== '' && Number.isFinite(number) ? number : text.trim();
}
