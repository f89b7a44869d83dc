import { expect, test } from "vitest";
import { newId } from "../db/ids.ts";
import { purposeKey, readToken, signToken } from "./sign-ids.ts";

const key = purposeKey("a secret of at least thirty-two characters", "links");
const ids = [newId(), newId()];

test("a token names the ids that it was signed with, in their order", () => {
  expect(readToken(key, "rating", signToken(key, "rating", ...ids))).toEqual(ids);
  expect(readToken(key, "rating", signToken(key, "rating", ids[0] ?? ""))).toEqual(ids.slice(0, 1));
  expect(signToken(key, "rating", ...ids)).toMatch(/^[a-z2-7]{72}$/);
});

test("it is nothing for another purpose, another key, or with one character changed, less or more", () => {
  const token = signToken(key, "rating", ...ids);
  expect(readToken(key, "survey", token)).toBeUndefined();
  expect(readToken(purposeKey(key, "others"), "rating", token)).toBeUndefined();
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === "a" ? "b" : "a";
    expect(readToken(key, "rating", token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
    expect(readToken(key, "rating", token.slice(0, at))).toBeUndefined();
  }
  expect(readToken(key, "rating", `${token}a`)).toBeUndefined();
  expect(readToken(key, "rating", signToken(key, "rating"))).toBeUndefined();
});
