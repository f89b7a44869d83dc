import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { EmailSettingsScreen } from "./email-settings-screen.tsx";

const branded = page.getByRole("radio", { name: /^Branded mail/ });
const letter = page.getByRole("radio", { name: /^Plain letter/ });

async function openSettings(server = fakeServer()) {
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <EmailSettingsScreen />
    </QueryClientProvider>,
  );
  await expect.element(branded).toBeChecked();
  return server;
}

test("a store chooses a plain letter by keyboard, sees it at once, and saves it", async () => {
  const server = fakeServer();
  server.alsoCan.push("email-settings:manage");
  const asked: string[] = [];
  server.onTheWay = async (request) => {
    if (new URL(request.url).pathname === "/api/email-settings/preview") asked.push(await request.clone().text());
    return undefined;
  };
  await openSettings(server);
  (branded.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(letter).toBeChecked();
  await expect.element(page.getByText(/^A letter shows no logo and no colors/)).toBeVisible();
  await expect.poll(() => asked.at(-1)).toContain('"look":"letter"');
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect.element(page.getByText("Email settings saved successfully!")).toBeVisible();
  expect(server.emailSettings.saves).toMatchObject([{ look: "letter", expected: { look: "branded" } }]);
});

test("who may not change it reads what is chosen", async () => {
  await openSettings();
  await expect.element(letter).toBeDisabled();
});
