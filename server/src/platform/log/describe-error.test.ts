import { expect, test } from "vitest";
import { DeliveryDelayed } from "../mailer/mailer.ts";
import { describeError } from "./create-log.ts";

/** Customers' words, which no line may contain. */
const personal = /jane|customer\.test|secret|parcel/i;

const parse = (text: string) => {
  try {
    JSON.parse(text);
  } catch (error) {
    return error as Error;
  }
  throw new Error("It can be parsed");
};
const relay = Object.assign(new Error("Can't send mail: 550 5.1.1 Jane Secret has no room"), {
  responseCode: 550,
  response: "550 Jane Secret",
  code: "EENVELOPE",
});
const database = Object.assign(new Error('duplicate key value violates unique constraint "customers_email"'), {
  code: "23505",
  detail: "Key (email)=(jane@customer.test) already exists.",
  severity: "ERROR",
  constraint: "customers_email",
  table: "customers",
  where: "SQL statement about Jane",
});
const quotingErrors: [string, Error][] = [
  ["an address", new Error("jane@customer.test is no longer a recipient here")],
  ["a name in quotes", new Error('Not found: "Jane Secret"')],
  ["quotes in quotes", new Error('invalid input syntax for type uuid: "Ja"ne" Secret"')],
  ["a quote without an end", new Error('cut off "Jane Secret')],
  ["angle brackets", new Error("Refused <jane@customer.test>")],
  ["what follows a colon", new Error("Invalid header: parcel of Jane")],
  ["further lines", new Error("Failed\nparcel of Jane")],
  ["a line that looks like a place in a program", new Error("Failed\n    at Jane (/secret.ts:1:1)")],
  ["what cannot be parsed", parse('Hello "Jane" where is my parcel')],
  ["a relay's words", new DeliveryDelayed("451 parcel of Jane", { cause: relay })],
  ["a relay's words, bare", relay],
  ["a row's values", database],
  ["a cause", new Error("Failed", { cause: new Error("See: Jane") })],
  ["several", new AggregateError([new Error("See: Jane"), relay], "Failed")],
  ["a field of its own", Object.assign(new Error("Failed"), { user: "Jane", code: "E JANE SECRET" })],
  ["a name of its own", Object.assign(new Error("Failed"), { name: "Error: Jane" })],
];

test.each(quotingErrors)("%s is not described", (_what, error) => {
  expect(JSON.stringify(describeError(error))).not.toMatch(personal);
});

test.each(["jane@customer.test", { email: "jane@customer.test" }, null, undefined, 7])(
  "does not describe %j, which is no error",
  (thrown) => {
    expect(describeError(thrown)).toEqual({ type: typeof thrown });
  },
);

test("describes kind, code, place and technical message", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
    code: "ECONNREFUSED",
    syscall: "connect",
    address: "127.0.0.1",
    port: 5432,
  });
  expect(describeError(refused)).toMatchObject({
    type: "Error",
    message: "connect ECONNREFUSED 127.0.0.1:5432",
    code: "ECONNREFUSED",
    syscall: "connect",
    address: "127.0.0.1",
    port: 5432,
  });
  expect(describeError(database)).toMatchObject({
    code: "23505",
    constraint: "customers_email",
    table: "customers",
    severity: "ERROR",
  });
  expect(describeError(relay)).toMatchObject({ responseCode: 550, code: "EENVELOPE" });
  expect(describeError(new DeliveryDelayed("451 later"))).toMatchObject({ type: "DeliveryDelayed" });
  const { message, stack } = describeError(new TypeError("Cannot read properties of undefined (reading 'id')"));
  expect(message).toBe("Cannot read properties of undefined (reading '…')");
  expect(stack?.[0]).toContain("describe-error.test.ts");
  expect(describeError(new Error("Connection terminated unexpectedly")).message).toBe(
    "Connection terminated unexpectedly",
  );
});

test("limits an endless chain of causes", () => {
  const error = new Error("one");
  error.cause = error;
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
});
