import type { Stage, Trick } from "./trick.ts";

/** What a checking server writes when the customer's domain did not send the mail. */
const failures: Record<string, (domain: string, stage: Stage) => string[]> = {
  Google: (domain) => [
    `Authentication-Results: mx.google.com;\r\n       spf=softfail (google.com: domain of transitioning x@evil.example does not designate 192.0.2.1 as permitted sender) smtp.mailfrom=x@evil.example;\r\n       dmarc=fail (p=NONE sp=NONE dis=NONE) header.from=${domain}`,
  ],
  Microsoft: (domain) => [
    `Authentication-Results: spf=fail (sender IP is 192.0.2.1)\r\n smtp.mailfrom=${domain}; dkim=none (message not signed)\r\n header.d=none;dmarc=fail action=quarantine\r\n header.from=${domain};compauth=fail reason=000`,
  ],
  "in capitals": (domain) => [`AUTHENTICATION-RESULTS: MX.EXAMPLE; DMARC=FAIL HEADER.FROM=${domain.toUpperCase()}`],
  "with blanks and a version": (domain) => [
    `Authentication-Results: mx.example 1 ;\r\n\tdmarc = fail (p=reject) header.from = ${domain}`,
  ],
  "with comments": (domain) => [
    `Authentication-Results: (a) mx.example; (b) dmarc (c) = (d) fail (e) header.from=${domain}`,
  ],
  "with a quoted domain and a dot": (domain) => [
    `Authentication-Results: "mx.example"; dmarc="fail" header.from="${domain}."; spf=none`,
  ],
  "with a version of the method": (domain) => [
    `Authentication-Results: mx.example/1; dmarc/1=fail header.from=${domain}`,
  ],
  "in a second field": (domain) => [
    "Authentication-Results: mx1.example; spf=none smtp.mailfrom=evil.example",
    `Authentication-Results: mx2.example; dmarc=fail header.from=${domain}`,
  ],
  "above the stranger's own pass": (domain) => [
    `Authentication-Results: mx.example; dmarc=fail header.from=${domain}`,
    `Authentication-Results: mx.example; dmarc=pass header.from=${domain}`,
  ],
  "below the stranger's own pass": (domain) => [
    `Authentication-Results: mail.evil.example; dmarc=pass header.from=${domain}`,
    `Authentication-Results: mx.example; dmarc=fail header.from=${domain}`,
  ],
  "beside the stranger's ARC": (domain) => [
    `ARC-Seal: i=1; a=rsa-sha256; cv=none; d=evil.example; s=a; b=AAAA`,
    `ARC-Authentication-Results: i=1; mail.evil.example; dmarc=pass header.from=${domain}`,
    `Authentication-Results: mx.example; arc=pass (i=1); dmarc=fail header.from=${domain}`,
  ],
  "beside a passing SPF of another domain": (domain) => [
    `Authentication-Results: mx.example; spf=pass smtp.mailfrom=evil.example; dkim=pass header.d=evil.example; dmarc=fail header.from=${domain}`,
  ],
};

const forms: Record<string, (stage: Stage) => string> = {
  "a plain From": ({ scene: { victim } }) => `${victim.name} <${victim.email}>`,
  "a bare From in capitals": ({ scene: { victim } }) => victim.email.toUpperCase(),
  "an encoded name": ({ scene: { victim } }) =>
    `=?utf-8?b?${Buffer.from(victim.name).toString("base64")}?= <${victim.email}>`,
};

/** The customer's own address in From, in a mail whose header says that it failed DMARC. */
export const forgedFrom: Trick[] = Object.entries(failures).flatMap(([by, fields]) =>
  Object.entries(forms).map(([form, from]) => ({
    name: `a forged From that failed: ${by}, ${form}`,
    isFailing: true,
    make: (stage: Stage) => ({
      from: [from(stage)],
      fields: fields(stage.scene.victim.email.split("@")[1] ?? "", stage),
      envelopeFrom: stage.stranger.email,
      mayShow: [stage.scene.victim.email],
    }),
  })),
);

const claims: Record<string, (domain: string) => string[]> = {
  "no verdict": () => [],
  "the stranger's own dmarc=pass": (domain) => [
    `Authentication-Results: mx.example; dmarc=pass (p=REJECT) header.from=${domain}`,
  ],
  "the stranger's own ARC": (domain) => [
    "ARC-Seal: i=1; a=rsa-sha256; cv=pass; d=evil.example; s=a; t=1; b=AAAA",
    "ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=evil.example; s=a; h=from; bh=AAAA; b=AAAA",
    `ARC-Authentication-Results: i=1; mx.google.com; dkim=pass header.i=@${domain}; spf=pass; dmarc=pass header.from=${domain}`,
  ],
  "the stranger's own DKIM signature": (domain) => [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=a; h=from:subject; bh=AAAA; b=AAAA`,
  ],
  "the stranger's own Received-SPF": (domain) => [`Received-SPF: pass (mx.example: domain of ${domain} designates it)`],
};

/** The customer's own address in From, with no verdict but the stranger's claim: it may join, but is marked. */
export const unprovenFrom: Trick[] = Object.entries(claims).map(([name, fields]) => ({
  name: `a forged From with ${name}`,
  ends: ["ticket_created", "reply_added"],
  make: ({ scene: { victim } }) => ({
    from: [`${victim.name} <${victim.email}>`],
    fields: fields(victim.email.split("@")[1] ?? ""),
    mayShow: [victim.email],
  }),
}));
