import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** What axe finds wrong with a page: each broken rule with the element and the reason. */
export async function findAccessFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.replaceAll("\n", " ")}`),
  );
}
