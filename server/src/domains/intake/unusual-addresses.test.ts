import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { customerExportUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openSmtpSink, type SmtpSink } from "../../testing/smtp-sink.ts";
import { until } from "../../testing/take-mail.ts";
import { reply } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

// Takes unusual real addresses the whole way: in by SMTP, to a ticket, and back by SMTP.

let sink: SmtpSink;
let app: Desk;
let owner: Person;
beforeAll(async () => {
  sink = await openSmtpSink();
  app = await openDesk({
    roles: ["web", "smtp", "worker"],
    smtpUrl: sink.url,
    metrics: { host: "127.0.0.1", port: 0 },
  });
  owner = await newOwner(app);
});
afterAll(async () => {
  await app.stop();
  await sink.close();
});

async function answerOf(socket: Socket, line?: string): Promise<string> {
  let text = "";
  if (line !== undefined) socket.write(line);
  while (!/^\d{3} .*\r\n$/m.test(text)) text += String((await once(socket, "data"))[0]);
  return text;
}

/** Sends SMTP commands one after the other and returns the replies. */
async function dialogue(...lines: string[]): Promise<string[]> {
  const socket = connect(app.smtpPort ?? 0, "127.0.0.1");
  await answerOf(socket);
  const answers: string[] = [];
  for (const line of ["EHLO client.example", ...lines]) answers.push(await answerOf(socket, `${line}\r\n`));
  socket.destroy();
  return answers.slice(1);
}

let count = 0;
/** Sends a mail by SMTP and waits until it is processed. */
async function bring(envelopeFrom: string, from: string) {
  const subject = `Lamp ${++count}`;
  const head = [
    `From: ${from}`,
    `To: ${owner.supportEmail}`,
    `Subject: ${subject}`,
    `Message-ID: <${count}@x.example>`,
  ];
  const content = [...head, "", "The lamp flickers.", "."].join("\r\n");
  const answers = await dialogue(`MAIL FROM:<${envelopeFrom}>`, `RCPT TO:<${owner.supportEmail}>`, "DATA", content);
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(["250", "250", "354", "250"]);
  return until(async () => {
    const sql = `select m.state, m.envelope_from, m.from_email, m.ticket_id, c.email as customer, c.name from mail_log m
      left join support_tickets t on t.id = m.ticket_id left join customers c on c.id = t.customer_id
      where m.subject = $1 and m.state <> 'received'`;
    type Row = {
      state: string;
      envelope_from: string;
      from_email: string;
      ticket_id: string;
      customer: string;
      name: string;
    };
    return (await app.asOwner<Row>(sql, [subject], owner.tenantId))[0];
  });
}

describe("answers a mail at the address that it came from", () => {
  test.each([
    ["kim..x@docomo.example", "Kim <kim..x@docomo.example>", "kim..x@docomo.example", '"kim..x"@docomo.example'],
    [".kim@docomo.example", "Kim <.kim@docomo.example>", ".kim@docomo.example", '".kim"@docomo.example'],
    ["kim.@docomo.example", "Kim <kim.@docomo.example>", "kim.@docomo.example", '"kim."@docomo.example'],
    ['"lea.."@docomo.example', 'Kim <"lea.."@docomo.example>', "lea..@docomo.example", '"lea.."@docomo.example'],
    ['"kim.x"@d.example', 'Kim <"kim.x"@d.example>', "kim.x@d.example", "kim.x@d.example"],
    ['"a b"@d.example', 'Kim <"a b"@d.example>', '"a b"@d.example', '"a b"@d.example'],
    ['"a@b"@d.example', 'Kim <"a@b"@d.example>', '"a@b"@d.example', '"a@b"@d.example'],
    [
      String.raw`"a\"b"@d.example`,
      String.raw`Kim <"a\"b"@d.example>`,
      String.raw`"a\"b"@d.example`,
      String.raw`"a\"b"@d.example`,
    ],
    ["kim@my_shop.example", "Kim <kim@my_shop.example>", "kim@my_shop.example", "kim@my_shop.example"],
    ["kim@b\u00FCro.example", "Kim <kim@b\u00FCro.example>", "kim@xn--bro-hoa.example", "kim@xn--bro-hoa.example"],
    [
      "prvs=12ab34cd=mia..@docomo.example",
      "Kim <mia..@docomo.example>",
      "mia..@docomo.example",
      '"mia.."@docomo.example',
    ],
    [
      '"SRS0=Xy12=AB=docomo.example=zoe."@fwd.example',
      "Kim <zoe.@docomo.example>",
      "zoe.@docomo.example",
      '"zoe."@docomo.example',
    ],
  ])("%s, %s", async (envelopeFrom, from, kept, sent) => {
    const entry = await bring(envelopeFrom, from);
    expect(entry).toMatchObject({ state: "ticket_created", from_email: kept, customer: kept, name: "Kim" });
    const before = sink.mails.length;
    await reply(owner, entry.ticket_id);
    await until(async () => sink.mails.length > before);
    expect(sink.commands.findLast((line) => line.startsWith("RCPT"))).toBe(`RCPT TO:<${sent}>`);
    expect(/^To: (?:[^<]*<)?(.*?)>?\r$/m.exec(sink.mails.at(-1)?.raw.toString() ?? "")?.[1]).toBe(sent);
  });

  test("treats two spellings as one customer", async () => {
    const [one, other] = [
      await bring("x@d.example", '"Uma..q"@D.example'),
      await bring("x@d.example", "uma..q@d.example"),
    ];
    expect(other.customer).toBe(one.customer);
    const found = await owner.api.customers.list({ search: "uma..q" });
    expect(found.items.map(({ email }) => email)).toEqual(["uma..q@d.example"]);
  });

  test("takes the envelope's sender if the header names nobody", async () => {
    expect(await bring('"ida.."@docomo.example', "Ida")).toMatchObject({ customer: "ida..@docomo.example" });
  });
});

describe("treats a person with such an address like other customers", () => {
  test.each([
    [' "Pia..x"@Docomo.Example ', "pia..x@docomo.example"],
    [".pia@docomo.example", ".pia@docomo.example"],
    ["pia.@my_shop.example", "pia.@my_shop.example"],
    ['"Pia Q"@d.example', '"pia q"@d.example'],
    ["pia@b\u00FCro.example", "pia@xn--bro-hoa.example"],
  ])("adds, finds, exports, mails and blocks: %s", async (typed, kept) => {
    const made = await owner.api.customers.create({ email: typed, name: "Pia", phone: null });
    expect(made.email).toBe(kept);
    expect(await owner.api.customers.create({ email: kept, name: "Pia", phone: null })).toEqual(made);
    const [part = ""] = /\w+[. ]*\w*/.exec(kept) ?? [];
    const found = await owner.api.customers.search({ q: part });
    expect(found.items.map(({ id }) => id)).toContain(made.id);
    const exported = await (await owner.send(customerExportUrl(made.id))).text();
    expect(JSON.parse(exported).customer.email).toBe(kept);
    const ticket = { subject: "Lamp", message: "Hello", customer: { email: typed, name: "Pia" } };
    const { id } = await owner.api.tickets.create({ ...ticket, idempotencyKey: randomUUID() });
    expect((await owner.api.tickets.get({ id })).customer?.id).toBe(made.id);
    const blocked = await owner.api.blockedSenders.add({ sender: typed });
    expect(blocked).toMatchObject({ sender: kept, isDomain: false });
    expect(await bring("x@d.example", `Pia <${typed.trim()}>`)).toMatchObject({ state: "blocked", from_email: kept });
    await owner.api.blockedSenders.remove({ id: blocked.id });
    expect(await bring("x@d.example", `Pia <${typed.trim()}>`)).toMatchObject({ customer: kept });
  });

  test.each([
    "pia",
    "pia@d",
    "pia@192.0.2.1",
    "pia@@d.example",
    "pia @d.example, eve@e.example",
    '"pia<x>"@d.example',
    "Pia <pia@d.example>",
    "pia@d.example\r\nBcc: eve@e.example",
    '"pia\r\nBcc: eve@e.example"@d.example',
  ])("refuses an invalid one: %j", async (email) => {
    const fields = { email: ["Please enter a valid email address"] };
    await expect(owner.api.customers.create({ email, name: null, phone: null })).rejects.toMatchObject({
      data: { fields },
    });
  });
});

describe("accepts the store's address", () => {
  test.each([
    ["in quotes", (address: string) => address.replace(/^(.*)@/, '"$1"@')],
    ["with a route, which is ignored", (address: string) => `@relay.example:${address}`],
    ["with a full stop behind it", (address: string) => `${address}.`],
  ])("%s", async (_, spell) => {
    const [, answer] = await dialogue("MAIL FROM:<kim@d.example>", `RCPT TO:<${spell(owner.supportEmail)}>`);
    expect(answer).toMatch(/^250 /);
  });
});

describe("refuses and counts what is no address", () => {
  test.each([
    "<a<b@d.example>",
    "<a b@d.example>",
    "<a@b@d.example>",
    '<"a>b"@d.example>',
    '<"a@d.example>',
    "<a\0b@d.example>",
    '<"a\0b"@d.example>',
    "<a@d..example>",
    "<a@d.example",
    "a@d.example",
    `<${"a".repeat(400)}@d.example>`,
  ])("%j", async (path) => {
    const [mail, rcpt] = await dialogue(`MAIL FROM:${path}`, `RCPT TO:${path}`);
    expect(mail).toMatch(/^501 /);
    expect(rcpt).toMatch(/^501 /);
  });

  test("ends a command at a line end in a path, and takes the rest for another command", async () => {
    const socket = connect(app.smtpPort ?? 0, "127.0.0.1");
    await answerOf(socket);
    const line = 'EHLO x\r\nMAIL FROM:<"a\r\nRCPT TO:<eve@e.example>"@d.example>\r\nQUIT\r\n';
    socket.write(line);
    let said = "";
    for await (const piece of socket) said += String(piece);
    expect(said.match(/^\d{3}(?= )/gm)?.slice(-3)).toEqual(["501", "501", "221"]);
  });

  test("in the metrics, by command and code", async () => {
    const figure = async () => {
      const text = await (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).text();
      return Number(/^deskhand_smtp_refusals_total\{command="MAIL",code="501"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await figure();
    await dialogue("MAIL FROM:<a b@d.example>", "MAIL FROM:<kim..@d.example>");
    expect(await figure()).toBe(before + 1);
  });
});
