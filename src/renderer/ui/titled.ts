/** The options of a select field from the titles of its values. */
export function titled<T extends string>(titles: Readonly<Record<T, string>>): { value: T; title: string }[] {
  return Object.entries<string>(titles).map(([value, title]) => ({ value: value as T, title }));
}
