import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { useSession } from "../../lib/session.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { WeeklyMailChoice } from "./weekly-mail-choice.tsx";

/** Opens the choice before a server; `refuses` makes it save nothing. */
async function open({ oversees = true, refuses = false } = {}) {
  const sent: unknown[] = [];
  const choice = { isOn: false, nextAt: "2026-12-06T19:00:00.000Z", timeZone: "Pacific/Auckland" };
  const server = fakeServer();
  server.alsoCan = oversees ? ["store:oversee"] : [];
  server.onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/weekly-mail/preview")) {
      return Response.json({ subject: "Your week at Acme: Nov 23 – Nov 29", html: "<p>12 tickets came in</p>" });
    }
    if (!pathname.endsWith("/api/weekly-mail")) return undefined;
    if (request.method === "PUT") {
      sent.push(await request.json());
      if (refuses) return new Response("{}", { status: 500 });
      choice.isOn = !choice.isOn;
    }
    return Response.json(choice);
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <WhoAmI />
      <WeeklyMailChoice />
    </QueryClientProvider>,
  );
  return sent;
}

/** Shows that it is known who is signed in. */
function WhoAmI() {
  return useSession().user && <p>Signed in</p>;
}

const choice = page.getByRole("switch", { name: /^Weekly mail/ });

test("is off, says when the next one would come by the store's clocks, and is saved at once", async () => {
  const sent = await open();
  await expect.element(choice).not.toBeChecked();
  await expect.element(page.getByText(/The next one would come on Monday, December 7\./)).toBeVisible();
  await choice.click();
  await expect.element(page.getByText(/The next one comes on Monday, December 7\./)).toBeVisible();
  expect(sent).toEqual([{ isOn: true }]);
});

test("a choice that was not saved is shown as it is", async () => {
  await open({ refuses: true });
  await choice.click();
  await expect.element(page.getByText("Not saved")).toBeVisible();
  await expect.element(choice).not.toBeChecked();
});

test("shows last week's mail when it is asked for", async () => {
  await open();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect.element(page.getByText("Your week at Acme: Nov 23 – Nov 29")).toBeVisible();
  await page.getByRole("button", { name: "Hide Preview" }).click();
  expect(page.getByText("Your week at Acme: Nov 23 – Nov 29").elements()).toEqual([]);
});

test("offers nothing to an agent", async () => {
  await open({ oversees: false });
  await expect.element(page.getByText("Signed in")).toBeVisible();
  expect(choice.elements()).toEqual([]);
});
