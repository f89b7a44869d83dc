import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { newResource } from "../../testing/fake-resources.ts";
import { refusal } from "../../testing/fake-server.ts";
import { add, button, openKnowledge } from "../../testing/open-knowledge.tsx";
import { bring, goOffline, newFile } from "../../testing/open-ticket.tsx";
import { parseSearch, readDialogs, stringifySearch } from "../address.ts";
import { KnowledgeTab } from "./knowledge-tab.tsx";

const open = (at: Parameters<typeof openKnowledge>[1] = {}) =>
  openKnowledge({ KnowledgeTab, readDialogs, parseSearch, stringifySearch }, at);

const edit = () => page.getByRole("dialog", { name: "Edit Resource" });
const file = (of: ReturnType<typeof add>) => of.element().querySelector<HTMLInputElement>("input[type=file]");

function pick(of: ReturnType<typeof add>, ...picked: File[]) {
  const field = file(of);
  if (field === null) throw new Error("Nothing to pick files with");
  const data = new DataTransfer();
  for (const each of picked) data.items.add(each);
  field.files = data.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

test("a title and a text or file are required; an unadded tag is sent too", async () => {
  const { server, href } = await open({ address: "?new=resource" });
  const save = add().getByRole("button", { name: "Create Resource" });
  await expect.element(add().getByRole("textbox", { name: "Title" })).toHaveFocus();
  await add().getByRole("textbox", { name: "Title" }).fill("  ");
  await add().getByRole("textbox", { name: "Content" }).fill("Wash cold.\n\nDry flat.");
  await expect.element(save).toBeDisabled();
  await add().getByRole("textbox", { name: "Title" }).fill(" Linen ");
  await expect.element(save).toBeEnabled();
  await add().getByRole("textbox", { name: "Content" }).fill(" \n ");
  await expect.element(save).toBeDisabled();
  await add().getByRole("textbox", { name: "Content" }).fill("Wash cold.\n\nDry flat.");
  const tag = add().getByRole("textbox", { name: "Tags" });
  const addTag = add().getByRole("button", { name: "Add", exact: true });
  await expect.element(addTag).toBeDisabled();
  for (const text of [" wool, silk ", "WOOL, silk", "🧶", "gone"]) {
    await tag.fill(text);
    await userEvent.keyboard("{Enter}");
  }
  await add().getByRole("button", { name: "Remove tag gone" }).click();
  await tag.fill("x".repeat(51));
  await addTag.click();
  await expect.element(add().getByText("A tag is too long (maximum 50 characters)")).toBeVisible();
  await tag.fill("late");
  await save.click();
  await expect.element(add()).not.toBeInTheDocument();
  await expect.element(page.getByText("Resource created")).toBeVisible();
  expect(server.resources).toMatchObject([
    { title: "Linen", content: "Wash cold.\n\nDry flat.", tags: ["wool, silk", "🧶", "late"], isPublic: true },
  ]);
  expect(href()).toBe("/dashboard/knowledge");
  await expect.element(page.getByRole("article")).toMatchTextContent(/Linen/);
});

test("a restricted resource is not public, and an editor who will lose sight of it is warned", async () => {
  const { server } = await open({ address: "?new=resource" });
  const level = add().getByLabelText("Access Level");
  const isPublic = add().getByRole("switch", { name: /^Public/ });
  await expect.element(isPublic).toBeChecked();
  await level.selectOptions("Admin Only");
  await expect.element(isPublic).toBeDisabled();
  await expect.element(isPublic).not.toBeChecked();
  await expect.element(add().getByText(/you no longer see it yourself/)).toBeVisible();
  await level.selectOptions("All Agents");
  await expect.element(isPublic).toBeChecked();
  await level.selectOptions("Supervisors Only");
  await add().getByRole("textbox", { name: "Title" }).fill("Secret");
  await add().getByRole("textbox", { name: "Content" }).fill("Hush");
  await add().getByRole("button", { name: "Create Resource" }).click();
  await expect.element(page.getByText("Secret. Your role does not see it.")).toBeVisible();
  expect(server.resources).toMatchObject([{ accessLevel: "supervisors-only", isPublic: false }]);
});

test("a file uploads with progress, can be cancelled, refused or retried, and counts as content", async () => {
  const { server, files } = await open({ address: "?new=resource" });
  files.hold();
  await add().getByRole("textbox", { name: "Title" }).fill("Guide");
  const save = add().getByRole("button", { name: "Create Resource" });
  const expectUploads = async (count: number) => {
    await expect.poll(() => files.sendings.length).toBe(count);
    return files.sendings[count - 1] ?? expect.unreachable();
  };
  pick(add(), newFile("a.pdf", 4096));
  const first = await expectUploads(1);
  first.progress(0.5);
  await expect.element(add().getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  await expect.element(save).toBeDisabled();
  await add().getByRole("button", { name: "Cancel upload" }).click();
  expect(first.isStopped()).toBe(true);
  await expect.element(add().getByRole("progressbar")).not.toBeInTheDocument();

  pick(add(), newFile("evil.pdf"));
  (await expectUploads(2)).refuse("resource_file_type", { filename: "evil.pdf", actual: "exe" });
  await expect.element(add().getByText(/^Its content does not match.* It looks like a \.exe file\.$/)).toBeVisible();
  expect(add().getByRole("button", { name: "Try again" }).query()).toBeNull();

  const dialog = add().element().querySelector("form") ?? expect.unreachable();
  bring(dialog, "dragenter", [newFile("b.pdf")]);
  await expect.element(page.getByText("Drop the file to attach it")).toBeVisible();
  bring(dialog, "drop", [newFile("b.pdf"), newFile("c.pdf")]);
  await expect.element(add().getByText("Only one file is allowed").first()).toBeVisible();
  pick(add(), newFile("none.pdf", 0));
  await expect.element(add().getByText("This file is empty, so it was not uploaded").first()).toBeVisible();

  const { goOnline } = goOffline();
  bring(dialog, "drop", [newFile("b.pdf", 2048)]);
  (await expectUploads(3)).lose();
  await expect.element(add().getByText("Waits for a connection")).toBeVisible();
  goOnline();
  (await expectUploads(4)).arrive();
  await expect.element(add().getByText("b.pdf")).toBeVisible();
  await expect.element(add().getByLabelText("Resource Type")).toHaveValue("pdf");
  await save.click();
  await expect.element(add()).not.toBeInTheDocument();
  expect(server.resources).toMatchObject([{ title: "Guide", fileName: "b.pdf", fileSize: 2048, content: null }]);
});

test("a refused creation is reported at its field, and a retry with the same key creates nothing twice", async () => {
  const { server } = await open({ address: "?new=resource" });
  const save = add().getByRole("button", { name: "Create Resource" });
  await add().getByRole("textbox", { name: "Title" }).fill("Once");
  await add().getByRole("textbox", { name: "Content" }).fill("Text");
  server.before = async () => {
    server.before = async () => undefined;
    throw refusal("input_invalid", { fields: { title: ["Title is too long (maximum 200 characters)"] } });
  };
  await save.click();
  await expect.element(add().getByText("Title is too long (maximum 200 characters)")).toBeVisible();
  await expect.element(add().getByRole("textbox", { name: "Title" })).toHaveFocus();
  // The request arrives but its response is lost; later edits count.
  server.after = () => {
    server.after = () => undefined;
    throw new Error("The server failed");
  };
  await add().getByRole("textbox", { name: "Title" }).fill("Twice");
  await save.click();
  await expect.element(add().getByText("Failed to create resource")).toBeVisible();
  await expect.element(add().getByRole("textbox", { name: "Content" })).toHaveValue("Text");
  await add().getByRole("textbox", { name: "Title" }).fill("Thrice");
  await save.click();
  await expect.element(add()).not.toBeInTheDocument();
  expect(new Set(server.creations.map(({ key }) => key)).size).toBe(1);
  expect(server.resources).toMatchObject([{ title: "Thrice" }]);
});

test("closing asks before discarding text, which survives a reload", async () => {
  const { router, screen, href } = await open({ address: "?new=resource" });
  await add().getByRole("textbox", { name: "Title" }).fill("Half");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Keep editing" }).click();
  await expect.element(add().getByRole("textbox", { name: "Title" })).toHaveValue("Half");
  await screen.unmount();
  const stored = { ...localStorage };
  const again = await open();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, String(value));
  await button("Add Resource").click();
  await expect.element(add().getByRole("textbox", { name: "Title" })).toHaveValue("Half");
  await expect.element(add().getByText("What you wrote before and did not save is here again.")).toBeVisible();
  await add().getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Discard" }).click();
  await expect.element(add()).not.toBeInTheDocument();
  await button("Add Resource").click();
  await expect.element(add().getByRole("textbox", { name: "Title" })).toHaveValue("");
  expect([router.state.location.href === href(), again.href()]).toEqual([true, "/dashboard/knowledge?new=resource"]);
});

test("saves only changes, and overwrites no colleague's change unseen", async () => {
  const resource = newResource({ title: "Mine", content: "Text", fileUrl: "/knowledge/x/file", fileName: "x.pdf" });
  const { server } = await open({ address: `?edit=${resource.id}`, resources: [resource] });
  const save = edit().getByRole("button", { name: "Save Changes" });
  await expect.element(edit().getByText("Current file: View", { exact: true })).toBeVisible();
  await expect
    .element(edit().getByText("File Upload (Optional - replaces existing file)", { exact: true }))
    .toBeVisible();
  await edit().getByRole("textbox", { name: "Title" }).fill(" ");
  await expect.element(save).toBeDisabled();
  await edit().getByRole("textbox", { name: "Title" }).fill("Yours");
  const stored = server.resources[0] ?? expect.unreachable();
  Object.assign(stored, { content: "Theirs", updatedAt: "2026-03-02T11:00:00.000Z" });
  await save.click();
  await expect.element(edit().getByText(/^Changed: content\./)).toBeVisible();
  await expect.element(edit().getByRole("textbox", { name: "Title" })).toHaveValue("Yours");
  await edit().getByRole("button", { name: "Save mine anyway" }).click();
  await expect.element(edit()).not.toBeInTheDocument();
  expect(stored).toMatchObject({ title: "Yours", content: "Theirs" });
  expect(server.changes).toEqual([{ title: "Yours" }, { title: "Yours" }]);
});

test("a type suggested by a file follows the file, and a chosen one stays", async () => {
  const { server, files } = await open({ address: "?new=resource" });
  files.hold();
  const type = add().getByLabelText("Resource Type");
  let count = 0;
  const attach = async (name: string) => {
    pick(add(), newFile(name));
    count++;
    await expect.poll(() => files.sendings.length).toBe(count);
    (files.sendings[count - 1] ?? expect.unreachable()).arrive();
    await expect.element(add().getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  };
  await attach("good.png");
  await expect.element(type).toHaveValue("image");
  await attach("good.pdf");
  await expect.element(type).toHaveValue("pdf");
  await add().getByRole("button", { name: "Remove good.pdf" }).click();
  await expect.element(type).toHaveValue("text");
  await attach("good.png");
  await type.selectOptions("Audio");
  await attach("good.pdf");
  await expect.element(type).toHaveValue("audio");
  await add().getByRole("button", { name: "Remove good.pdf" }).click();
  await expect.element(type).toHaveValue("audio");
  await attach("good.pdf");
  await add().getByRole("textbox", { name: "Title" }).fill("Chosen");
  await add().getByRole("button", { name: "Create Resource" }).click();
  await expect.element(add()).not.toBeInTheDocument();
  expect(server.resources).toMatchObject([{ title: "Chosen", fileType: "audio", fileName: "good.pdf" }]);
});

test.each([
  ["image", "old.png", "pdf"],
  ["text", null, "pdf"],
  ["manual", "old.png", "manual"],
  ["video", null, "video"],
] as const)("an edited %s with the file %s is of type %s with a PDF", async (fileType, fileName, expected) => {
  const fileUrl = fileName && "/knowledge/x/file";
  const resource = newResource({ fileType, fileName, fileUrl, content: "Text" });
  await open({ address: `?edit=${resource.id}`, resources: [resource] });
  const type = edit().getByLabelText("Resource Type");
  await expect.element(type).toHaveValue(fileType);
  await expect
    .element(edit().getByText("File Upload (Optional - replaces existing file)", { exact: true }))
    .toBeVisible();
  pick(edit(), newFile("new.pdf"));
  await expect.element(edit().getByRole("button", { name: "Remove new.pdf" })).toBeVisible();
  await expect.element(type).toHaveValue(expected);
  await edit().getByRole("button", { name: "Remove new.pdf" }).click();
  await expect.element(type).toHaveValue(fileType);
});

test("a colleague's version can be read meanwhile, and replaces one's own only after a question", async () => {
  const resource = newResource({ title: "Mine", content: "Text", tags: ["a"] });
  const { server } = await open({ address: `?edit=${resource.id}`, resources: [resource] });
  const content = edit().getByRole("textbox", { name: "Content" });
  await content.fill("What I wrote");
  const theirText = `Their first line\n${"A line of theirs.\n".repeat(200)}Their last line`;
  const stored = server.resources[0] ?? expect.unreachable();
  Object.assign(stored, {
    content: theirText,
    category: "Procedures",
    tags: [],
    updatedAt: "2026-03-02T11:00:00.000Z",
  });
  await edit().getByRole("button", { name: "Save Changes" }).click();
  const saved = edit().getByRole("region", { name: "What they saved" });
  await expect.element(saved.getByText("Procedures", { exact: true })).toBeVisible();
  await expect.element(saved.getByText("None", { exact: true })).toBeVisible();
  await expect.element(saved.getByText("Content (you changed it too)", { exact: true })).toBeVisible();
  expect(saved.getByText("Title", { exact: false }).query()).toBeNull();
  const box = saved.getByRole("group", { name: "Their content" });
  await expect.element(box).toMatchTextContent(/^Their first line\s.*Their last line$/s);
  expect(box.element().scrollHeight).toBeGreaterThan(box.element().clientHeight);
  expect(saved.element().getBoundingClientRect().height).toBeLessThan(450);
  const takeTheirs = edit().getByRole("button", { name: "Take theirs" });
  const question = page.getByRole("dialog", { name: "Drop what you wrote?" });
  await takeTheirs.click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(content).toHaveValue("What I wrote");
  await takeTheirs.click();
  await question.getByRole("button", { name: "Drop mine, take theirs" }).click();
  await expect.element(content).toHaveValue(theirText);
  await expect.element(saved).not.toBeInTheDocument();
  expect(stored.content).toBe(theirText);
});
