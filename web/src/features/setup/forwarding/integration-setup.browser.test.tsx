import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import { fromNow, stopClock } from "../../../testing/stop-clock.ts";
import "../../../ui/theme.css";
import { IntegrationSetup } from "./integration-setup.tsx";

/** Opens the tab as in the dialog, as an admin by default. */
async function openTab({ isAdmin = true, now = {} as Partial<Forwarding>, beforeRead = () => undefined } = {}) {
  const { forwarding, alsoCan } = fakeServer();
  if (isAdmin) alsoCan.push("client:manage");
  Object.assign(forwarding.now, now);
  forwarding.beforeRead = beforeRead;
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <IntegrationSetup token={undefined} onConfirmed={() => undefined} />
    </QueryClientProvider>,
  );
  return forwarding;
}

const copy = () => page.getByRole("button", { name: "Copy Email" });

test("without the store's data nothing can be copied, and loading can be retried", async () => {
  const fails = () => {
    throw refusal("unexpected", { requestId: "1" });
  };
  const forwarding = await openTab({ beforeRead: fails });
  await expect.element(page.getByText("Error Loading Store")).toBeVisible();
  await expect.element(copy()).not.toBeInTheDocument();
  forwarding.beforeRead = () => undefined;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("help+shop@desk.example").first()).toBeVisible();
});

test("if the browser denies the clipboard, the notice appears and the address is selected", async () => {
  await openTab();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("No"));
  await copy().click();
  await expect.element(page.getByText(/does not let this page use the clipboard/)).toBeVisible();
  expect(getSelection()?.toString()).toBe("help+shop@desk.example");
});

test("the store's own address replaces the given one, and its removal is confirmed", async () => {
  const forwarding = await openTab({ now: { customSupportEmail: "help@shop.example" } });
  await expect.element(page.getByText("Forward its mail to help+shop@desk.example")).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByText("Are you sure you want to remove help@shop.example?")).toBeVisible();
  expect(forwarding.removed).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => forwarding.removed).toEqual(["help@shop.example"]);
  await expect.element(page.getByText("Verified")).not.toBeInTheDocument();
});

test("without admin rights the guides are readable and the page says who can test", async () => {
  await openTab({ isAdmin: false });
  await expect.element(page.getByText("Only administrators can set up forwarding.")).toBeVisible();
  await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  await page.getByRole("button", { name: /Proton Mail/ }).click();
  await expect.element(page.getByText(/Add forwarding rule/)).toBeVisible();
});

test("without an operator's address, support names the operator", async () => {
  await openTab();
  await page.getByRole("button", { name: "Contact Support for Help" }).click();
  await expect.element(page.getByText(/Ask whoever set up Deskhand for you/)).toBeVisible();
});

test("with an operator's address, support is a mail to it", async () => {
  await openTab({ now: { operatorEmail: "ops@host.example" } });
  const link = page.getByRole("link", { name: "Contact Support for Help" });
  await expect
    .element(link)
    .toHaveAttribute("href", "mailto:ops@host.example?subject=Help%20with%20email%20forwarding");
});

test("a refused test says why, and a failed one at which step", async () => {
  const at = "2026-11-22T10:00:00.000Z";
  const waiting = { state: "waiting", text: null, at: null } as const;
  const forwarding = await openTab({
    now: {
      test: {
        id: "1",
        address: "help@shop.example",
        askedAt: at,
        state: "failed",
        notes: [],
        steps: [
          { id: "sent", state: "done", text: null, at },
          { id: "returned", state: "failed", text: "Access denied", at },
          { ...waiting, id: "recognised" },
          { ...waiting, id: "ticket" },
        ],
      },
    },
  });
  await expect.element(page.getByText("Access denied")).toBeVisible();
  forwarding.beforeTest = () => {
    throw refusal("too_many_forwarding_tests");
  };
  await page.getByRole("button", { name: "Send Test Email" }).click();
  await expect.element(page.getByText(/Your store has sent too many tests/)).toBeVisible();
  forwarding.beforeTest = () => {
    throw refusal("input_invalid", { fields: { address: ["Please enter a valid email address"] } });
  };
  const field = page.getByLabelText("Address your customers write to");
  await field.fill("help@nowhere.example");
  await page.getByRole("button", { name: "Send Test Email" }).click();
  await expect.element(field).toHaveAccessibleDescription("Please enter a valid email address");
});

test.each([
  { minutes: 1, isAskedAgain: true },
  { minutes: 30, isAskedAgain: false },
])("what is on its way for $minutes minutes is asked for again: $isAskedAgain", async ({ minutes, isAskedAgain }) => {
  stopClock();
  let reads = 0;
  const askedAt = fromNow({ minutes: -minutes }).toISOString();
  const check = { address: "help@shop.example", askedAt, state: "waiting", text: "A mail was sent to it." } as const;
  const beforeRead = () => {
    reads += 1;
    return undefined;
  };
  await openTab({ now: { check }, beforeRead });
  await expect.element(page.getByText("A mail was sent to it.")).toBeVisible();
  await vi.advanceTimersByTimeAsync(60_000);
  if (isAskedAgain) await expect.poll(() => reads).toBeGreaterThan(1);
  else expect(reads).toBe(1);
});
