import { expect, test } from "vitest";
import { foundText, resourceBlock } from "./resource-picker.tsx";

const guide = {
  title: "Care guide",
  fileType: "pdf",
  description: "How to wash linen.",
  content: "Wash cold.\n\nDry flat.\n",
  fileUrl: "https://desk.example/knowledge/r1/file",
  fileName: "care-guide.pdf",
  isPublic: true,
} as const;

test("links a public file, with its description or the words instead", () => {
  expect(resourceBlock(guide)).toBe(
    "Care guide (PDF)\nHow to wash linen.\nView Document: https://desk.example/knowledge/r1/file",
  );
  expect(resourceBlock({ ...guide, description: null })).toContain(
    "\nPlease see the attached resource for more information.\n",
  );
});

test("names a private file without a link", () => {
  expect(resourceBlock({ ...guide, isPublic: false })).toBe(
    "Care guide (PDF)\nHow to wash linen.\nAttached file: care-guide.pdf",
  );
});

test("puts a text between separator lines", () => {
  const line = "--------------------------------";
  expect(resourceBlock({ ...guide, fileUrl: null, fileName: null })).toBe(
    `Care guide\n${line}\nWash cold.\n\nDry flat.\n${line}`,
  );
});

test.each([null, " \n"])("without file and text (%j) shows the title and the category", (content) => {
  const bare = { ...guide, fileUrl: null, fileName: null, content };
  expect(resourceBlock(bare)).toBe("Care guide\nHow to wash linen.");
  expect(resourceBlock({ ...bare, description: null })).toBe(
    "Care guide\nPlease refer to our knowledge base for more information about this topic.",
  );
});

test("says how many there are, whether they are filtered, and how many are shown", () => {
  const list = (total: number, shown = total) => ({ total, items: Array(shown) });
  expect(foundText(list(0), true)).toBe("0 resources found (filtered)");
  expect(foundText(list(1), false)).toBe("1 resource found");
  expect(foundText(list(1200, 50), false)).toBe("1,200 resources found, the 50 most used are shown");
});
