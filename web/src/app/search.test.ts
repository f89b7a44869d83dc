import { expect, test } from "vitest";
import { parseSearch, readSearch, stringifySearch } from "./search.ts";

const read = (query: string) => JSON.parse(JSON.stringify(readSearch(parseSearch(query))));

test("reads every parameter of a link", () => {
  expect(
    read(
      "?section=tickets&settings=password&view=archive&status=open,urgent&priority=high&q=a%26b&ticket=7f&customer=a%40b.example",
    ),
  ).toEqual({
    section: "tickets",
    settings: "password",
    view: "archive",
    status: ["open", "urgent"],
    priority: ["high"],
    q: "a&b",
    ticket: "7f",
    customer: "a@b.example",
  });
});

test("opens the dialog for a new ticket, and for nothing else", () => {
  expect(read("?section=tickets&new=ticket")).toEqual({ section: "tickets", new: "ticket" });
  expect(read("?new=planet")).toEqual({});
});

test("leaves out what is unknown instead of failing", () => {
  expect(read("?section=secret&status=open,nonsense&priority=&view=1&settings=root&x=y&q=")).toEqual({
    status: ["open"],
  });
});

test("takes numbers and JSON for the text they are", () => {
  expect(read("?q=0409&ticket=null")).toEqual({ q: "0409", ticket: "null" });
});

test("what is written is read back the same", () => {
  const search = {
    section: "tickets",
    category: ["Returns & Refunds", "Billing"],
    status: ["open"],
    q: "50% off, please",
  };
  const written = stringifySearch({ ...search, view: undefined, priority: [] });
  expect(written).toBe("?section=tickets&category=Returns+%26+Refunds,Billing&status=open&q=50%25+off,+please");
  expect(read(written)).toEqual({ ...search, category: ["Returns & Refunds", "Billing"] });
  expect(stringifySearch({})).toBe("");
});
