import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { formatDateTime } from "../../../lib/format.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { StorageScreen } from "./storage-screen.tsx";

const figures = {
  mailBytes: 1_500_000_000,
  attachmentBytes: 20_480,
  resourceBytes: 0,
  countedAt: "2026-01-01T00:00:00Z",
};

/** Opens the panel of a store that keeps raw mail this long, and records the requests. */
async function openPanel(rawMailDays: number | null) {
  const server = fakeServer();
  const requests: unknown[] = [];
  const fake = { isRefused: false };
  server.onTheWay = async (request) => {
    if (!new URL(request.url).pathname.startsWith("/api/storage")) return undefined;
    if (request.method === "GET") return Response.json({ rawMailDays, ...figures });
    const body = await request.json();
    requests.push(body);
    if (fake.isRefused) return Response.json(refusal("not_allowed"), { status: 403 });
    return Response.json({ ...figures, ...body });
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <StorageScreen />
    </QueryClientProvider>,
  );
  const keep = page.getByLabelText("Keep raw mail");
  await expect.element(keep).toBeVisible();
  return { keep, asked: requests, fake };
}

test("shows the size of what is kept, and sets for how long", async () => {
  const { keep, asked } = await openPanel(90);
  await expect.element(page.getByText("1.4 GB")).toBeVisible();
  await expect.element(page.getByText("20 KB")).toBeVisible();
  await expect.element(page.getByText(`Counted ${formatDateTime(figures.countedAt)}`)).toBeVisible();
  await expect.element(keep).toHaveDisplayValue("90 days");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await userEvent.selectOptions(keep, "For good");
  expect(asked).toEqual([]);
  await save.click();
  await expect.element(save).toBeDisabled();
  await userEvent.selectOptions(keep, "30 days");
  await save.click();
  await expect.element(save).toBeDisabled();
  await expect.element(keep).toHaveDisplayValue("30 days");
  expect(asked).toEqual([{ rawMailDays: null }, { rawMailDays: 30 }]);
});

test("shows an unusual number of days, and a refusal", async () => {
  const { keep, fake } = await openPanel(45);
  await expect.element(keep).toHaveDisplayValue("45 days");
  fake.isRefused = true;
  await userEvent.selectOptions(keep, "30 days");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(page.getByRole("alert")).toBeVisible();
});
