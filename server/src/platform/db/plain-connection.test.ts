import { expect, test } from "vitest";
import { isPlainConnection } from "./plain-connection.ts";

test.each([
  "postgres://desk:secret@db.example.com/desk",
  "postgres://desk@10.0.0.5:5432/desk?sslmode=disable",
  "postgresql://desk@db.example.com/desk?application_name=desk",
  "postgres://desk@localhost/desk?host=db.example.com",
])("%s is in the clear", (url) => {
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
