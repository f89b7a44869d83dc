import { expect, test } from "vitest";
import { connectionFault, isPlainConnection } from "./database-faults.ts";

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

test.each([
  "postgres://desk:secret@db.example.com/desk",
  "postgres://desk@10.0.0.5:5432/desk?sslmode=disable",
  "postgresql://desk@db.example.com/desk?application_name=desk",
  "postgres://desk@localhost/desk?host=db.example.com",
])("%s is unencrypted", (url) => {
  expect(isPlainConnection(url)).toBe(true);
});

test.each([
  "postgres://desk@db.example.com/desk?sslmode=verify-full",
  "postgres://desk@db.example.com/desk?sslmode=require",
  "postgres://desk@db.example.com/desk?ssl=true",
  "postgres://desk@127.0.0.1:5432/desk",
  "postgres://desk@localhost/desk",
  "postgres://desk@[::1]/desk",
  "postgres://%2Fvar%2Frun%2Fpostgresql/desk",
  "postgres:///desk?host=/var/run/postgresql",
])("%s is not", (url) => {
  expect(isPlainConnection(url)).toBe(false);
});
