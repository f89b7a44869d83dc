import { randomBytes } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { rawMailUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { chunkSize } from "../../../platform/storage/chunks.ts";
import { addOutgoing } from "../../../testing/isolation/fill-mail-log.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, type Person, signUp } from "../../../testing/test-people.ts";
import { mailKey, queueAccountMail, readProbeMarks } from "../../outgoing/index.ts";

let desk: Desk;
let owner: Person;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(async () => {
  owner = await signUp(desk);
});
afterAll(() => desk.stop());

async function takeIn(raw: Buffer | string): Promise<string> {
  const entries = await desk.takeIn({ envelopeFrom: "a@b.example", recipients: [owner.supportEmail], raw });
  return entries.get(owner.tenantId) ?? "";
}

const read = (id: string) => owner.api.mail.raw({ id });

async function download(id: string): Promise<{ bytes: Buffer; headers: Headers }> {
  const answer = await owner.send(rawMailUrl(id));
  expect(answer.status).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

describe("a mail that came", () => {
  test.each<[string, Buffer | string]>([
    ["with HTML and scripts", mailOf({ headers: ["Content-Type: text/html"], text: "<script>alert(1)</script>" })],
    ["with controls and marks that turn the direction", mailOf({ text: "\u202etxt.exe \u0007\u001b[31m" })],
    ["of bytes that are no text", Buffer.concat([Buffer.from(mailOf({})), randomBytes(2_000)])],
    ["in lines of the wrong kind", "From: a@b.example\nSubject: Hi\n\nHello\rthere\n"],
  ])("%s is downloaded byte by byte, and only ever as a file", async (_, raw) => {
    const id = await takeIn(raw);
    const { bytes, headers } = await download(id);
    expect(bytes.equals(Buffer.from(raw))).toBe(true);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''mail-${id}.eml`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    const shown = await read(id);
    expect(shown).toEqual({ text: bytes.toString("utf8"), isCut: false, isMadeAgain: false, isLinkWithheld: false });
  });

  test("is shown up to a limit, and never a half character", async () => {
    const raw = `${mailOf({ text: "" })}${"é".repeat(limits.rawMailShownBytes)}`;
    const id = await takeIn(raw);
    const { text, isCut } = await read(id);
    expect(isCut).toBe(true);
    expect(raw.startsWith(text)).toBe(true);
    expect(Buffer.byteLength(text)).toBeGreaterThan(limits.rawMailShownBytes - 3);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.rawMailShownBytes);
    expect((await download(id)).bytes.equals(Buffer.from(raw))).toBe(true);
  });

  const token = randomBytes(32).toString("base64url");
  const broken = token.replace(/^(.{7})/, "$1=\r\n");
  test.each([
    ["as it is", `https://desk.test/reset-password#${token}`],
    ["in quoted-printable", `https://desk.test/reset-pass=\r\nword=23${broken}`],
    ["quoted in HTML", `<a href=3D"https://desk.test/invitation#${broken}">`],
    ["within another address", `https://safe.example/?url=https%3A%2F%2Fdesk.test%2Fconfirm%23${token}`],
    ["across what is read together", `${"x".repeat(chunkSize - 250)}\r\nhttps://desk.test/change-email#${token}`],
    [
      "at the end of what is shown",
      `${"x".repeat(limits.rawMailShownBytes - 400)}\r\nhttps://desk.test/confirm#${token}`,
    ],
  ])("that returns a link of ours %s shows no link, and becomes no ticket", async (_, link) => {
    const id = await takeIn(mailOf({ headers: ["Auto-Submitted: auto-replied"], text: `Returned:\r\n${link}\r\nEnd` }));
    const { text } = await read(id);
    const { bytes } = await download(id);
    for (const shown of [text, bytes.toString("latin1")]) {
      expect(shown.replaceAll("=\r\n", "")).not.toContain(token.slice(-12));
      expect(shown.replaceAll("=\r\n", "")).not.toContain(token.slice(0, 12));
    }
    expect(bytes.toString("latin1")).toContain("*".repeat(30));
    expect(bytes.toString("latin1")).toMatch(/\r\nEnd$/);
    await expect(owner.api.mail.makeTicket({ id })).rejects.toMatchObject({ code: "mail_holds_link" });
  });

  test("that only speaks of such pages is left as it is", async () => {
    const text = "See https://desk.test/confirm#top and https://shop.example/reset-password?id=1 or /invitation#short";
    const id = await takeIn(mailOf({ text, headers: ["Auto-Submitted: auto-replied"] }));
    expect(await read(id)).toMatchObject({ text: expect.stringContaining(text), isLinkWithheld: false });
    expect((await owner.api.mail.makeTicket({ id })).state).toBe("received");
  });
});

describe("a mail that goes out", () => {
  test("is shown as it would be sent now, with its files in the download, and without a signature", async () => {
    const ticket = await makeTicket(desk, owner);
    const answer = await reply(owner, ticket.id, { content: "It is on its way, Žofie." });
    const { items } = await owner.api.mail.log({ direction: "out" });
    const { id = "", ticket: onTicket } = items[0] ?? {};
    expect(onTicket?.id).toBe(ticket.id);
    const { text, ...flags } = await read(id);
    expect(flags).toEqual({ isCut: false, isMadeAgain: true, isLinkWithheld: false });
    expect(text).toContain("To: jane@customer.test\r\n");
    expect(text).toMatch(/It is on its way/);
    expect(text).not.toMatch(/dkim-signature/i);
    expect(answer.id).toBeTruthy();
    const { bytes, headers } = await download(id);
    expect(bytes.toString()).toContain("To: jane@customer.test\r\n");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test.each(["confirmation", "password_reset", "invitation", "change_email"] as const)(
    "of the kind %s never shows its link, nor what seals it",
    async (kind) => {
      const token = randomBytes(32).toString("base64url");
      await desk.db.withTenant(owner.tenantId, (tx) =>
        queueAccountMail(tx, desk.services, {
          ...{
            kind,
            to: "bob@store.example",
            url: "https://desk.test/reset-password",
            token,
            storeName: "李小龙 Store",
          },
          ...{ inviterName: "Ann", asked: { at: new Date().toISOString(), device: "Firefox", ip: null } },
        }),
      );
      const { items } = await owner.api.mail.log({ search: "bob@store.example" });
      expect(items.map((item) => item.kind)).toEqual([kind]);
      const { id = "" } = items[0] ?? {};
      const shown = await read(id);
      expect(shown).toMatchObject({ isMadeAgain: true, isLinkWithheld: true });
      const everything = [
        shown.text,
        (await download(id)).bytes.toString(),
        JSON.stringify(await owner.api.mail.entry({ id })),
      ];
      const [row] = await desk.asOwner<{ sealed: string }>(
        "select details ->> 'sealedToken' as sealed from outgoing_mails where id = $1",
        [id],
        owner.tenantId,
      );
      for (const each of everything) {
        const plain = each.replaceAll("=\r\n", "");
        expect(plain).not.toContain(token.slice(0, 20));
        expect(plain).not.toContain(row?.sealed.slice(0, 20));
      }
      expect(shown.text.replaceAll("=\r\n", "")).toContain("reset-password#link-withheld");
    },
  );
});

test.each(["forwarding_test", "address_check"] as const)(
  "a %s that goes out shows neither its mark nor its link, and is not sent again",
  async (kind) => {
    const [id, probeId] = [newId(), newId()];
    const details = { probeId };
    await addOutgoing(desk, owner, { id, kind, to: "help@shop.example", details, error: "No such mailbox" });
    const key = mailKey(desk.services.settings.secret);
    const { text, isLinkWithheld } = await read(id);
    expect(isLinkWithheld).toBe(true);
    const everything = `${text}${(await download(id)).bytes}${JSON.stringify(await owner.api.mail.entry({ id }))}`;
    expect(readProbeMarks(key, everything.replace(/=\r\n/g, ""))).toEqual([]);
    expect(everything.replace(/=\r\n/g, "")).not.toMatch(/confirm=(?!3Dwithheld|withheld)/);
    expect((await owner.api.mail.entry({ id })).actions).toEqual([]);
    await expect(owner.api.mail.tryAgain({ id })).rejects.toMatchObject({ code: "mail_not_repeatable" });
  },
);

test("who may not read the log reads no mail of it, and a store none of another", async () => {
  const id = await takeIn(mailOf({}));
  const out = await addOutgoing(desk, owner, {
    ...{ kind: "account_notice", to: `a@${testMailDomain}` },
    details: { url: "http://desk.test", storeName: "Store" },
  });
  const [agent, other] = [await addColleague(desk, owner, "agent"), await signUp(desk)];
  for (const each of [id, out]) {
    await expect(agent.api.mail.raw({ id: each })).rejects.toMatchObject({ code: "not_allowed" });
    await expect(other.api.mail.raw({ id: each })).rejects.toMatchObject({ code: "mail_log_entry_not_found" });
    expect((await other.send(rawMailUrl(each))).status).toBe(404);
  }
  await expect(read(newId())).rejects.toMatchObject({ code: "mail_log_entry_not_found" });
});
