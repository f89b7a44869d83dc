import { expect, test } from "vitest";
import { readMarkdown } from "./help-articles.ts";

test.each([
  ["[it](../security/passkeys.md)", '<a href="/dashboard/help?article=passkeys">it</a>'],
  ["[it](passkeys.md)", '<a href="/dashboard/help?article=passkeys">it</a>'],
  ["[it](/dashboard/admin?view=users)", '<a href="/dashboard/admin?view=users">it</a>'],
  ["[it](https://a.example/)", '<a href="https://a.example/" target="_blank" rel="noreferrer">it</a>'],
  ["**Save**", "<strong>Save</strong>"],
  ["`help+`", "<code>help+</code>"],
])("shows %s as %s", (source, html) => {
  expect(readMarkdown(source).html).toBe(`<p>${html}</p>\n`);
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[it](javascript:alert(1))",
  "[it](data:text/html,<script>alert(1)</script>)",
  "![x](vbscript:alert(1))",
  '<https://a.example/"onclick=alert(1)>',
])("runs nothing in %s", (source) => {
  expect(readMarkdown(source).html).not.toMatch(/<(?:script|img)|<[^>]*\son|href="(?:javascript|data|vbscript)/i);
});

test("searches words, without their markup", () => {
  const { text, summary } = readMarkdown("First\nline with **bold** and `code`.\n\n## Head\n\n1. One [link](a.md)\n");
  expect(text).toBe("First line with bold and code.\nHead\nOne link");
  expect(summary).toBe("First line with bold and code.");
});
