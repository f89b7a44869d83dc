import { expect, test } from "vitest";
import { readForwardedHead } from "./read-forwarded-head.ts";

const from = "From: Sam Poe <sam@customer.example>";
const head = (text: string, ownSubject = "help") =>
  readForwardedHead(
    text.split("\n").map((line) => ({ text: line })),
    0,
    { isMarked: true, ownSubject },
  );

test.each([
  [
    "the text right below it, as in HTML",
    `${from}\nSent: x\nTo: me\nSubject: Rug\nWhere is my rug?\nIt is late.`,
    "Rug",
  ],
  ["text that is indented as its header is", ` ${from}\n To: me\n Subject: Rug\n   Where is my rug?`, "Rug"],
  ["a text right below no subject", `${from}\nTo: me\nSubject:\nWhere is my rug?`, ""],
  ["a continuation that is indented", `${from}\nSubject: A rug with\n a stain\n\nHello`, "A rug with a stain"],
  ["a continuation above the next field", `${from}\nSubject: A rug with\na stain\nTo: me\n\nHi`, "A rug with a stain"],
  ["a value below its name", "From:\nSam <sam@customer.example>\nSubject:\nRug\n\nHello", "Rug"],
])("reads a forward's subject: %s", (_, text, subject) => {
  expect(head(text)).toMatchObject({ from: { email: "sam@customer.example" }, subject });
});

test("joins a wrapped subject that the forward's own confirms", () => {
  const text = `${from}\nTo: me\nSubject: A rug with\na stain\n\nHello`;
  expect(head(text, "A rug with a stain")?.subject).toBe("A rug with a stain");
  expect(head(text, "another")?.subject).toBe("A rug with");
});

test("takes nobody whom only the text names for somebody in copy", () => {
  const text = `Subject: Rug\n${from}\nSent: x\nCc: Tim <tim@customer.example>\nWrite to my friend eve@other.example`;
  expect(head(text)?.cc).toEqual([{ name: "Tim", email: "tim@customer.example" }]);
  expect(head(`${from}\nCc: Tim <tim@customer.example>,\nUma <uma@customer.example>\nSubject: Rug`)?.cc).toHaveLength(
    2,
  );
});
