import { expect, test } from "vitest";
import { findNoticeReason, findServerReply, refusalOf } from "./read-bounce.ts";

const gone = "gone@example.org";

test.each([
  [
    "a reply behind a colon",
    `<${gone}>:\n554: delivery error: dd This user doesn't have an account\n\n---`,
    "554: delivery error: dd This user doesn't have an account",
  ],
  ["a reply over lines", "said: 550\n    No such user (#5.1.1)\n\nBye", "said: 550 No such user (#5.1.1)"],
  ["no reply in a time or an amount", "At 10:45:12 you paid 450. Bye", null],
])("finds %s", (_, text, expected) => {
  expect(findServerReply(text)).toBe(expected);
});

test.each([
  [
    "qmail",
    `addresses.\n\n<${gone}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below`,
    "Sorry, no mailbox here by that name. (#5.1.1)",
  ],
  [
    "Zoho",
    `error. \n\n${gone} Invalid Recipient, ERROR_CODE :550, ERROR_CODE :5.1.1\n\nMore`,
    "Invalid Recipient, ERROR_CODE :550, ERROR_CODE :5.1.1",
  ],
  ["GroupWise", `to the following:\n\t${gone} (user not found)\n\nPossibly`, "user not found"],
  ["mail.ru", `****\n${gone}:\nuser not found\n*****\nMore`, "user not found"],
  ["other letters", `<Gone@Example.ORG>: mailbox full`, "mailbox full"],
  ["a bracket", `${gone}  [User unknown]`, "User unknown"],
  [
    "no time of the attempt",
    `${gone} on Thu, 29 Apr 2010 00:00:00\n    The account does not exist`,
    "The account does not exist",
  ],
  ["no other address", `${gone}\nother@example.org`, null],
  ["nothing of the returned message", `${gone}\nSubject: My words`, null],
  ["nothing behind a blank line", `${gone}\n\nBye`, null],
  ["nothing without the address", "Sorry.", null],
])("reads the reason of %s", (_, text, expected) => {
  expect(findNoticeReason(text, gone)).toBe(expected);
});

test.each([
  ["5.1.1", "no such user", ": 5.1.1 no such user"],
  ["550", "550 No such user", ": 550 No such user"],
  ["5.1.1", "smtp; 550 5.1.1 User unknown", ": 550 5.1.1 User unknown"],
  ["5.1.1", "Sorry, no mailbox here. (#5.1.1)", ": Sorry, no mailbox here. (#5.1.1)"],
  ["5.1.1", "550 5.1.10 unknown", ": 5.1.1 550 5.1.10 unknown"],
  ["5.1.1", null, ": 5.1.1"],
  [null, "mailbox full", ": mailbox full"],
  [null, null, "."],
  [null, "smtp;", "."],
])("makes one sentence of the status %s and the words %s", (status, diagnostic, expected) => {
  expect(refusalOf(gone, { status, diagnostic })).toBe(`${gone} refused the message${expected}`);
});
