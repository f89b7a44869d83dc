import { expect, test } from "vitest";
import type { SenderVerdict } from "./judge-sender.ts";
import type { ReceivedMail } from "./sender-checks.ts";
import { SenderJudge } from "./sender-judge.ts";

const pass: SenderVerdict = { check: "pass", reason: "It is signed." };

function mailOf(from: string | null): ReceivedMail {
  const door = { envelopeFrom: from, remoteHost: null, helo: null, providerCheck: null };
  return { raw: new Uint8Array(), start: new Uint8Array(), from, ...door };
}

/** Checks that wait until they are let go; it knows who has begun. */
function slowChecks() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    judge: ({ from }: ReceivedMail) =>
      new Promise<SenderVerdict>((resolve) => {
        begun.push(from ?? "");
        ends.push(() => resolve(pass));
      }),
    endOne: () => ends.shift()?.(),
  };
}

test("a verdict that is there at once is given at once", async () => {
  const judge = new SenderJudge({ judge: async () => pass }, { patienceMs: 60_000 });
  expect(await judge.judge("1", mailOf("ann@customer.example"))).toEqual(pass);
});

test("a mail whose verdict takes long is put off, and has it when it comes again", async () => {
  const checks = slowChecks();
  const judge = new SenderJudge(checks, { patienceMs: 5 });
  const mail = mailOf("ann@customer.example");
  expect(await judge.judge("1", mail)).toBeNull();
  expect(await judge.judge("1", mail)).toBeNull();
  const reading = judge.stillReading("1");
  checks.endOne();
  expect(await reading).toEqual(pass);
  expect(await judge.judge("1", mail)).toEqual(pass);
  expect(checks.begun).toHaveLength(1);
  expect(judge.stillReading("1")).toBeUndefined();
});

test("beyond the limit nothing is known of it", async () => {
  const judge = new SenderJudge(slowChecks(), { patienceMs: 5, limitMs: 0 });
  expect(await judge.judge("1", mailOf("ann@customer.example"))).toMatchObject({ check: "none" });
});

test("a flood of one organisation's slow mails, whatever their subdomains, leaves room for others'", async () => {
  const checks = slowChecks();
  const judge = new SenderJudge(checks, { patienceMs: 5 });
  const flood = Array.from({ length: 40 }, (_, at) => judge.judge(`f${at}`, mailOf(`x@s${at}.slow.example`)));
  expect(new Set(await Promise.all(flood))).toEqual(new Set([null]));
  expect(checks.begun).toHaveLength(4);
  await judge.judge("other", mailOf("ann@customer.example"));
  expect(checks.begun.at(-1)).toBe("ann@customer.example");
});
