import type { Stage, Trick } from "./trick.ts";

type Part = { type: string; text: string; disposition?: string };

function multipart(stage: Stage, kind: string, parts: readonly Part[]) {
  const boundary = stage.random.hex(16);
  const written = parts.map(
    ({ type, text, disposition }) =>
      `--${boundary}\r\nContent-Type: ${type}\r\n${disposition ? `Content-Disposition: ${disposition}\r\n` : ""}\r\n${text}\r\n`,
  );
  const fields = ["MIME-Version: 1.0", `Content-Type: multipart/${kind}; boundary="${boundary}"`];
  return { fields, body: `${written.join("")}--${boundary}--` };
}

const mailOf = ({ scene: { victim, label } }: Stage) =>
  `From: ${victim.name} <${victim.email}>\r\nTo: help@store.example\r\nSubject: Re: My order [${label}]\r\nReply-To: ${victim.email}\r\n\r\nHello`;

function html(name: string, inner: (victim: string, name: string) => string): Trick {
  return {
    name: `HTML names the customer: ${name}`,
    make: ({ scene: { victim }, stranger, random }) => {
      const robot = `${random.pick(["no-reply", "forms", "contact"])}@${stranger.email.split("@")[1]}`;
      return {
        from: [robot],
        fields: ["MIME-Version: 1.0", "Content-Type: text/html; charset=utf-8"],
        body: `<html><body>${inner(victim.email, victim.name)} <p>${random.hex(12)}</p></body></html>`,
        mayShow: [robot, victim.email],
      };
    },
  };
}

/** The customer's address in enclosed mails, other parts and HTML. */
export const enclosedText: Trick[] = [
  html(
    "a table",
    (email, name) => `<table><tr><th>Name</th><td>${name}</td></tr><tr><th>Email</th><td>${email}</td></tr></table>`,
  ),
  html("a form", (email) => `<form><label>Email: <input name="email" value="${email}"></label></form>`),
  html(
    "a list",
    (email, name) =>
      `<dl><dt>Name</dt><dd>${name}</dd><dt>Email:</dt><dd><a href="mailto:${email}">${email}</a></dd></dl>`,
  ),
  html(
    "a quote",
    (email, name) => `<p>I agree</p><blockquote><b>From:</b> ${name} &lt;${email}&gt;<br>Hello</blockquote>`,
  ),
  html("hidden", (email) => `<div style="display:none">Email: ${email}</div><p>Hello</p>`),
  {
    name: "an enclosed mail of the customer's",
    make: (stage) =>
      multipart(stage, "mixed", [
        { type: "text/plain", text: `See below. ${stage.random.hex(12)}` },
        { type: "message/rfc822", text: mailOf(stage) },
      ]),
  },
  {
    name: "an enclosed mail of the customer's, sent by a colleague",
    make: (stage) => ({
      ...multipart(stage, "mixed", [
        { type: "text/plain", text: stage.random.hex(12) },
        { type: "message/rfc822", text: mailOf(stage), disposition: "attachment" },
      ]),
      from: [stage.scene.staff],
      mayShow: [stage.scene.staff, stage.scene.victim.email],
    }),
  },
  {
    name: "a mail that is nothing but the customer's mail",
    make: (stage) => ({
      fields: ["MIME-Version: 1.0", "Content-Type: message/rfc822"],
      body: `${mailOf(stage)} ${stage.random.hex(12)}`,
    }),
  },
  {
    name: "a digest with the customer's mail",
    make: (stage) =>
      multipart(stage, "digest", [{ type: "message/rfc822", text: `${mailOf(stage)} ${stage.random.hex(12)}` }]),
  },
  {
    name: "a From in the header of a part",
    make: (stage) =>
      multipart(stage, "alternative", [
        { type: `text/plain\r\nFrom: ${stage.scene.victim.email}`, text: stage.random.hex(12) },
        { type: `text/html\r\nReply-To: ${stage.scene.victim.email}`, text: "<p>Hello</p>" },
      ]),
  },
  {
    name: "an invitation by the customer",
    make: (stage) =>
      multipart(stage, "alternative", [
        { type: "text/plain", text: stage.random.hex(12) },
        {
          type: "text/calendar; method=REPLY",
          text: `BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nORGANIZER:mailto:${stage.scene.victim.email}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
        },
      ]),
  },
];
