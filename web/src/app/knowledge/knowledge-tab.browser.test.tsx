import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { newResource } from "../../testing/fake-resources.ts";
import { add, button, openKnowledge } from "../../testing/open-knowledge.tsx";
import { parseSearch, readDialogs, stringifySearch } from "../address.ts";
import { KnowledgeTab } from "./knowledge-tab.tsx";

const open = (at: Parameters<typeof openKnowledge>[1] = {}) =>
  openKnowledge({ KnowledgeTab, readDialogs, parseSearch, stringifySearch }, at);

const cardOf = (title: string) => page.getByRole("article").filter({ hasText: title });

test("an empty list offers to add the first resource, except without permission", async () => {
  const { screen } = await open();
  await expect.element(page.getByText("No resources yet")).toBeVisible();
  await button("Add First Resource").click();
  await expect.element(add()).toBeVisible();
  await screen.unmount();
  await open({ canWrite: false, address: "?new=resource" });
  await expect.element(page.getByText("No resources yet")).toBeVisible();
  expect(page.getByRole("button", { name: /^Add / }).query()).toBeNull();
  expect(add().query()).toBeNull();
});

test("a card shows all details, and omits what a resource does not have", async () => {
  const long = `${"x".repeat(180)}yz`;
  const tags = ["a", "b", "c", "d", "e", "f", "g"];
  const manual = newResource({
    title: "Lamps",
    fileType: "manual",
    tags,
    isPublic: false,
    accessLevel: "supervisors-only",
    excerpt: long.slice(0, 180),
    excerptIsCut: true,
    fileUrl: "/knowledge/x/file",
    fileSize: 1536,
  });
  await open({ resources: [manual, newResource({ title: "Plain", uploaderName: null, excerpt: "Short" })] });
  const [first, second] = [cardOf("Lamps"), cardOf("Plain")];
  for (const text of ["Private", "Supervisors Only", "Manual", "+2 more", "Training Materials", "Nora Quist"])
    await expect.element(first.getByText(text, { exact: true })).toBeVisible();
  await expect.element(first.getByText(`${"x".repeat(180)}...`)).toBeVisible();
  await expect.element(first.getByText("1.5 KB").first()).toBeInTheDocument();
  await expect.element(first.getByText("Mar 2, 2026").first()).toBeInTheDocument();
  await expect.element(first.getByRole("link", { name: "Download Lamps" })).toHaveAttribute("target", "_blank");
  await expect.element(second.getByText("Unknown")).toBeVisible();
  await expect.element(second.getByText("Short", { exact: true })).toBeVisible();
  expect(second.getByRole("link", { name: "Download Plain" }).query()).toBeNull();
  expect(second.getByText("File", { exact: true }).query()).toBeNull();
});

test("chips, tiles and tags toggle, are counted, are in the URL, and Clear All resets them", async () => {
  const policy = newResource({ title: "Returns", category: "Company Policies", fileType: "policy", tags: ["EU, UK"] });
  const { href, server } = await open({ resources: [policy, newResource({ title: "Other" })] });
  const panel = page.getByRole("region", { name: "Filters" });
  await expect.element(page.getByText("2 resources", { exact: true })).toBeVisible();
  await expect.element(page.getByText("2 categories")).toBeVisible();
  await panel.getByRole("button", { name: /^Company Policies/ }).click();
  await panel.getByRole("button", { name: "Policy", exact: true }).click();
  await panel.getByRole("button", { name: /^EU, UK/ }).click();
  await expect.element(page.getByText("1 filtered resource", { exact: true })).toBeVisible();
  await expect.element(page.getByText("2 total articles")).toBeVisible();
  await expect.element(page.getByText("Filtered Results")).toBeVisible();
  await expect.element(panel.getByText("3 active filters")).toBeVisible();
  expect(href()).toBe("/dashboard/knowledge?category=Company+Policies&type=policy&tags=EU%252C+UK");
  expect(server.lists.at(-1)).toMatchObject({ tags: ["EU, UK"], fileType: "policy", sort: "updated" });
  await panel.getByRole("button", { name: "Policy", exact: true }).click();
  await expect.element(panel.getByText("2 active filters")).toBeVisible();
  await button("Clear All").click();
  await expect.element(page.getByText("2 resources", { exact: true })).toBeVisible();
  expect(href()).toBe("/dashboard/knowledge");
  expect(page.getByText("Filtered Results").query()).toBeNull();
  await button("Hide Filters").click();
  expect(panel.query()).toBeNull();
  await page.getByPlaceholder("Search resources, manuals, policies...").fill("nothing like it");
  await expect.element(page.getByText("No resources found")).toBeVisible();
  await button("Clear All Filters").click();
  await expect.element(cardOf("Other")).toBeVisible();
  await expect.element(button("Show Filters")).toBeVisible();
});

test("a resource is opened from its card or URL, read with line breaks, restored and deleted", async () => {
  const resource = newResource({
    title: "Linen",
    content: "Wash cold.\n\nDry flat.",
    fileUrl: "/knowledge/x/file",
    fileType: "pdf",
    fileName: "linen.pdf",
    fileSize: 2_600,
    tags: ["wool"],
  });
  const { server, href, router } = await open({ resources: [resource] });
  const version = { ...resource, number: 1, savedAt: resource.updatedAt, savedBy: "Ann", title: "Older linen" };
  server.versions.push({ ...version, content: "Boil." });
  await userEvent.keyboard("j{Enter}");
  const dialog = page.getByRole("dialog", { name: /inen$/ });
  await expect.element(dialog.getByText("March 2, 2026 at 10:00 AM")).toBeVisible();
  const box = dialog.getByRole("region", { name: "Attached File" });
  await expect.element(box).toMatchTextContent(/Attached File.*PDF.*3 KB.*Open File/);
  await expect.element(dialog.getByText(/Wash cold/)).toHaveStyle({ whiteSpace: "pre-wrap" });
  expect(href()).toBe(`/dashboard/knowledge?resourceId=${resource.id}`);
  await expect.poll(() => server.resources[0]?.usageCount).toBe(1);

  await dialog.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Version History" }).click();
  await expect.element(page.getByText("Boil.")).toBeVisible();
  await page.getByRole("button", { name: "Restore Version 1" }).click();
  await expect.element(page.getByRole("dialog", { name: "Older linen" })).toBeVisible();

  await dialog.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete Resource..." }).click();
  const question = page.getByRole("dialog", { name: "Delete Resource" });
  await expect.element(question.getByText('Are you sure you want to delete "Older linen"?')).toBeVisible();
  server.before = async () => {
    server.before = async () => undefined;
    throw new Error("The server failed");
  };
  await question.getByRole("button", { name: "Delete Resource" }).click();
  await expect.element(question.getByText("Failed to delete resource")).toBeVisible();
  await question.getByRole("button", { name: "Delete Resource" }).click();
  await expect.element(page.getByText("No resources yet")).toBeVisible();
  expect(href()).toBe("/dashboard/knowledge");
  await router.navigate({ to: "/dashboard/knowledge", search: { resourceId: resource.id } });
  await expect.element(page.getByText("Resource not found or access denied")).toBeVisible();
});

test("a link is shared, after a question if internal, or shown for copying by hand", async () => {
  const resource = newResource({ title: "Linen", isPublic: false });
  await open({ resources: [resource] });
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValueOnce();
  const share = async () => {
    await button("Share Linen").click();
    await expect.element(page.getByText("Private: customers cannot open this link.")).toBeVisible();
    expect(write).not.toHaveBeenCalled();
    await button("Copy Link").click();
  };
  await share();
  await expect.element(page.getByText("Resource link copied to clipboard!")).toBeVisible();
  await expect.element(page.getByText(/opens for your team only/)).toBeVisible();
  expect(write).toHaveBeenCalledWith(`${location.origin}/knowledge/${resource.id}`);
  write.mockReset().mockRejectedValueOnce(new Error("refused"));
  await share();
  await expect.element(page.getByText("Failed to copy link. Please try again.")).toBeVisible();
  await expect
    .element(page.getByLabelText("Link", { exact: true }))
    .toHaveValue(`${location.origin}/knowledge/${resource.id}`);
  write.mockRestore();
});

test.each([
  [320, 640],
  [390, 844],
])("a title of 200 letters without a space leaves room for the text and the buttons at %d x %d", async (...size) => {
  const sizeBefore = [innerWidth, innerHeight] as const;
  await page.viewport(...size);
  try {
    const resource = newResource({ title: "W".repeat(200), content: "Read me", tags: ["wool"] });
    await open({ resources: [resource], address: `?resourceId=${resource.id}` });
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText("Read me")).toBeInTheDocument();
    const header = dialog.element().querySelector("header")?.getBoundingClientRect() ?? expect.unreachable();
    expect(header.height).toBeLessThan(size[1] / 4);
    expect(dialog.element().scrollWidth).toBeLessThanOrEqual(size[0]);
    await expect.element(dialog.getByText("Read me")).toBeInViewport();
    for (const name of ["Edit", "Share"]) await expect.element(dialog.getByRole("button", { name })).toBeInViewport();
  } finally {
    await page.viewport(...sizeBefore);
  }
});
