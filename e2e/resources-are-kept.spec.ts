import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { seesAfter } from "./sees-after.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

const desk = await openDesk();
const look = openLook();

const cards = (page: Page) => page.getByRole("list", { name: "Resources", exact: true }).getByRole("article");
const cardOf = (page: Page, title: string) => cards(page).filter({ hasText: title });
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const search = (page: Page) => page.getByPlaceholder("Search resources, manuals, policies...");

test("an agent keeps a resource with its file, shares and edits it, and takes an edit back; a colleague sees it live", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const colleague = await signInAtDemoStore(desk, "supervisor");
  await colleague.goto("/dashboard/knowledge?q=velvet");
  await expect(colleague.getByText("No resources found")).toBeVisible();
  await page.goto("/dashboard/knowledge");
  await cards(page).first().waitFor();
  await look(page, "resources");

  await page.getByRole("button", { name: "Add Resource" }).click();
  const add = dialogOf(page, "Add Agent Resource");
  await expect(add.getByLabel("Title")).toBeFocused();
  await add.getByLabel("Title").fill("Velvet care");
  await expect(add.getByRole("button", { name: "Create Resource" })).toBeDisabled();
  await add.getByLabel("File Upload (Optional)").setInputFiles({
    ...{ name: "velvet.png", mimeType: "image/png", buffer: Buffer.from("MZ, and no picture at all") },
  });
  await expect(add.getByText("This file type is not accepted.", { exact: false }).first()).toBeVisible();
  await add.getByLabel("File Upload (Optional)").setInputFiles({
    ...{ name: "velvet.txt", mimeType: "text/plain", buffer: Buffer.from("Steam it, never iron it.") },
  });
  await expect(add.getByRole("button", { name: "Remove velvet.txt" })).toBeVisible();
  await add.getByRole("textbox", { name: "Content" }).fill("First line.\n\nSecond line.");
  await add.getByLabel("Tags").fill("velvet, silk");
  await page.keyboard.press("Enter");
  await look(page, "resource-add");
  await add.getByRole("button", { name: "Create Resource" }).click();
  await expect(add).toBeHidden();
  await expect(cardOf(colleague, "Velvet care")).toContainText("First line.");

  await search(page).fill("velvet");
  await expect(page.getByRole("main").getByText("1 filtered resource", { exact: true })).toBeVisible();
  await seesAfter(
    () => page.getByRole("button", { name: "Share Velvet care" }).click(),
    page,
    "Resource link copied to clipboard!",
  );
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect((await fetch(link)).status).toBe(200);

  // From anywhere in the page: the focus is on the button that shared it.
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const view = dialogOf(page, "Velvet care");
  await expect(view.getByRole("region", { name: "Attached File" })).toContainText("TEXT1 KB");
  await look(page, "resource");
  await page.reload();
  await expect(view.getByText("Second line.", { exact: false })).toBeVisible();

  await view.getByRole("button", { name: "Edit" }).click();
  const edit = dialogOf(page, "Edit Resource");
  await expect(edit.getByText("Current file: View", { exact: true })).toBeVisible();
  await edit.getByRole("textbox", { name: "Content" }).fill("Only this.");
  await page.keyboard.press("Escape");
  await dialogOf(page, "Discard changes?").getByRole("button", { name: "Keep editing" }).click();
  await look(page, "resource-edit", [1440]);
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(edit).toBeHidden();
  await expect(view.getByText("Only this.")).toBeVisible();
  await expect(cardOf(colleague, "Velvet care")).toContainText("Only this.");

  await view.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Version History" }).click();
  const history = dialogOf(page, "Version History");
  await expect(history.getByText("Second line.", { exact: false })).toBeVisible();
  await look(page, "resource-history");
  await history.getByRole("button", { name: "Restore Version 1" }).click();
  await expect(history).toBeHidden();
  await expect(cardOf(colleague, "Velvet care")).toContainText("First line.");

  await view.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete Resource..." }).click();
  const question = dialogOf(page, "Delete Resource");
  await expect(question.getByText('Are you sure you want to delete "Velvet care"?')).toBeVisible();
  await question.getByRole("button", { name: "Delete Resource" }).click();
  await expect(page.getByText("No resources found")).toBeVisible();
  await look(page, "resources-not-found", [1440]);
  await expect(colleague.getByText("No resources found")).toBeVisible();
  expect((await fetch(link)).status).toBe(404);
});

test("what is for supervisors does not exist for an agent, by no way in", async () => {
  const supervisor = await signInAtDemoStore(desk, "supervisor");
  await supervisor.goto("/dashboard/knowledge?new=resource");
  const add = dialogOf(supervisor, "Add Agent Resource");
  await add.getByLabel("Title").fill("Chenille prices");
  await add.getByRole("textbox", { name: "Content" }).fill("What we pay for it.");
  await add.getByLabel("Access Level").selectOption("Supervisors Only");
  await add.getByRole("button", { name: "Create Resource" }).click();
  await cardOf(supervisor, "Chenille prices").getByRole("link", { name: "View" }).click();
  await expect(dialogOf(supervisor, "Chenille prices").getByText("What we pay for it.")).toBeVisible();
  const address = supervisor.url();

  const agent = await signInAtDemoStore(desk, "agent");
  await agent.goto(address);
  await expect(agent.getByText("Resource not found or access denied")).toBeVisible();
  await agent.goto("/dashboard/knowledge?q=chenille");
  await expect(agent.getByText("No resources found")).toBeVisible();

  await supervisor.keyboard.press("Escape");
  await supervisor.getByRole("button", { name: "Delete Chenille prices" }).click();
  await dialogOf(supervisor, "Delete Resource").getByRole("button", { name: "Delete Resource" }).click();
  await expect(cardOf(supervisor, "Chenille prices")).toHaveCount(0);
});

test("a store without resources is offered the first", async () => {
  const { page } = await desk.newStore("resources-none");
  await page.goto("/dashboard/knowledge");
  await expect(page.getByText("No resources yet")).toBeVisible();
  await look(page, "resources-empty");
  await page.getByRole("button", { name: "Add First Resource" }).click();
  await expect(dialogOf(page, "Add Agent Resource")).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page, "Add Agent Resource")).toBeHidden();
});
