import { enclosedText } from "./enclosed-text.ts";
import type { Stage, Trick } from "./trick.ts";

type Named = { name: string; email: string };

const forms: Record<string, (victim: Named) => string> = {
  lines: ({ name, email }) => `Name: ${name}\r\nEmail: ${email}\r\nMessage: Send it to my new address.`,
  "lines in other languages": ({ name, email }) => `Nom : ${name}\r\nAdresse e-mail : ${email}\r\nMessage : Bonjour`,
  "german lines": ({ name, email }) => `Name: ${name}\r\nE-Mail-Adresse: ${email}\r\nNachricht: Hallo`,
  stars: ({ name, email }) => `*Name:* ${name}\r\n*Email:* ${email}\r\n*Comment:* Hello`,
  "a value below its name": ({ name, email }) => `Name\r\n${name}\r\n\r\nEmail\r\n${email}\r\n\r\nMessage\r\nHello`,
  brackets: ({ name, email }) => `From: ${name} <${email}>\r\nSubject: Hello\r\n\r\nMessage Body:\r\nHello`,
  json: ({ name, email }) => JSON.stringify({ name, email, "reply-to": email, message: "Hello" }, null, 2),
  csv: ({ name, email }) => `name,email,message\r\n${name},${email},Hello`,
  tabs: ({ name, email }) => `Name\t${name}\r\nEmail\t${email}\r\nMessage\tHello`,
  yaml: ({ name, email }) => `---\r\nname: ${name}\r\nemail: "${email}"\r\n---`,
  "a sentence": ({ name, email }) => `You have a new message from ${name} (${email}). Reply to ${email}.`,
  "a signature": ({ name, email }) => `Hello\r\n-- \r\n${name}\r\nE-mail: ${email}`,
  vcard: ({ name, email }) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEMAIL:${email}\r\nEND:VCARD`,
  "header lines": ({ name, email }) =>
    `From: ${name} <${email}>\r\nReply-To: ${email}\r\nSender: ${email}\r\n\r\nHello`,
};

const forwards: Record<string, (victim: Named) => string> = {
  Gmail: ({ name, email }) =>
    `---------- Forwarded message ---------\r\nFrom: ${name} <${email}>\r\nDate: Mon, 3 Mar 2025\r\nSubject: My order\r\nTo: <help@store.example>\r\n\r\nHello`,
  Outlook: ({ name, email }) =>
    `________________________________\r\nFrom: ${name} <${email}>\r\nSent: Monday, March 3, 2025 10:00\r\nTo: Support\r\nSubject: My order\r\n\r\nHello`,
  "Outlook, German": ({ name, email }) =>
    `-----Ursprüngliche Nachricht-----\r\nVon: ${name} <${email}>\r\nGesendet: Montag, 3. März 2025\r\nAn: Support\r\nBetreff: Bestellung\r\n\r\nHallo`,
  Apple: ({ name, email }) =>
    `Begin forwarded message:\r\n\r\n> From: ${name} <${email}>\r\n> Subject: My order\r\n> Date: 3 March 2025\r\n> To: help@store.example\r\n> \r\n> Hello`,
  "a reply": ({ name, email }) => `I agree.\r\n\r\nOn Mon, 3 Mar 2025 at 10:00, ${name} <${email}> wrote:\r\n> Hello`,
};

const robots = ["no-reply", "noreply", "wordpress", "contact", "webmaster", "nobody", "forms", "mailer", "website"];

function robotOf({ stranger, random }: Stage): string {
  return `${random.pick(robots)}@${stranger.email.split("@")[1]}`;
}

const formTricks: Trick[] = Object.entries(forms).map(([name, text]) => ({
  name: `a form names the customer: ${name}`,
  make: (stage) => {
    const robot = robotOf(stage);
    // The desk may show a form's visitor as the writer, in a conversation of their own.
    return { from: [`Shop <${robot}>`], body: text(stage.scene.victim), mayShow: [robot, stage.scene.victim.email] };
  },
}));

const personTricks: Trick[] = Object.entries(forms).map(([name, text]) => ({
  name: `a person's text names the customer: ${name}`,
  make: ({ scene }) => ({ body: text(scene.victim) }),
}));

const forwardTricks: Trick[] = Object.entries(forwards).flatMap(([name, text]) => [
  {
    name: `a stranger's forward names the customer: ${name}`,
    make: ({ scene }: Stage) => ({ body: text(scene.victim) }),
  },
  {
    name: `a forward in a colleague's name names the customer: ${name}`,
    make: ({ scene: { staff, victim }, pointer }: Stage) => ({
      from: [`Owner <${staff}>`],
      pointer: { ...pointer, subject: `Fwd: ${pointer.subject}` },
      body: text(victim),
      mayShow: [staff, victim.email],
    }),
  },
  {
    name: `a forward in the store's name names the customer: ${name}`,
    make: ({ scene: { ownAddress, victim } }: Stage) => ({
      from: [ownAddress],
      body: text(victim),
      mayShow: [ownAddress, victim.email],
    }),
  },
]);

/** The customer's address in the text of a mail or in what it encloses. */
export const namedInText: Trick[] = [...formTricks, ...personTricks, ...forwardTricks, ...enclosedText];
