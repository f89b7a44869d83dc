import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { EmailSettingsScreen } from "./email-settings-screen.tsx";

test("only the latest outcome is shown, whichever it was", async () => {
  const server = fakeServer();
  server.alsoCan.push("email-settings:manage");
  let isTaken = true;
  server.onTheWay = async ({ url, method }) => {
    if (method !== "POST" || new URL(url).pathname !== "/api/email-settings/logo") return undefined;
    return isTaken
      ? Response.json({ url: "https://desk.test/email-assets/logos/a.png", width: 200, height: 60 })
      : Response.json(refusal("logo_not_image"), { status: 422 });
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <EmailSettingsScreen />
    </QueryClientProvider>,
  );
  const pick = (name: string, type: string) =>
    userEvent.upload(page.getByLabelText("Logo", { exact: true }), new File(["x"], name, { type }));
  const confirmation = page.getByText("Logo uploaded successfully!");
  const wrong = page.getByText("Please upload an image file (PNG, JPG, GIF, SVG)");
  await expect.element(page.getByLabelText("Sender Name")).toHaveValue("Shop");

  await pick("a.png", "image/png");
  await expect.element(confirmation).toBeVisible();
  // Refused before it is sent.
  await pick("a.pdf", "application/pdf");
  await expect.element(wrong).toBeVisible();
  expect(confirmation.query()).toBeNull();

  await pick("a.png", "image/png");
  await expect.element(confirmation).toBeVisible();
  expect(wrong.query()).toBeNull();
  isTaken = false;
  await pick("b.png", "image/png");
  await expect.element(wrong).toBeVisible();
  expect(confirmation.query()).toBeNull();

  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect.element(page.getByText("Email settings saved successfully!")).toBeVisible();
  expect(wrong.query()).toBeNull();
});

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
  const requests: string[] = [];
  server.onTheWay = async (request) => {
    if (new URL(request.url).pathname === "/api/email-settings/preview") requests.push(await request.clone().text());
    return undefined;
  };
  await openSettings(server);
  (branded.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(letter).toBeChecked();
  await expect.element(page.getByText(/^A letter shows no logo and no colors/)).toBeVisible();
  await expect.poll(() => requests.at(-1)).toContain('"look":"letter"');
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect.element(page.getByText("Email settings saved successfully!")).toBeVisible();
  expect(server.emailSettings.saves).toMatchObject([{ look: "letter", expected: { look: "branded" } }]);
});

test("without permission the choice is read-only", async () => {
  await openSettings();
  await expect.element(letter).toBeDisabled();
});
