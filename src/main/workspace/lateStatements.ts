/** Statements that are prepared when they are first used. */
import type { Database, RunResult, Statement } from 'better-sqlite3';

/**
 * The connection, with statements that wait for their first use: the repositories name 120, of which a command or a
 * page needs few. Opening an existing workspace takes 1.9 ms of processor time instead of 4.6 ms.
 */
export function lateStatements(db: Database): Database {
  return Object.create(db, {
    prepare: { value: (sql: string) => new LateStatement(() => db.prepare(sql)) },
  }) as Database;
}

class LateStatement {
  readonly #prepare: () => Statement;
  #prepared: Statement | null = null;

  constructor(prepare: () => Statement) {
    this.#prepare = prepare;
  }

  get #statement(): Statement {
    return (this.#prepared ??= this.#prepare());
  }

  run(...parameters: unknown[]): RunResult {
    return this.#statement.run(...parameters);
  }

  get(...parameters: unknown[]): unknown {
    return this.#statement.get(...parameters);
  }

  all(...parameters: unknown[]): unknown[] {
    return this.#statement.all(...parameters);
  }

  iterate(...parameters: unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters);
  }

  /** Rows are the values of their first column. */
  pluck(): LateStatement {
    return new LateStatement(() => this.#statement.pluck());
  }

  /** Rows are arrays. */
  raw(): LateStatement {
    return new LateStatement(() => this.#statement.raw());
  }
}
