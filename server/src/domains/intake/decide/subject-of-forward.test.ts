import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk, type TestMail } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { reply } from "../../../testing/test-desk.ts";
import { addColleague, newAddress, type Person } from "../../../testing/test-people.ts";

const staff = "kim@kollege.example";
const index = "AQHb9piJBsCGD1GVoU+wxkNV9ElnybQ1RAuA";
const ownWords = "idiot of the week";

let desk: Desk;
let agent: Person;
let at: MailAtDesk;
beforeAll(async () => {
  desk = await openDesk();
  const store = await desk.makeTenant({ staff: [staff] });
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

const plain = "Content-Type: text/plain; charset=utf-8";

function enclosing(...head: string[]): TestMail {
  const lines = [
    "--b",
    plain,
    "",
    "ha",
    "--b",
    "Content-Type: message/rfc822",
    "",
    ...head,
    plain,
    "",
    "It is cracked.",
  ];
  return {
    headers: ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"],
    text: [...lines, "--b--", ""].join("\r\n"),
  };
}

function inline(mark: string, ...head: string[]): TestMail {
  return { text: ["Not me.", "", mark, ...head, "", "It is cracked."].join("\r\n") };
}

const gmail = "---------- Forwarded message ---------";
const date = "Date: Mon, Nov 30, 2026 at 6:00 PM";
const to = `To: <${staff}>`;

const forwards: [string, TestMail, string][] = [
  ["an enclosed mail", enclosing("From: Vera <NAME>", "Subject: My vase"), "My vase"],
  [
    "an enclosed mail with an encoded subject",
    enclosing("From: <NAME>", "Subject: =?utf-8?Q?Gr=C3=B6=C3=9Fe?="),
    "Größe",
  ],
  ["an enclosed mail with the subject on two lines", enclosing("From: <NAME>", "Subject: My", " vase"), "My vase"],
  ["an enclosed mail without a subject", enclosing("From: <NAME>"), "No Subject"],
  ["Gmail's header", inline(gmail, "From: Uma <NAME>", date, "Subject: Where is it?", to), "Where is it?"],
  [
    "Outlook's header",
    inline("", "Von: Dora <NAME>", "Gesendet: Montag, 30. November 2026 18:00", "An: Kim", "Betreff: AW: Frage"),
    "Frage",
  ],
  [
    "Apple's header",
    inline("Begin forwarded message:", "", "> From: Ella <NAME>", "> Subject: Question", `> ${date}`, `> ${to}`, ">"),
    "Question",
  ],
  [
    "a header in HTML with the text right below",
    {
      headers: ["MIME-Version: 1.0", "Content-Type: text/html; charset=utf-8"],
      text: `<div>Not me.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Sam &lt;NAME&gt;<br><b>Sent:</b> Monday, November 30, 2026 6:00 PM<br><b>To:</b> Kim &lt;${staff}&gt;<br><b>Subject:</b> Rug</div><div>It is cracked.</div><div>Where is mine?</div>`,
    },
    "Rug",
  ],
  ["a header without a subject", inline(gmail, "From: Uma <NAME>", date, to), "No Subject"],
  [
    "the mail of a contact form",
    inline(gmail, "From: Shop <noreply@form.example>", date, "Subject: New entry", to, "", "Email: NAME"),
    "New entry",
  ],
  [
    "a writer whom Reply-To names",
    { ...inline(gmail, "From: <NAME>", date, "Subject: A lamp", to), headers: ["Reply-To: NAME"] },
    "A lamp",
  ],
];

test.each(forwards)("answers %s under its own subject, not the colleague's", async (_, mail, subject) => {
  const customer = newAddress("customer");
  const named = (text: string) => text.replaceAll("NAME", customer);
  const outlook = [`Thread-Index: ${index}`, `Thread-Topic: ${ownWords}`];
  const { ticket_id } = await at.send({
    from: staff,
    subject: `Fwd: ${ownWords}`,
    text: named(mail.text ?? ""),
    headers: [...(mail.headers ?? []).map(named), ...outlook],
  });
  const id = ticket_id ?? "";
  const ticket = await agent.api.tickets.get({ id });
  expect(ticket).toMatchObject({ subject, customer: { email: customer } });
  await reply(agent, id);
  const sent = await takeMail(desk, customer);
  expect(sent.subject).toContain(`Re: ${subject} [Ticket:`);
  expect(JSON.stringify(sent)).not.toContain(ownWords);
  const { items } = await agent.api.tickets.activity({ id });
  expect(items).toContainEqual(expect.objectContaining({ from: ownWords, to: subject, kind: "subject_changed" }));
});
