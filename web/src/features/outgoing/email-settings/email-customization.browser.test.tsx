import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { EmailCustomization } from "./email-customization.tsx";

/** Opens the tab as in the dialog, as an admin by default. */
async function openTab(isAdmin = true) {
  const server = fakeServer();
  if (isAdmin) server.alsoCan.push("email-settings:manage");
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <EmailCustomization />
    </QueryClientProvider>,
  );
  await expect.element(page.getByLabelText("Sender Name")).toHaveValue("Shop");
  return {
    settings: server.emailSettings,
    refuse(refused: ReturnType<typeof refusal>) {
      server.emailSettings.beforeSave = () => {
        server.emailSettings.beforeSave = () => undefined;
        throw refused;
      };
    },
    name: page.getByLabelText("Sender Name"),
    save: page.getByRole("button", { name: "Save Email Settings" }),
  };
}

test("sends only changes together with the values shown, and confirms for three seconds", async () => {
  const tab = await openTab();
  await tab.name.fill("Shop Care");
  await tab.save.dblClick();
  const confirmation = page.getByText("Email settings saved successfully!");
  await expect.element(confirmation).toBeVisible();
  expect(tab.settings.saves.map(({ senderName, expected }) => [senderName, expected.senderName])).toEqual([
    ["Shop Care", "Shop"],
  ]);
  await expect.element(confirmation).not.toBeInTheDocument();
});

test("errors show in one line, until the next edit or dismissed, and at each field", async () => {
  const tab = await openTab();
  const fields = { senderName: ["Sender name cannot be empty"], logoUrl: ["Logo URL must be a valid URL"] };
  await tab.name.fill("Nobody");
  tab.refuse(refusal("input_invalid", { fields }));
  await tab.save.click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Sender name cannot be empty, Logo URL must be a valid URL");
  await expect.element(tab.name).toHaveFocus();
  await expect.element(page.getByLabelText("Logo URL (Optional)")).toHaveAccessibleDescription(fields.logoUrl[0] ?? "");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(tab.name).toHaveValue("Nobody");
});

test("does not overwrite somebody else's change unseen", async () => {
  const tab = await openTab();
  await tab.name.fill("Mine");
  tab.settings.settings.senderName = "Theirs";
  tab.refuse(refusal("email_settings_changed_meanwhile", { fields: ["senderName"] }));
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("These email settings were changed meanwhile")).toBeVisible();
  await expect.element(tab.name).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save mine anyway" }).click();
  await expect.poll(() => tab.settings.settings.senderName).toBe("Mine");
  expect(tab.settings.saves.at(-1)?.expected.senderName).toBeUndefined();
});

test("the other's change can be accepted instead", async () => {
  const tab = await openTab();
  await tab.name.fill("Mine");
  tab.settings.settings.senderName = "Theirs";
  tab.refuse(refusal("email_settings_changed_meanwhile", { fields: ["senderName"] }));
  await tab.save.click();
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect.element(tab.name).toHaveValue("Theirs");
});

test("a reset asks first and reports in the dialog's words", async () => {
  const tab = await openTab();
  tab.settings.settings.senderName = "Shop Care";
  await page.getByRole("button", { name: "Reset to Defaults" }).click();
  const dialog = page.getByRole("dialog");
  const question = "Are you sure you want to reset all email settings to defaults?";
  await expect.element(dialog.getByText(question, { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Reset to Defaults" }).click();
  await expect.element(page.getByText("Email settings reset to defaults!", { exact: true })).toBeVisible();
  expect(tab.settings.settings.senderName).toBe("Shop");
});

test("read-only without permission", async () => {
  const tab = await openTab(false);
  await expect.element(page.getByText("Only administrators can change the email settings.")).toBeVisible();
  await expect.element(tab.name).toHaveAttribute("readonly");
  expect(tab.save.query()).toBeNull();
  expect(page.getByRole("button", { name: "Reset to Defaults" }).query()).toBeNull();
});
