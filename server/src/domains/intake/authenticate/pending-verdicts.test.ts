import { expect, test } from "vitest";
import type { SenderVerdict } from "./judge-sender.ts";
import { PendingVerdicts } from "./pending-verdicts.ts";
import type { ReceivedMail } from "./sender-checks.ts";
import type { LookupOptions } from "./sender-lookup.ts";

const pass: SenderVerdict = { check: "pass", reason: "It is signed." };
const mailNamed = (id: string, waitedMs = 0) => ({ id, store: "a", waitedMs });

function mailOf(from: string | null): ReceivedMail {
  const door = { envelopeFrom: from, remoteHost: null, helo: null, providerCheck: null };
  return { raw: new Uint8Array(), head: { fields: [], isPlain: true }, from, ...door };
}
const mail = mailOf("ann@customer.example");

/** Fakes checks that wait until they are released, and records which began and with how much time. */
function slowChecks() {
  const begun: LookupOptions[] = [];
  const ends: ((verdict: SenderVerdict) => void)[] = [];
  return {
    begun,
    judge: (_: ReceivedMail, look: LookupOptions = {}) =>
      new Promise<SenderVerdict>((resolve) => {
        begun.push(look);
        look.onWait?.();
        ends.push(resolve);
      }),
    endOne: () => ends.shift()?.(pass),
  };
}

test("returns a verdict at once if it is known at once", async () => {
  const judge = new PendingVerdicts({ judge: async () => pass }, { patienceMs: 60_000 });
  expect(await judge.judge(mailNamed("1"), mail)).toEqual(pass);
  expect(judge.waiting).toBe(0);
});

test("puts a mail off whose verdict takes long, and returns it when the mail comes again", async () => {
  const checks = slowChecks();
  const judge = new PendingVerdicts(checks, { patienceMs: 5 });
  expect(await judge.judge(mailNamed("1"), mail)).toBe("waiting");
  expect(await judge.judge(mailNamed("1"), mail)).toBe("waiting");
  expect(judge.isWaiting("1")).toBe(true);
  const verdict = judge.verdictOn("1");
  checks.endOne();
  expect(await verdict).toEqual(pass);
  expect(judge.isWaiting("1")).toBe(false);
  expect(await judge.judge(mailNamed("1"), mail)).toEqual(pass);
  expect(checks.begun).toHaveLength(1);
  expect(judge.verdictOn("1")).toBeUndefined();
});

test("counts the time that a mail has waited, across processes", async () => {
  const checks = slowChecks();
  const judge = new PendingVerdicts(checks, { patienceMs: 5, limitMs: 45_000 });
  await judge.judge(mailNamed("new"), mail);
  await judge.judge(mailNamed("older", 40_000), mail);
  await judge.judge(mailNamed("over", 100_000), mail);
  expect(checks.begun.map(({ leftMs }) => leftMs)).toEqual([45_000, 5_000, 1_500]);
});

test("lets thousands wait, forgets none, and frees each one's place at once", async () => {
  const checks = slowChecks();
  // Nothing waits for these.
  const judge = new PendingVerdicts(checks, { patienceMs: 3_600_000 });
  const patient = Array.from({ length: 16 }, (_, at) => judge.judge(mailNamed(`p${at}`), mail));
  for (let at = 0; at < 3_000; at += 1) expect(await judge.judge(mailNamed(`m${at}`), mail)).toBe("waiting");
  expect(judge.waiting).toBe(3_016);
  for (let at = 0; at < 3_016; at += 1) checks.endOne();
  expect(await Promise.all(patient)).toEqual(patient.map(() => pass));
  for (const at of [0, 1_500, 2_999]) expect(await judge.judge(mailNamed(`m${at}`), mail)).toEqual(pass);
  expect(checks.begun).toHaveLength(3_016);
});

test("bounds what waiting mails hold: a mail without a place waits for one, and then continues in doubt", async () => {
  const judge = new PendingVerdicts(slowChecks(), { patienceMs: 5, limitMs: 45_000 });
  const large = { ...mail, raw: new Uint8Array(250_000) };
  const verdicts = await Promise.all(Array.from({ length: 300 }, (_, at) => judge.judge(mailNamed(`m${at}`), large)));
  expect(verdicts.filter((verdict) => verdict === "waiting")).toHaveLength(256);
  expect(verdicts.filter((verdict) => verdict === "full")).toHaveLength(44);
  expect(await judge.judge(mailNamed("late", 45_000), large)).toMatchObject({ check: "none", isCrowdedOut: true });
  judge.forget("m0");
  expect(await judge.judge(mailNamed("next"), large)).toBe("waiting");
  const files = new PendingVerdicts(slowChecks(), { patienceMs: 5 });
  const file = { ...mail, raw: "/a/file" };
  const ofFiles = await Promise.all(Array.from({ length: 70 }, (_, at) => files.judge(mailNamed(`f${at}`), file)));
  expect(ofFiles.filter((verdict) => verdict === "full")).toHaveLength(6);
});

test("reports a failed check to the caller and then begins a new one", async () => {
  const answers = [Promise.reject(new Error("A fault")), Promise.resolve(pass)];
  const judge = new PendingVerdicts({ judge: async () => (await answers.shift()) ?? pass }, { patienceMs: 60_000 });
  await expect(judge.judge(mailNamed("1"), mail)).rejects.toThrow("A fault");
  expect(await judge.judge(mailNamed("1"), mail)).toEqual(pass);
});
