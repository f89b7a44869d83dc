import { expect, test } from "vitest";
import { parseSearch, readDialogs, stringifySearch } from "./address.ts";

const read = (query: string) => JSON.parse(JSON.stringify(readDialogs(parseSearch(query))));

test("reads which dialogs are open", () => {
  expect(read("?settings=password&ticket=7f")).toEqual({ settings: "password", ticket: "7f" });
});

test("opens the dialog for a new ticket, and for nothing else", () => {
  expect(read("?new=ticket")).toEqual({ new: "ticket" });
  expect(read("?new=planet")).toEqual({});
});

test("drops unknown values instead of failing", () => {
  expect(read("?settings=root&x=y&ticket=")).toEqual({});
});

test("keeps numbers and JSON as text", () => {
  expect(read("?ticket=null")).toEqual({ ticket: "null" });
  expect(parseSearch("?q=0409")).toEqual({ q: "0409" });
});

test("omits absent values", () => {
  expect(stringifySearch({ settings: "profile", ticket: undefined, status: [] })).toBe("?settings=profile");
  expect(stringifySearch({})).toBe("");
});
