import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it is now. */
export async function violations(page: Page): Promise<string[]> {
  // Parsing axe again takes 50 ms, and so does running it cold.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    // Of what holds, a node of each rule will do: listing them all takes a quarter of the time.
    const { passes, violations } = await checker.run(document, { resultTypes: ['violations'] });
    // A page that was not there yet would pass every rule.
    if (passes.length < 10) return [`only ${passes.length} rules applied`];
    return violations.map((entry) => `${entry.id}: ${entry.nodes.map((node) => node.html).join(' ')}`);
  });
}
