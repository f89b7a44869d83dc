/// <reference types="@vitest/browser-playwright" />
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChartFigure } from "../ui/charts/chart-figure.tsx";
import { HeatMap } from "../ui/charts/heat-map.tsx";
import "../ui/theme.css";

const data = {
  labels: ["Mon", "Tue", "Wed"],
  names: ["Monday, 2 March", "Tuesday, 3 March", "Wednesday, 4 March"],
  series: [
    { id: "created", label: "Created", tone: "blue", values: [12, 0, 31] },
    { id: "before", label: "The week before", tone: "grey", values: [8, null, 20], isCompared: true },
  ],
  format: (value: number) => `${value}`,
} as const;

test("screen readers have a chart's values as a table, and everybody can read them there", async () => {
  await page.viewport(700, 500);
  await render(
    <ChartFigure
      title="Tickets created"
      kind="bars"
      heading="Day"
      data={data}
      link={({ series, index }, text) => <a href={`#${series}-${index}`}>{text}</a>}
    />,
  );
  const table = page.getByRole("table", { name: "Tickets created" });
  const rows = () =>
    table
      .getByRole("row")
      .elements()
      .map((row) => [...row.children].map((cell) => cell.textContent));
  const values = [
    ["Day", "Created", "The week before"],
    ["Monday, 2 March", "12", "8"],
    ["Tuesday, 3 March", "0", "–"],
    ["Wednesday, 4 March", "31", "20"],
  ];
  expect(rows()).toEqual(values);
  await expect.element(page.getByRole("link")).not.toBeInTheDocument();

  await page.getByRole("button", { name: "Show as a table" }).click();
  expect(rows()).toEqual(values);
  // What counts nothing, and what is only compared with, opens nothing.
  expect(
    page
      .getByRole("link")
      .elements()
      .map((link) => link.getAttribute("href")),
  ).toEqual(["#created-0", "#created-2"]);
});

test.each(["lines", "bars", "stacked"] as const)(
  "a press on a chart of %s opens what is counted there",
  async (kind) => {
    await page.viewport(700, 500);
    const onOpen = vi.fn();
    const { container } = await render(
      <ChartFigure title="Tickets created" kind={kind} heading="Day" data={data} onOpen={onOpen} />,
    );
    const surface = () => container.querySelector(".recharts-surface");
    await expect.poll(() => surface()?.getBoundingClientRect().width ?? 0).toBeGreaterThan(300);
    const { width, height } = (surface() as Element).getBoundingClientRect();
    const press = (share: number) =>
      userEvent.click(surface() as Element, { position: { x: 50 + (width - 56) * share, y: height / 2 } });
    await press(0.84);
    expect(onOpen.mock.lastCall).toEqual([2]);
    onOpen.mockClear();
    await press(0.5);
    expect(onOpen).not.toHaveBeenCalled();
  },
);

test("each cell of a heat map says what it counts", async () => {
  await page.viewport(700, 500);
  await render(
    <HeatMap
      title="When customers write"
      heading="Day"
      rows={["Mon", "Tue"]}
      columns={[
        { name: "0:00 to 1:00", label: "0" },
        { name: "1:00 to 2:00", label: "" },
      ]}
      values={[
        [0, 4],
        [2, 0],
      ]}
      describe={(row, column) =>
        `${["Monday", "Tuesday"][row]} ${column}:00, ${[0, 4, 2, 0][row * 2 + column]} tickets`
      }
      link={(row, column, cell) => <a href={`#${row}-${column}`}>{cell}</a>}
    />,
  );
  const links = page
    .getByRole("link")
    .elements()
    .map((link) => [link.getAttribute("href"), link.textContent]);
  expect(links).toEqual([
    ["#0-1", "Monday 1:00, 4 tickets"],
    ["#1-0", "Tuesday 0:00, 2 tickets"],
  ]);
});
