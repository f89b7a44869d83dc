import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { seesAfter } from "../sees-after.ts";

const desk = await openDesk();
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><script>alert(1)</script><rect width="200" height="60" rx="9" fill="#134e4a"/><circle cx="40" cy="30" r="18" fill="#5eead4"/></svg>';

test("an admin gives mails the store's look, previews it, and customers get the same", async () => {
  const { page, address } = await desk.newStore("amber-lamp");
  await page.goto("/dashboard/admin?view=email-settings");
  const preview = page.frameLocator('iframe[title="Preview: Automatic mail"]');
  await expect(preview.getByRole("heading", { name: "Amber Lamp" })).toBeVisible();
  await expect(preview.getByText("This is an automated response from Amber Lamp")).toBeVisible();
  await expect(page.getByText("Not set", { exact: true })).toBeVisible();

  // The form names all mistakes at once.
  await page.getByLabel("Sender Name").fill("  ");
  await page.getByLabel("Sender Email").fill("care@");
  await page.getByLabel("Primary Color", { exact: true }).fill("#0f7");
  await page.getByLabel("Or enter a URL").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save Settings" }).click();
  const wrong = page.getByRole("alert").filter({ hasText: "Please fix the following errors:" });
  for (const fault of [
    "Sender name cannot be empty",
    "Invalid sender email format",
    "Primary color must be a valid hex color (e.g., #667eea)",
    "Logo URL must be a valid URL",
  ]) {
    await expect(wrong).toContainText(fault);
  }
  await expect(page.getByLabel("Sender Name")).toBeFocused();

  const picked = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("No picture") };
  await page.getByLabel("Logo", { exact: true }).setInputFiles(picked);
  await expect(page.getByText("Please upload an image file (PNG, JPG, GIF, SVG)")).toBeVisible();
  await seesAfter(
    () =>
      page.getByLabel("Logo", { exact: true }).setInputFiles({
        name: "logo.svg",
        mimeType: "image/svg+xml",
        buffer: Buffer.from(logo),
      }),
    page,
    "Logo uploaded successfully!",
  );
  await page.getByLabel("Sender Name").fill("Amber & Söhne");
  await page.getByLabel("Sender Email").fill("care@amber-lamp.example");
  await page.getByLabel("Primary Color", { exact: true }).fill("#0f766e");
  await expect(preview.getByRole("heading", { name: "Amber & Söhne" })).toBeVisible();
  await expect(preview.locator("img")).toHaveJSProperty("complete", true);

  // Leaving asks first, and the text is still there.
  await page.getByRole("link", { name: "Shopify Integration" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await seesAfter(
    () => page.getByRole("button", { name: "Save Settings" }).dblclick(),
    page,
    "Email settings saved successfully!",
  );
  await expect(page.getByText("Email settings saved successfully!")).toBeHidden();
  await page.getByRole("link", { name: "Automatic Mail" }).click();
  await page.getByRole("switch", { name: "Acknowledge new tickets" }).check();
  await seesAfter(
    () => page.getByRole("button", { name: "Save Settings" }).click(),
    page,
    "Email settings saved successfully!",
  );

  const shown = await page.request.post("/api/email-settings/preview", { data: { view: "automatic", draft: {} } });
  const { html } = (await shown.json()) as { html: string };
  const jane = desk.newCustomer("Jane Smith", "jane@amber.example");
  await jane.writes({ to: address, subject: "My lamp flickers", text: "It flickers since Monday." });
  const mail = await desk.mailbox.next(jane.email);
  expect(mail.subject).toBe("Re: My lamp flickers [Ticket: 0001]");
  expect(mail.headers.get("auto-submitted")).toBe("auto-replied");
  expect(String(mail.html).replaceAll("\r\n", "\n").trimEnd()).toBe(html);

  // Shows the mail itself at a desktop's and a phone's width, with its logo from the store.
  const program = await desk.newPage({ javaScriptEnabled: false });
  await program.setContent(String(mail.html));
  for (const width of [600, 360]) {
    await program.setViewportSize({ width, height: 800 });
    expect(await program.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await page.getByRole("link", { name: "Email Settings" }).click();
  await page.getByRole("button", { name: "Reset to Defaults" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(
    "Are you sure you want to reset all email settings to defaults? This action cannot be undone.",
  );
  await seesAfter(
    () => dialog.getByRole("button", { name: "Reset to Defaults" }).click(),
    page,
    "Email settings reset to defaults successfully!",
  );
  await expect(page.getByLabel("Sender Name")).toHaveValue("Amber Lamp");
});
