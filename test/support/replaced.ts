/** Runs with another value of a property, as declarations have none that tests may set. */
export function replaced<T extends object, K extends keyof T, R>(object: T, key: K, value: T[K], run: () => R): R {
  const before = object[key];
  object[key] = value;
  try {
    return run();
  } finally {
    object[key] = before;
  }
}
