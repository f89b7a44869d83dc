import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../../ui/theme.css";
import { FilterSearchBox } from "./filter-search-box.tsx";

/** A list's search box, which searches at once; `asked` receives each search, newest first. */
function Box({ start, asked }: { start: string; asked: string[] }) {
  const [search, setSearch] = useState(start);
  return (
    <>
      <FilterSearchBox
        noun="tickets"
        delayMs={0}
        search={search}
        onSearch={(wanted) => {
          asked.unshift(wanted);
          setSearch(wanted);
        }}
      />
      <button type="button" onClick={() => setSearch("status:open rug")}>
        Elsewhere
      </button>
    </>
  );
}

async function open(start = "") {
  const searches: string[] = [];
  await render(<Box start={start} asked={searches} />);
  const field = page.getByRole("searchbox", { name: "Search tickets" });
  await expect.element(field).toBeVisible();
  return {
    asked: () => expect.poll(() => searches[0]),
    timesAsked: () => searches.length,
    field,
    chip: (label: string) => page.getByRole("button", { name: `${label} Remove` }),
    chips: () =>
      expect.poll(() =>
        page
          .getByRole("list", { name: "Filters in the search" })
          .getByRole("button")
          .elements()
          .map(({ textContent }) => textContent),
      ),
  };
}

test("a filter becomes a chip as it is searched for, and leaves the text once more is typed behind it", async () => {
  const { field, chips, asked } = await open();
  await field.fill("");
  await userEvent.type(field, 'from:"Anna Berg" tag:vip');
  await chips().toEqual(["from: Anna Berg", "tag: vip"]);
  await expect.element(field).toHaveValue("tag:vip");
  await asked().toBe('from:"Anna Berg" tag:vip');
  await userEvent.keyboard(" lamp");
  await expect.element(field).toHaveValue("lamp");
  await asked().toBe('from:"Anna Berg" tag:vip lamp');
});

test("Backspace at the start of the text removes the last chip, and elsewhere a letter", async () => {
  const { field, chips, asked } = await open("from:anna tag:vip lamp");
  await field.click();
  await userEvent.keyboard("{End}{Backspace}");
  await expect.element(field).toHaveValue("lam");
  await userEvent.keyboard("{Home}{Backspace}");
  await chips().toEqual(["from: anna"]);
  await asked().toBe("from:anna lam");
  await userEvent.keyboard("{Backspace}{Backspace}");
  await chips().toEqual([]);
  await expect.element(field).toHaveValue("lam");
  await expect.element(field).toHaveFocus();
});

test.each(["{Enter}", "{Delete}", "{Backspace}"])(
  "chips are taken off by %s, and the focus goes on to the next, the one before, the field",
  async (key) => {
    const { field, chip, asked } = await open("from:anna tag:vip status:open lamp");
    // Tabs past the field, its button and the first chip.
    await field.click();
    await userEvent.keyboard("{Tab}{Tab}{Tab}");
    await expect.element(chip("tag: vip")).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(chip("status: open")).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(chip("from: anna")).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(field).toHaveFocus();
    await asked().toBe("lamp");
  },
);

test("a press removes a chip that is still being typed, and a search from elsewhere brings its own chips", async () => {
  const { field, chip, chips, asked } = await open();
  await userEvent.type(field, "lamp tag:vip");
  await chip("tag: vip").click();
  await expect.element(field).toHaveValue("lamp");
  await asked().toBe("lamp");
  await page.getByRole("button", { name: "Elsewhere" }).click();
  await chips().toEqual(["status: open"]);
  await expect.element(field).toHaveValue("rug");
});

test("a search from a link is not repeated, in whatever order its filters stand", async () => {
  const { field, chips, asked, timesAsked } = await open("lamp from:anna");
  await chips().toEqual(["from: anna"]);
  await field.click();
  await userEvent.keyboard("{End}s");
  await asked().toBe("from:anna lamps");
  expect(timesAsked()).toBe(1);
});
