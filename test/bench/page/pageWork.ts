/** How much a page works on what a user does: processor time of its main thread, from the input until it is at rest. */
import { writeFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';

/** What one interaction took, in milliseconds. */
export interface PageWork {
  /** Processor time of the page's main thread: scripts, styles, layout, painting; no waiting for answers. */
  readonly work: number;
  /** The longest time, on the clock, for which the main thread answered nothing else; 0 where none was above 50. */
  readonly longest: number;
  /** From the input to rest, on the clock: with the engine's work, and with what else the machine does. */
  readonly wall: number;
}

/** The page has shown the answer once nothing has changed in it for so long. */
const QUIET_MS = 150;

export class WorkMeter {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #profiled: boolean;
  #profile: unknown = null;

  private constructor(page: Page, session: CDPSession, profiled: boolean) {
    this.#page = page;
    this.#session = session;
    this.#profiled = profiled;
  }

  /** `profiled`: what is measured is recorded, which makes it slower. */
  static async of(page: Page, profiled: boolean): Promise<WorkMeter> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(() => {
      const counted = { longest: 0 };
      Object.assign(globalThis, { counted });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) counted.longest = Math.max(counted.longest, duration);
      }).observe({ type: 'longtask' });
    });
    if (profiled) {
      await session.send('Profiler.enable');
      await session.send('Profiler.setSamplingInterval', { interval: 200 });
    }
    return new WorkMeter(page, session, profiled);
  }

  /**
   * Does something and waits until `shown`, the source of a function of the page's, holds and the page is at rest.
   * `act` should be bare input: what looks for elements would count as the page's own work. The page is not looked at
   * while it waits for an answer: it tells by itself, as every look would be counted.
   */
  async measure(act: () => Promise<unknown>, shown: string): Promise<PageWork> {
    await this.#page.evaluate(`(${String(prepareRest)})(${shown}, ${QUIET_MS})`);
    if (this.#profiled) await this.#session.send('Profiler.start');
    const begun = performance.now();
    const before = await this.#threadMs();
    await act();
    await this.#page.evaluate('globalThis.rest()');
    const wall = Math.max(0, performance.now() - begun - QUIET_MS);
    const work = (await this.#threadMs()) - before;
    if (this.#profiled) this.#profile = (await this.#session.send('Profiler.stop')).profile;
    return { work, longest: await this.#page.evaluate<number>('globalThis.counted.longest'), wall };
  }

  /** Writes what the page did in the latest measurement. */
  saveProfile(path: string): void {
    writeFileSync(path, JSON.stringify(this.#profile));
  }

  async #threadMs(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  }
}

/**
 * Runs in the page: what `rest` gives is fulfilled once nothing has changed for so many milliseconds since its call
 * and `holds` says yes. It is called after the input, which on a busy machine comes later than a pause of that length.
 */
function prepareRest(holds: () => boolean, quiet: number): void {
  const rest = (): Promise<void> =>
    new Promise((done) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const observer = new MutationObserver(() => wait());
      const look = (): void => {
        if (!holds()) return;
        observer.disconnect();
        done();
      };
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(look, quiet);
      };
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      wait();
    });
  Object.assign(globalThis, { rest });
  (globalThis as unknown as { counted: { longest: number } }).counted.longest = 0;
}

/** The value below which a share of the others lies. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1];
}
