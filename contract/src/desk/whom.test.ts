import { expect, test } from "vitest";
import { answerToNewCustomer, broughtIn, recipientsOfAnswer } from "./whom.ts";

test("an answer that reaches a ticket's new customer at another address is not sent to them twice", () => {
  const message = {
    recipients: [],
    answersTo: { email: "cora@work.example", name: "Cora" },
    passedOn: null,
    audience: "customer" as const,
    isDoubted: false,
    addedAt: "2026-03-02T10:00:00.000Z",
  };
  const ticket = {
    customer: { email: "cora@home.example", name: "Cora" },
    customerChangedAt: "2026-03-02T11:00:00.000Z",
  };
  const answered = (...customerAddresses: string[]) =>
    answerToNewCustomer(message, "reply", { ...ticket, customerAddresses }, () => false)?.to.map(({ email }) => email);
  expect(answered("cora@home.example")).toEqual(["cora@home.example"]);
  expect(answered("cora@home.example", "cora@work.example")).toBeUndefined();
});

test("an address that cannot get mail keeps nobody else from being answered", () => {
  const cc = ["b@c", "cleo@x.example", "dan@10.0.0.1"];
  const message = {
    answersTo: { email: "ana@x.example", name: null },
    passedOn: null,
    audience: "customer" as const,
    isDoubted: false,
    recipients: cc.map((email) => ({
      kind: "cc" as const,
      email,
      name: null,
      isOurs: false,
      deliveryState: null,
      deliveryError: null,
      heldUntil: null,
    })),
  };
  expect(recipientsOfAnswer(message, "reply-all")).toEqual({
    to: [{ email: "ana@x.example", name: null }],
    cc: [{ email: "cleo@x.example", name: null }],
    bcc: [],
  });
});

test("an address that is only in Reply-To joins the conversation once the store writes to it", () => {
  const ana = { authorEmail: "ana@x.example", isFromCustomer: true, isUnverified: false };
  const asking = {
    ...ana,
    answersTo: { email: "ana@evil.example", name: "Ana" },
    recipients: [
      { email: "bo@x.example", kind: "cc" as const },
      { email: "eve@evil.example", kind: "reply-to" as const },
    ],
  };
  expect([...broughtIn([asking], ["ana@x.example"])]).toEqual(["ana@x.example", "bo@x.example"]);
  const ours = {
    authorEmail: null,
    answersTo: null,
    isFromCustomer: false,
    isUnverified: false,
    recipients: [{ email: "ana@evil.example", kind: "to" as const }],
  };
  expect(broughtIn([asking, ours], ["ana@x.example"]).has("ana@evil.example")).toBe(true);
});
