import { resourceCategories } from "@deskhand/contract/vocabulary";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../../../ui/theme.css";
import { ResourceFilterPanel } from "./resource-filter-panel.tsx";
import { wholeList } from "./resource-list-filter.ts";

test("in a window 1280 pixels wide all categories fit on one line", async () => {
  await page.viewport(1280, 800);
  const available = { categories: resourceCategories.map((category) => ({ category, articleCount: 3 })), tags: [] };
  await render(
    <div style={{ width: 1000 }}>
      <ResourceFilterPanel
        id="filters"
        filter={wholeList}
        known={available}
        onChange={() => undefined}
        onClear={() => undefined}
      />
    </div>,
  );
  const chips = page.getByRole("group", { name: "Category" }).getByRole("button");
  await expect.element(chips.first()).toBeVisible();
  const tops = chips.elements().map((chip) => chip.getBoundingClientRect().top);
  expect(tops).toHaveLength(6);
  expect(new Set(tops).size).toBe(1);
});
