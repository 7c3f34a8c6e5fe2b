/** How much a page works on what a user does: processor time of its main thread, from the input until it is at rest. */
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

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<WorkMeter> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(() => {
      const counted = { longest: 0 };
      Object.assign(globalThis, { counted });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) counted.longest = Math.max(counted.longest, duration);
      }).observe({ type: 'longtask' });
    });
    return new WorkMeter(page, session);
  }

  /**
   * Does something and waits until `shown`, the source of a function of the page's, holds and the page is at rest.
   * `act` should be bare input: what looks for elements would count as the page's own work. The page is not looked at
   * while it waits for an answer: it tells by itself, as every look would be counted.
   */
  async measure(act: () => Promise<unknown>, shown: string): Promise<PageWork> {
    await this.#page.evaluate(`(${String(awaitRest)})(${shown}, ${QUIET_MS})`);
    const begun = performance.now();
    const before = await this.#threadMs();
    await act();
    await this.#page.evaluate('globalThis.rest');
    const wall = Math.max(0, performance.now() - begun - QUIET_MS);
    const work = (await this.#threadMs()) - before;
    return { work, longest: await this.#page.evaluate<number>('globalThis.counted.longest'), wall };
  }

  async #threadMs(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  }
}

/** Runs in the page: `rest` is fulfilled once nothing has changed for so many milliseconds and `holds` says yes. */
function awaitRest(holds: () => boolean, quiet: number): void {
  const rest = new Promise<void>((done) => {
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
