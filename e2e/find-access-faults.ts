import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/**
 * What axe finds wrong with a page: each broken rule with the element and the reason. With `intoFrames` it takes what is shown
 * in frames for a part of the page, as its headings are to who hears them.
 */
export async function findAccessFaults(page: Page, intoFrames = false): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(!intoFrames)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.replaceAll("\n", " ")}`),
  );
}
