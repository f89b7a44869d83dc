import { describe, expect, test } from "vitest";
import { judgeTrusted, readAuthResults } from "../authenticate/auth-results.ts";
import { readHeadFields } from "../parse/read-headers.ts";
import { mailgunCheck, postmarkCheck, sendgridCheck } from "./provider-check.ts";

const ann = "ann@customer.example";
const eve = "eve@evil.example";
/** What Mailgun and Postmark put above a mail: their trace, with the sender's own header below. */
const arrived = "Received: from mail.evil.example by mx.provider.example; now";

/** The final verdict, for a mail from customer.example. */
function judged(check: string): string {
  return judgeTrusted(readAuthResults(check), "customer.example")?.check ?? "none";
}

function head(...lines: string[]) {
  return readHeadFields(Buffer.from([...lines, `From: Ann <${ann}>`, "", "Hello"].join("\r\n")));
}

describe("Mailgun", () => {
  const spf = (word: string) => `X-Mailgun-Spf: ${word}`;
  const dkim = (word: string) => `X-Mailgun-Dkim-Check-Result: ${word}`;
  test.each<[what: string, sender: string, lines: string[], form: Record<string, string>, check: string]>([
    ["passes the sender", ann, [spf("Pass"), arrived], {}, "pass"],
    ["passes the sender of a bounce address", "bounce+1@mail.customer.example", [spf("Pass"), arrived], {}, "pass"],
    ["passes the sender in its form", ann, [arrived], { "X-Mailgun-Spf": "Pass" }, "pass"],
    ["passes somebody else's sender", eve, [spf("Pass"), arrived], {}, "none"],
    ["passes somebody else's sender and signature", eve, [spf("Pass"), dkim("Pass"), arrived], {}, "none"],
    ["passes a signature without saying whose", ann, [dkim("Pass"), spf("Neutral"), arrived], {}, "none"],
    ["refuses the sender", ann, [spf("Fail"), arrived], {}, "fail"],
    ["refuses the sender softly, in its form", ann, [arrived], { "X-Mailgun-Spf": "SoftFail" }, "fail"],
    ["refuses the sender, below its trace", ann, [arrived, spf("Fail")], {}, "fail"],
    ["refuses the signature", eve, [spf("Pass"), dkim("Fail"), arrived], {}, "fail"],
    ["refuses the signature of a sender that it passes", ann, [spf("Pass"), dkim("Fail"), arrived], {}, "pass"],
    ["has no opinion", ann, [spf("Neutral"), arrived], {}, "none"],
    ["says nothing", ann, [arrived], {}, "none"],
    ["says nothing, but the mail itself", ann, [arrived, spf("Pass")], {}, "none"],
    ["repeats the mail's own field", ann, [arrived, spf("Pass")], { "X-Mailgun-Spf": "Pass" }, "none"],
    ["contradicts the mail", ann, [arrived, spf("Pass")], { "X-Mailgun-Spf": "Fail" }, "fail"],
    [
      "adds results of its own",
      eve,
      ["Authentication-Results: mx.mailgun.example; dmarc=pass header.from=customer.example", arrived],
      {},
      "pass",
    ],
    [
      "adds none, but the mail itself",
      eve,
      [arrived, "Authentication-Results: mx.mailgun.example; dmarc=pass"],
      {},
      "none",
    ],
  ])("%s", (_, sender, lines, form, check) => {
    expect(judged(mailgunCheck(head(...lines), (name) => form[name], sender))).toBe(check);
  });
});

describe("Postmark", () => {
  const internal = "Received: by inbound.postmarkapp.example (Postfix, from userid 996) id 1; now";
  const spf = (word: string, sender = ann) =>
    `Received-SPF: ${word} (words: spf=pass) identity=mailfrom; client-ip=192.0.2.1; envelope-from="${sender}"`;
  const tests = (words: string) => `X-Spam-Tests: ${words}`;
  test.each<[what: string, lines: string[], check: string]>([
    ["passes the sender", [internal, spf("pass"), arrived], "pass"],
    ["passes the sender, without a trace", [spf("Pass")], "pass"],
    ["passes somebody else's sender", [internal, spf("Pass", eve), arrived], "none"],
    ["passes the author's signature", [tests("DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU"), arrived], "pass"],
    ["passes somebody else's signature", [tests("DKIM_SIGNED,DKIM_VALID"), arrived], "none"],
    ["refuses the signature", [tests("DKIM_SIGNED,DKIM_INVALID"), arrived], "fail"],
    ["refuses the sender", [internal, spf("Softfail"), arrived], "fail"],
    ["refuses the sender, whatever the mail says", [spf("Fail"), spf("Pass")], "fail"],
    ["has no opinion", [spf("None")], "none"],
    ["says nothing, but the mail itself", [internal, arrived, spf("Pass"), tests("DKIM_VALID_AU")], "none"],
    ["may have written one of two fields", [spf("Pass"), spf("Pass")], "none"],
  ])("%s", (_, lines, check) => {
    expect(judged(postmarkCheck(head(...lines)))).toBe(check);
  });
});

describe("SendGrid", () => {
  test.each<[what: string, sender: string, form: Record<string, string>, check: string]>([
    ["passes the sender", ann, { SPF: "pass" }, "pass"],
    ["passes somebody else's sender", eve, { SPF: "pass", dkim: "{@evil.example : pass}" }, "none"],
    ["passes a signature", eve, { SPF: "pass", dkim: "{@evil.example : pass, @customer.example : pass}" }, "pass"],
    ["passes a signature, as JSON", eve, { dkim: '{"@customer.example":"pass"}' }, "pass"],
    ["refuses a signature", eve, { SPF: "pass", dkim: "{@customer.example : fail}" }, "fail"],
    ["refuses somebody else's signature", ann, { SPF: "neutral", dkim: "{@evil.example : fail}" }, "none"],
    ["refuses the sender", ann, { SPF: "softfail", dkim: "none" }, "fail"],
    ["says nothing", ann, {}, "none"],
    ["is given an odd sender", 'ann@customer.example"; dmarc=pass (', { SPF: "fail" }, "fail"],
  ])("%s", (_, sender, form, check) => {
    expect(judged(sendgridCheck((name) => form[name], sender))).toBe(check);
  });
});
