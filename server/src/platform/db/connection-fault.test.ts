import { expect, test } from "vitest";
import { connectionFault } from "./connection-fault.ts";

const url = "postgres://owner:very-secret@db.example.com:6432/desk";
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  [failure("ECONNREFUSED", "connect ECONNREFUSED 192.0.2.1:6432"), "nothing accepts connections there"],
  [failure("ENOTFOUND", "getaddrinfo ENOTFOUND db.example.com"), "there is no host of that name"],
  [
    new AggregateError([failure("ECONNREFUSED", "one"), failure("ECONNREFUSED", "two")]),
    "nothing accepts connections there",
  ],
  [
    failure("28P01", 'password authentication failed for user "owner"'),
    'password authentication failed for user "owner"',
  ],
  [new Error("timeout expired"), "timeout expired"],
])("%s is reported in one line", (error, reason) => {
  const { message } = connectionFault(url, error);
  expect(message).toBe(`The database that DATABASE_URL names, db.example.com:6432/desk, is not reachable: ${reason}`);
});
